import { z } from 'zod';

const outputSchema = z.looseObject({ stdout: z.string(), stderr: z.string() }).partial();

/** The one line to show of an error; of a command, the last that it wrote. */
export function lastErrorLine(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const missing = /^spawn (\S+) ENOENT$/.exec(message)?.[1];
  if (missing !== undefined) {
    return `${missing} is not on PATH: it needs Go, and Python with pip for what comes as wheels`;
  }
  const { stdout = '', stderr = '' } = outputSchema.parse(error);
  const told = /"Error": ("(?:[^"\\]|\\.)*")/.exec(stdout)?.[1];
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const words = told === undefined ? lines.at(-1) : String(JSON.parse(told)).split('\n')[0];
  return (words ?? message).split('\n')[0]?.trim() ?? '';
}
