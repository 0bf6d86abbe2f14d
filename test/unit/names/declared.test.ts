import { expect, it } from 'vitest';
import { readDeclared } from '../../../src/names/declared.ts';

it('reads what a Namespace declares', () => {
  const declared = readDeclared({
    'stoa.dev/hosts': '*.shop.example.com, shop.example.com,',
    'stoa.dev/ports': '30000-30010, 31000',
    'stoa.dev/issuers': 'issuer/own',
    'stoa.dev/hosts-enforced-from': '2026-06-01T12:00:00+02:00',
  });
  expect(declared).toEqual({
    hosts: ['*.shop.example.com', 'shop.example.com'],
    ports: [
      { from: 30_000, to: 30_010 },
      { from: 31_000, to: 31_000 },
    ],
    issuers: ['issuer/own'],
    enforcedFrom: new Date('2026-06-01T10:00:00Z'),
    problems: [],
  });
  expect(readDeclared()).toEqual({ hosts: [], ports: [], problems: [] });
});

it.each([
  ['stoa.dev/hosts', 'a.example.com, *shop', 'hosts', '"*shop" cannot be read'],
  [
    'stoa.dev/hosts',
    Array.from({ length: 1_001 }, (_, index) => `h${index}`).join(),
    'hosts',
    'has more than 1000 entries',
  ],
  ['stoa.dev/ports', '30000-', 'ports', 'must be ports and ranges such as 30000-30099, 31000'],
  ['stoa.dev/issuers', 'letsencrypt', 'issuers', '"letsencrypt" cannot be read'],
  ['stoa.dev/hosts-enforced-from', 'tomorrow', 'time', 'must be a time such as 2027-01-31T12:00:00Z'],
  [
    'stoa.dev/hosts-enforced-from',
    '2026-13-01T00:00:00Z',
    'time',
    'must be a time such as 2027-01-31T12:00:00Z',
  ],
])('tells what it cannot read in %s', (annotation, text, about, message) => {
  expect(readDeclared({ [annotation]: text }).problems).toEqual([{ about, annotation, message }]);
});
