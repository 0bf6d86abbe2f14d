import { z } from 'zod';
import { UserError } from '../errors.ts';

/** One way to a program does not work (the message says why); the next way may. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';
}

/** The code of a system or network error (`ENOENT`, `UND_ERR_…`), also one level down; else its message. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if ('code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return error.cause instanceof Error ? errorCode(error.cause) : error.message;
}

/** What to tell the user when the disk that holds `folder` is full: no other way would help. */
export function diskFull(folder: string): UserError {
  return new UserError(`no space left on the disk of ${folder}: free some there and start again`);
}

/** Whether the error says that the disk, or the user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}

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
