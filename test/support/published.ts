import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of other publishers' cases; undefined if there are none on this machine. */
const CASES = process.env.STOA_CASES;

/** Their application models: file name to text; empty without cases. */
export function publishedModels(): ReadonlyMap<string, string> {
  if (CASES === undefined) {
    return new Map();
  }
  const folder = join(CASES, 'ram');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Content of a file with parts of their models. */
export function publishedParts(file: 'fragments.json' | 'tables.json'): unknown {
  return CASES === undefined
    ? undefined
    : JSON.parse(readFileSync(join(CASES, 'ram', 'parts', file), 'utf8'));
}
