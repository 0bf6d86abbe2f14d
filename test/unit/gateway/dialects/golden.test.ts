import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { DIALECTS } from '../../../../src/gateway/dialects/index.ts';
import { goldenFile, goldenFolders, goldenNames, readGroup } from '../../../support/golden.ts';

const YAML_OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

it('has golden files for every dialect and nothing else', () => {
  expect(goldenFolders().toSorted()).toEqual(DIALECTS.map(({ name }) => name).toSorted());
});

describe.each(DIALECTS)('$name', (dialect) => {
  const names = goldenNames(dialect.name, 'in');

  it.each(names)('%s', async (name) => {
    const { objects, unsupported } = dialect.render(readGroup(dialect.name, name));
    const text = stringify({ objects: objects.map(({ draft }) => draft), losses: unsupported }, YAML_OPTIONS);
    const file = goldenFile(dialect.name, name, 'out');
    if (WRITE) {
      await writeFile(file, text);
    }
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('has an input for each output', () => {
    expect(goldenNames(dialect.name, 'out').toSorted()).toEqual([...names].toSorted());
  });
});
