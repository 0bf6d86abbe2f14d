import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { UnsupportedFeature } from '../../src/engines/fields.ts';
import type { ListenerGroup } from '../../src/engines/group.ts';
import type { Rendered } from '../../src/engines/object.ts';
import type { GatewayName } from '../../src/gateway/config.ts';
import { gatewayParent } from '../../src/gateway/parent.ts';
import { branchOf } from './groups.ts';

const ROOT = new URL('../golden/gateway/', import.meta.url);

/** Content of an output file: the objects of a dialect for the group in the input file. */
export interface GoldenOutput {
  readonly objects: readonly Rendered['draft'][];
  readonly losses: readonly UnsupportedFeature[];
}

/** Folder of the groups that dialects render, and that of whole decisions. */
const GROUPS = 'groups';
const DECISIONS = 'decisions';

/** Folders with what dialects render; each has the name of one. */
export function goldenFolders(): readonly string[] {
  return readdirSync(ROOT).filter((folder) => folder !== DECISIONS && folder !== GROUPS);
}

/** Names of the groups, each of which every dialect renders. */
export function groupNames(): readonly string[] {
  return namesIn(GROUPS, '.yaml');
}

/** Names of what a dialect renders. */
export function outputNames(dialect: string): readonly string[] {
  return namesIn(dialect, '.yaml');
}

/** URL of the file with what a dialect renders. */
export function outputFile(dialect: string, name: string): URL {
  return fileIn(dialect, `${name}.yaml`);
}

/** Names of whole decisions: those with a cluster, or those with writes and statuses. */
export function decisionNames(side: 'in' | 'out'): readonly string[] {
  return namesIn(DECISIONS, `.${side}.yaml`);
}

/** URL of a file of a whole decision. */
export function decisionFile(name: string, side: 'in' | 'out'): URL {
  return fileIn(DECISIONS, `${name}.${side}.yaml`);
}

function namesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(fileIn(folder, ''))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
}

function fileIn(folder: string, file: string): URL {
  return new URL(`${folder}/${file}`, ROOT);
}

/** Content of a file of a group: a group on one listener of the Gateway. */
interface GoldenInput extends Omit<ListenerGroup, 'parents' | 'scheme'> {
  readonly gateway: GatewayName;
  readonly listener: string;
  readonly scheme?: ListenerGroup['scheme'];
}

/** Reads a group. */
export function readGroup(name: string): ListenerGroup {
  const text = readFileSync(fileIn(GROUPS, `${name}.yaml`), 'utf8');
  const { gateway, listener, scheme = 'http', ...group } = parse(text) as GoldenInput;
  return {
    ...group,
    scheme,
    parents: [gatewayParent(gateway, listener)],
    branches: group.branches.map(branchOf),
  };
}

/** Reads what a dialect renders. */
export function readOutput(dialect: string, name: string): GoldenOutput {
  return parse(readFileSync(outputFile(dialect, name), 'utf8')) as GoldenOutput;
}
