import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ENGINES } from '../../../src/engines/index.ts';
import { goldenFolders, groupNames, outputFile, outputNames, readGroup } from '../../support/golden.ts';

const YAML_OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

it('has golden files for every dialect and nothing else', () => {
  expect(goldenFolders().toSorted()).toEqual(ENGINES.map(({ name }) => name).toSorted());
});

describe.each(ENGINES)('$name', (dialect) => {
  it.each(groupNames())('%s', async (name) => {
    const { objects, unsupported } = dialect.render(readGroup(name));
    const text = stringify({ objects: objects.map(({ draft }) => draft), losses: unsupported }, YAML_OPTIONS);
    const file = outputFile(dialect.name, name);
    if (WRITE) {
      await writeFile(file, text);
    }
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('has a group for each output', () => {
    expect(outputNames(dialect.name).toSorted()).toEqual(groupNames().toSorted());
  });
});
