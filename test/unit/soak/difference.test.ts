import { expect, it } from 'vitest';
import { differences } from '../../soak/difference.ts';

const CONFIG = { data: { a: '1', b: '2' } };

it('names what an edited install lacks, has too much, and has otherwise', () => {
  const edited = new Map<string, unknown>([
    ['ConfigMap NAME-conf', { data: { a: '1', b: '3', c: '4' } }],
    ['Secret NAME', {}],
  ]);
  const anew = new Map<string, unknown>([
    ['ConfigMap NAME-conf', CONFIG],
    ['Service NAME', {}],
  ]);
  expect(differences(edited, anew)).toEqual([
    'ConfigMap NAME-conf.data.b: "3", anew "2"',
    'ConfigMap NAME-conf.data.c: "4", anew undefined',
    'Secret NAME: {}, anew undefined',
    'Service NAME: undefined, anew {}',
  ]);
});

it('finds none where only the order is another one', () => {
  const edited = new Map([['ConfigMap NAME', { data: { b: '2', a: '1' } }]]);
  expect(differences(edited, new Map([['ConfigMap NAME', CONFIG]]))).toEqual([]);
});
