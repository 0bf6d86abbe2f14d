import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { settledCase } from '../../support/decisions.ts';
import { decisionFile, decisionNames } from '../../support/golden.ts';

const YAML_OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

const names = decisionNames('in');

it.each(names)('%s', async (name) => {
  const text = stringify(settledCase(name), YAML_OPTIONS);
  const file = decisionFile(name, 'out');
  if (WRITE) {
    await writeFile(file, text);
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('has an input for each output', () => {
  expect(decisionNames('out').toSorted()).toEqual([...names].toSorted());
});
