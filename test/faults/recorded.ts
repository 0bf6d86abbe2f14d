import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { References } from './campaign.ts';
import type { Dump } from './endstate.ts';
import type { End, Reference } from './oracle.ts';

const FILE = join(import.meta.dirname, '../golden/faults/references.json');

/** A reference in the format of its file. */
interface Recorded {
  readonly ends: readonly { readonly state: Dump; readonly masked: readonly string[] }[];
  readonly most: Reference['most'];
}

/** References of the workloads, as last recorded by `npm run faults -- --record`. */
export async function recordedReferences(): Promise<References> {
  return new Map(
    Object.entries(await recorded()).map(([name, { ends, most }]) => [
      name,
      { most, ends: ends.map(({ state, masked }) => ({ state, masked: new Set(masked) })) },
    ]),
  );
}

/** Records references in a form that is equal for every team and cluster; others remain unchanged. */
export async function record(references: References): Promise<void> {
  const added = [...references].map(([name, { ends, most }]) => [name, { ends: ends.map(endOf), most }]);
  const all = { ...(await recorded()), ...Object.fromEntries(added) };
  await writeFile(FILE, `${JSON.stringify(all, null, 1)}\n`);
}

async function recorded(): Promise<Readonly<Record<string, Recorded>>> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Readonly<Record<string, Recorded>>;
}

function endOf({ state, masked }: End): Recorded['ends'][number] {
  const entries = Object.entries(state).filter(([path]) => !masked.has(path));
  return { state: Object.fromEntries(entries), masked: [...masked].toSorted() };
}
