import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ENGINES_PAGE, enginesPage } from '../../../src/engines/document.ts';

it('docs/engines.md is what npm run generate writes', async () => {
  const page = await readFile(ENGINES_PAGE, 'utf8');
  expect(page).toBe(enginesPage(page));
});

it('a page without its markers is not written', () => {
  expect(() => enginesPage('# Engines')).toThrow('lacks the markers');
});
