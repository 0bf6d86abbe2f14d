import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { MINORS } from '../../../deploy/local/binaries/minor.ts';
import { OPERATIONS, operationsPage } from '../../minors/document.ts';
import { TESTED, testedMinorsSchema } from '../../minors/tested.ts';

const tested = testedMinorsSchema.parse(JSON.parse(await readFile(TESTED, 'utf8')));

it('the table of supported versions is generated from the recorded runs', async () => {
  const page = await readFile(OPERATIONS, 'utf8');
  expect(page).toBe(operationsPage(page, tested));
});

it('the table has each minor version once, with what was run on it', () => {
  const run = {
    kubernetes: '1.33.13',
    gatewayApi: '1.7.0',
    day: '2026-11-29',
    files: 3,
    passed: 40,
    failed: 1,
  };
  const page = `<!-- generated from test/minors/tested.json by \`npm run generate\`: change it there -->\n<!-- end of the generated table -->`;
  const rows = operationsPage(page, { '1.33': run })
    .split('\n')
    .filter((line) => /^\| 1\./.test(line));
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual([...MINORS, '1.36'].toSorted());
  expect(rows[2]).toContain('1.33.13 with 1.7.0, 2026-11-29: 3 files of cluster tests, 40 passed, 1 failed');
  expect(rows[0]).toMatch(/1\.6\.3 or older .* not verified/);
});
