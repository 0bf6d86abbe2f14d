import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { powerText } from '../../../../src/install/powers/lines.ts';
import { powersOf } from '../../../../src/install/powers/powers.ts';
import { expanded, objectsOf, ownModels } from '../../../support/models.ts';

const ROOT = new URL('../../../golden/powers/', import.meta.url);

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

const models = ownModels();

it.each([...models])('finds the powers of %s as its golden file says', async (name, template) => {
  const powers = powersOf(objectsOf(expanded(template).expansion));
  const text = powers.map((each) => `${each.topic}: ${powerText(each)}\n`).join('');
  const file = new URL(`${name}.txt`, ROOT);
  if (WRITE) {
    await writeFile(file, text);
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('has a model for each output', () => {
  expect(
    readdirSync(ROOT)
      .map((file) => file.replace(/\.txt$/, ''))
      .toSorted(),
  ).toEqual([...models.keys()].toSorted());
});
