import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Rendered, UnsupportedField } from '../../src/gateway/dialects/dialect.ts';
import type { RuleGroup } from '../../src/gateway/group.ts';

const ROOT = new URL('../golden/gateway/', import.meta.url);

/** Content of an output file: the objects of a dialect for the group in the input file. */
export interface GoldenOutput {
  readonly objects: readonly Rendered['draft'][];
  readonly losses: readonly UnsupportedField[];
}

/** Folders of golden files; each has the name of a dialect. */
export function goldenFolders(): readonly string[] {
  return readdirSync(ROOT);
}

/** Names of a dialect's golden files on one side, without extension. */
export function goldenNames(dialect: string, side: 'in' | 'out'): readonly string[] {
  const ending = `.${side}.yaml`;
  return readdirSync(new URL(`${dialect}/`, ROOT))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
}

/** URL of a golden file. */
export function goldenFile(dialect: string, name: string, side: 'in' | 'out'): URL {
  return new URL(`${dialect}/${name}.${side}.yaml`, ROOT);
}

/** Reads an input file. */
export function readGroup(dialect: string, name: string): RuleGroup {
  return parse(readFileSync(goldenFile(dialect, name, 'in'), 'utf8')) as RuleGroup;
}

/** Reads an output file. */
export function readOutput(dialect: string, name: string): GoldenOutput {
  return parse(readFileSync(goldenFile(dialect, name, 'out'), 'utf8')) as GoldenOutput;
}
