import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { References } from './campaign.ts';
import type { Dump } from './endstate.ts';
import type { End, Reference } from './oracle.ts';

const FILE = join(import.meta.dirname, '../golden/faults/references.json');

/** A reference as it is written down. */
interface Recorded {
  readonly ends: readonly { readonly state: Dump; readonly masked: readonly string[] }[];
  readonly most: Reference['most'];
}

/** What each workload leads to without faults, as `npm run faults -- --record` has last written it down. */
export async function recordedReferences(): Promise<References> {
  return new Map(
    Object.entries(await recorded()).map(([name, { ends, most }]) => [
      name,
      { most, ends: ends.map(({ state, masked }) => ({ state, masked: new Set(masked) })) },
    ]),
  );
}

/** Writes down what workloads lead to, the same for every team and cluster; others stay as they are recorded. */
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
