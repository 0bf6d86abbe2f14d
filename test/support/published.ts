import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where cases that others published lie; undefined where there are none on this machine. */
export const CASES = process.env.STOA_CASES;

/** The application models among them: file name to text; none where there are no cases. */
export function publishedModels(): ReadonlyMap<string, string> {
  if (CASES === undefined) {
    return new Map();
  }
  const folder = join(CASES, 'ram');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** A file of parts of models among them. */
export function publishedParts(file: 'fragments.json' | 'tables.json'): unknown {
  return CASES === undefined
    ? undefined
    : JSON.parse(readFileSync(join(CASES, 'ram', 'parts', file), 'utf8'));
}
