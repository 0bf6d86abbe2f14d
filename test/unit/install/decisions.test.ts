import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { decideOn, decisionFile, decisionNames } from '../../support/installdecisions.ts';

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

const names = decisionNames('in');

it.each(names)('decides %s as its golden file says', async (name) => {
  const text = stringify(decideOn(name), { lineWidth: 0, aliasDuplicateObjects: false });
  const file = decisionFile(name, 'out');
  if (WRITE) {
    await writeFile(file, text);
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('has an input for each output', () => {
  expect(decisionNames('out')).toEqual(names);
});
