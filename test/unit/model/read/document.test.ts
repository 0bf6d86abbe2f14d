import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { MODEL_PAGE, modelPage } from '../../../../src/model/read/document.ts';
import { component, model, SECTIONS } from '../../../../src/model/read/format.ts';
import { parseModel } from '../../../../src/model/read/parse.ts';
import { atOnce } from '../../../support/gradual.ts';
import { publishedModels } from '../../../support/published.ts';

it('docs/application-model.md is up to date', async () => {
  const page = await readFile(MODEL_PAGE, 'utf8');
  expect(page).toBe(modelPage(page));
});

it('a page without markers is refused', () => {
  expect(() => modelPage('# Models')).toThrow('lacks the markers');
});

it('every section belongs to a key, or is the model', () => {
  const below = SECTIONS.flatMap(({ keys }) => [...keys.values()].flatMap((key) => key.below ?? []));
  expect(new Set([model, ...below])).toEqual(new Set(SECTIONS));
});

it('the schema of a map has the keys that are read, and leaves out the others', () => {
  const given = { service_key: 'web', tenant_id: 'publisher', unknown: 1 };
  const read = component.schema.parse({ ...given, port_map_list: [{ container_port: '80', name: 'x' }] });
  expect(read).toMatchObject({ service_key: 'web', service_cname: '', extend_method_map: {} });
  expect(read.port_map_list).toMatchObject([{ at: 0, value: { container_port: 80, protocol: '' } }]);
  expect(read).not.toHaveProperty('tenant_id');
  expect(read).not.toHaveProperty('unknown');
});

const models = publishedModels();

describe.runIf(models.size > 0)('published', () => {
  it.each([...models])('%s has no key without a row', (_, text) => {
    expect(atOnce(parseModel(text))).toMatchObject({ type: 'parsed', tolerated: [] });
  });
});
