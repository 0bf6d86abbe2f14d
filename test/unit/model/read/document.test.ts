import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { MODEL_PAGE, modelPage } from '../../../../src/model/read/document.ts';
import { SECTIONS } from '../../../../src/model/read/keys.ts';
import { parseModel } from '../../../../src/model/read/parse.ts';
import { componentSchema, templateSchema } from '../../../../src/model/read/schema.ts';
import { atOnce } from '../../../support/gradual.ts';
import { publishedModels } from '../../../support/published.ts';

it('docs/application-model.md is up to date', async () => {
  const page = await readFile(MODEL_PAGE, 'utf8');
  expect(page).toBe(modelPage(page));
});

it('a page without markers is refused', () => {
  expect(() => modelPage('# Models')).toThrow('lacks the markers');
});

it.each([
  ['model', templateSchema],
  ['component', componentSchema],
])('every key of the schema of a %s has a row', (section, schema) => {
  expect([...(SECTIONS[section]?.keys.keys() ?? [])]).toEqual(
    expect.arrayContaining(Object.keys(schema.shape)),
  );
});

it('every section belongs to a key, or is the model', () => {
  const below = Object.values(SECTIONS).flatMap(({ keys }) =>
    [...keys.values()].map(({ section }) => section),
  );
  const named = [...new Set(['model', ...below.filter((section) => section !== undefined)])];
  expect(named.toSorted()).toEqual(Object.keys(SECTIONS).toSorted());
});

const models = publishedModels();

describe.runIf(models.size > 0)('published', () => {
  it.each([...models])('%s has no key without a row', (_, text) => {
    expect(atOnce(parseModel(text))).toMatchObject({ type: 'parsed', tolerated: [] });
  });
});
