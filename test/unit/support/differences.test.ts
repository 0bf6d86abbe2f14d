import { expect, it } from 'vitest';
import { deadReasons, differencesIn, explains, type Reason } from '../../cluster/support/differences.ts';

const LINE =
  'other origin: GET http://f1.example.com/a?b=c origin: https://x.example.com: status 200 → 404, location - → https://y.example.com/';

const SEEN = differencesIn(LINE, () => ({ family: 'one', tls: false }));

it('a line of a proof has a difference for each part', () => {
  const request = {
    family: 'one',
    tls: false,
    about: 'other origin',
    scheme: 'http',
    path: '/a?b=c',
    line: LINE,
  };
  expect(SEEN).toEqual([
    { ...request, change: 'status 200 → 404' },
    { ...request, change: 'location - → https://y.example.com/' },
  ]);
  expect(() => differencesIn('2 requests', () => ({ family: 'one', tls: false }))).toThrow(
    'no line of a proof',
  );
});

it('a reason is for what it says, and for no other part, family or request', () => {
  const reason: Reason = { why: 'w', families: ['one'], scheme: 'http', change: /^status 200 → 404$/ };
  expect(SEEN.map((each) => explains(reason, each))).toEqual([true, false]);
  const others: readonly Partial<Reason>[] = [
    { families: ['two'] },
    { about: 'path' },
    { scheme: 'https' },
    { tls: true },
    { path: /^\/b/ },
  ];
  expect(others.some((other) => SEEN.some((each) => explains({ ...reason, ...other }, each)))).toBe(false);
});

it('a reason without a difference is dead, for each family that it names', () => {
  const reason: Reason = { why: 'w', families: ['one', 'two'], change: /^status / };
  expect(deadReasons([reason, { why: 'v', change: /^password / }], SEEN)).toEqual([
    'two: w',
    'any family: v',
  ]);
});
