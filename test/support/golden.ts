import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { GatewayName } from '../../src/gateway/config.ts';
import type { UnsupportedFeature } from '../../src/gateway/dialects/dialect.ts';
import type { ListenerGroup } from '../../src/gateway/dialects/group.ts';
import type { Rendered } from '../../src/gateway/object.ts';
import { gatewayParent } from '../../src/gateway/parent.ts';
import { branchOf } from './groups.ts';

const ROOT = new URL('../golden/gateway/', import.meta.url);

/** Content of an output file: the objects of a dialect for the group in the input file. */
export interface GoldenOutput {
  readonly objects: readonly Rendered['draft'][];
  readonly losses: readonly UnsupportedFeature[];
}

/** Folder of whole decisions, beside those of the dialects. */
export const DECISIONS = 'decisions';

/** Folders of golden files of dialects; each has the name of one. */
export function goldenFolders(): readonly string[] {
  return readdirSync(ROOT).filter((folder) => folder !== DECISIONS);
}

/** Names of the golden files of one side in a folder, without extension. */
export function goldenNames(folder: string, side: 'in' | 'out'): readonly string[] {
  const ending = `.${side}.yaml`;
  return readdirSync(new URL(`${folder}/`, ROOT))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
}

/** URL of a golden file. */
export function goldenFile(folder: string, name: string, side: 'in' | 'out'): URL {
  return new URL(`${folder}/${name}.${side}.yaml`, ROOT);
}

/** Content of an input file: a group on one listener of the Gateway. */
interface GoldenInput extends Omit<ListenerGroup, 'parents' | 'scheme'> {
  readonly gateway: GatewayName;
  readonly listener: string;
  readonly scheme?: ListenerGroup['scheme'];
}

/** Reads an input file. */
export function readGroup(dialect: string, name: string): ListenerGroup {
  const text = readFileSync(goldenFile(dialect, name, 'in'), 'utf8');
  const { gateway, listener, scheme = 'http', ...group } = parse(text) as GoldenInput;
  return {
    ...group,
    scheme,
    parents: [gatewayParent(gateway, listener)],
    branches: group.branches.map(branchOf),
  };
}

/** Reads an output file. */
export function readOutput(dialect: string, name: string): GoldenOutput {
  return parse(readFileSync(goldenFile(dialect, name, 'out'), 'utf8')) as GoldenOutput;
}
