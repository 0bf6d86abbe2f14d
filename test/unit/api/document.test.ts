import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { REASONS_PAGE, reasonsPage } from '../../../src/api/document.ts';
import { REASONS } from '../../../src/api/reason.ts';

it('docs/reasons.md has the reasons as the code has them', async () => {
  const page = await readFile(REASONS_PAGE, 'utf8');
  expect(page).toBe(reasonsPage(page));
});

it('docs/reasons.md explains every reason once', async () => {
  const page = await readFile(REASONS_PAGE, 'utf8');
  const explained = [...page.matchAll(/^- `(\w+)`: /gm)].map(([, reason]) => reason);
  expect(explained.toSorted()).toEqual(Object.values(REASONS).toSorted());
});

it('rejects a page without markers', () => {
  expect(() => reasonsPage('# Reasons')).toThrow('lacks the markers');
});
