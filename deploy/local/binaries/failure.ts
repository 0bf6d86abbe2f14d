import { z } from 'zod';
import { UserError } from '../errors.ts';

/** Failure of one source of a program, with the reason as its message; the next source may work. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';
}

/** Code of a system or network error (`ENOENT`, `UND_ERR_…`) or of its cause; else its message. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if ('code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return error.cause instanceof Error ? errorCode(error.cause) : error.message;
}

/** Error of a full disk below `folder`, which no other source avoids. */
export function diskFull(folder: string): UserError {
  return new UserError(`no space left on the disk of ${folder}: free some there and start again`);
}

/** Whether an error means that the disk, or the user's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}

const outputSchema = z.looseObject({ stdout: z.string(), stderr: z.string() }).partial();

/** One line of an error for the user; of a failed command, the last line of its error output. */
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
