import { expect, it } from 'vitest';
import { diffBetween, LAST_APPLIED, NOTHING } from '../../../src/objects/shown.ts';

const RULE = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' }, spec: { size: 1 } };

function secret(data: object) {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data };
}

it.each([
  [
    'what the API server adds',
    { ...RULE, metadata: { name: 'a', uid: 'u', generation: 2 }, status: { a: 1 } },
  ],
  [
    'the notes of Stoa and kubectl',
    { ...RULE, metadata: { name: 'a', annotations: { 'stoa.dev/applied': '1', [LAST_APPLIED]: '{}' } } },
  ],
  ['an equal object', { ...RULE }],
])('shows no change for %s', (_, after) => {
  expect(diffBetween(RULE, after)).toEqual([]);
});

it('shows a change with marks in place of what the mask hides', () => {
  const after = { ...RULE, spec: { size: 1, text: 'geheim' } };
  expect(diffBetween(RULE, after, (text) => (text === 'geheim' ? '(secret)' : text))).toContain(
    '+  text: (secret)',
  );
});

it.each([
  ['of one that is created', NOTHING, secret({ a: 'b25l' }), ['+  a: (secret)']],
  ['of one that is deleted', secret({ a: 'b25l' }), NOTHING, ['-  a: (secret)']],
  [
    'that changes',
    secret({ a: 'b25l' }),
    secret({ a: 'dHdv' }),
    ['-  a: (secret)', '+  a: (secret), another one'],
  ],
  ['in its other form', secret({}), { ...secret({}), stringData: { a: 'geheim' } }, []],
])('shows no value of a Secret %s', (_, before, after, expected) => {
  const lines = diffBetween(before, after) ?? [];
  expect(lines.filter((line) => line.includes('  a: '))).toEqual(expected);
  expect(lines.join('\n')).not.toMatch(/b25l|dHdv|geheim/);
});

it('compares no object that is too large', () => {
  const texts = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(10_000));
  expect(diffBetween(RULE, { ...RULE, spec: { texts } })).toBeUndefined();
});
