import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Refused } from './failure.ts';

/** Text of a file, or of the standard input where the path is `-`. Throws Refused. */
export async function readTextFile(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw new Refused(`the file cannot be read: ${(error as Error).message}`);
  }
}
