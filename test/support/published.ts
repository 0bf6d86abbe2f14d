import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of other publishers' cases; undefined if there are none on this machine. */
const CASES = process.env.STOA_CASES;

/** Published models of which nothing can be installed here. */
const NOT_INSTALLABLE = ['vm-windows.json'];

/** Published models that can be installed: file name to text; none where they are not at hand. */
export function publishedModels(): ReadonlyMap<string, string> {
  return new Map([...allModels()].filter(([file]) => !NOT_INSTALLABLE.includes(file)));
}

/** Published models of which nothing can be installed here: file name to text. */
export function refusedModels(): ReadonlyMap<string, string> {
  return new Map([...allModels()].filter(([file]) => NOT_INSTALLABLE.includes(file)));
}

function allModels(): ReadonlyMap<string, string> {
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
