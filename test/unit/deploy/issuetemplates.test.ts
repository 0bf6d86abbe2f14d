import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('../../../.github/ISSUE_TEMPLATE/', import.meta.url);

it.each(readdirSync(folder))('the issue template %s asks for something, by ids that differ', (name) => {
  const template = parse(readFileSync(new URL(name, folder), 'utf8'));
  expect(template).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  const fields: readonly { readonly id: string; readonly attributes: object }[] = template.body.filter(
    ({ type }: { readonly type: string }) => type !== 'markdown',
  );
  expect(fields.length).toBeGreaterThan(0);
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  expect(fields.filter(({ attributes }) => !('label' in attributes))).toEqual([]);
});
