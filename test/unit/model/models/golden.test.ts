import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { expanded, ownModels } from '../../../support/models.ts';

const ROOT = new URL('../../../golden/model/', import.meta.url);

const YAML_OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Set to `write`, the outputs are written instead of compared. */
const WRITE = process.env.STOA_GOLDEN === 'write';

const models = ownModels();

it.each([...models])('expands %s as its golden file says', async (name, template) => {
  const { expansion, kept, tolerated } = expanded(template);
  const text = stringify(
    {
      kept,
      shared: expansion.shared.map(({ draft }) => draft),
      components: expansion.components.map(({ workload, objects, ...component }) => ({
        ...component,
        workload: workload.draft,
        objects: objects.map(({ draft }) => draft),
      })),
      rules: expansion.rules.map(({ draft }) => draft),
      notApplied: expansion.notApplied,
      tolerated,
    },
    YAML_OPTIONS,
  );
  const file = new URL(`${name}.yaml`, ROOT);
  if (WRITE) {
    await writeFile(file, text);
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('has a model for each output', () => {
  const outputs = readdirSync(ROOT).filter((file) => file.endsWith('.yaml'));
  expect(outputs.map((file) => file.replace(/\.yaml$/, '')).toSorted()).toEqual(
    [...models.keys()].toSorted(),
  );
});
