import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { inBraces } from '../../../../src/rest/openapi/document.ts';
import { createOperations } from '../../../../src/rest/resources/table.ts';
import { APPLICATION } from '../../../../src/rest/scope.ts';

const operations = createOperations();

/** The operations that a cell of the table names: the methods before each path, as `GET …/domains`. */
function namedIn(cell: string): string[] {
  const named: string[] = [];
  let methods: string[] = [];
  const short = cell
    .replaceAll('/openapi/v1/teams/{team}/regions/{region}/apps/{app}', '…')
    .replaceAll('{team}', '{team_id}')
    .replaceAll('{region}', '{region_name}');
  for (const [word] of short.matchAll(/\b[A-Z]{3,}\b|(…|\/openapi\/v1)[\w/{}]*/g)) {
    if (word.startsWith('…') || word.includes('/')) {
      named.push(...methods.map((method) => `${method} ${word}`));
      methods = [];
    } else {
      methods.push(word);
    }
  }
  return named;
}

it('docs/rest.md lists every operation, and no other', async () => {
  const page = await readFile(new URL('../../../../docs/rest.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| operation .*\n\|[ -|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const listed = table.split('\n').flatMap((row) => namedIn(row.split('|')[1] ?? ''));
  const served = operations.map(
    ({ method, path }) => `${method.toUpperCase()} ${inBraces(path.replace(APPLICATION, '…'))}`,
  );
  expect(listed.toSorted()).toEqual(served.toSorted());
});

it('names every operation once', () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('declares every parameter of a path, and no other', () => {
  for (const { path, parameters } of operations) {
    const declared = Object.entries(parameters).filter(([, parameter]) => parameter.in === 'path');
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(declared.map(([name]) => name)).toEqual(inPath);
  }
});
