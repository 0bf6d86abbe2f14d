import { z } from 'zod';

const failed = z.looseObject({ stdout: z.string(), stderr: z.string() }).partial();

/** The one line to show of an error; of a command, the last that it wrote. */
export function lastWords(error: unknown): string {
  const { stdout, stderr } = failed.parse(error);
  const told = /"Error": ("(?:[^"\\]|\\.)*")/.exec(stdout ?? '')?.[1];
  const lines = (stderr ?? '').split('\n').filter((line) => line.trim() !== '');
  const words = told === undefined ? lines.at(-1) : String(JSON.parse(told)).split('\n')[0];
  return words?.trim() ?? (error instanceof Error ? error.message : String(error));
}
