import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 16_384;

/** Last non-empty lines of a log; none where it cannot be read. */
export function lastLines(file: string, count: number): string[] {
  try {
    const text = readTail(file);
    return text
      .split('\n')
      .filter((line) => line.trim())
      .slice(-count);
  } catch {
    return [];
  }
}

function readTail(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const start = Math.max(0, size - TAIL_BYTES);
    const buffer = Buffer.alloc(size - start);
    const length = readSync(descriptor, buffer, 0, buffer.length, start);
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}
