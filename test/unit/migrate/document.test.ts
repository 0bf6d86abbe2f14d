import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ANNOTATIONS_PAGE, annotationsPage } from '../../../src/migrate/document.ts';
import { ROWS } from '../../../src/migrate/table.ts';
import { DOCUMENTED } from './documented.ts';

it('docs/migrate-annotations.md is what npm run generate writes', async () => {
  const page = await readFile(ANNOTATIONS_PAGE, 'utf8');
  expect(page).toBe(annotationsPage(page));
});

it('every annotation that ingress-nginx documents has a row', () => {
  expect(DOCUMENTED.length).toBeGreaterThan(120);
  expect(DOCUMENTED.filter((name) => !Object.hasOwn(ROWS, name))).toEqual([]);
});

it('every annotation that is read with another names one with a row', () => {
  const others = Object.values(ROWS).flatMap((row) => (row.verdict === 'with' ? row.of : []));
  expect(others.filter((name) => ROWS[name] === undefined || ROWS[name].verdict === 'with')).toEqual([]);
});
