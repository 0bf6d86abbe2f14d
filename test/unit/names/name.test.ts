import { expect, it } from 'vitest';
import { covers, hostName, overlaps, portName, portOf, wildcardParent } from '../../../src/names/name.ts';

it.each([
  ['a.example.com', 'a.example.com', true, true],
  ['*.example.com', 'a.b.example.com', true, true],
  ['*.example.com', '*.b.example.com', true, true],
  ['*.b.example.com', '*.example.com', false, true],
  ['*.example.com', 'example.com', false, false],
  ['*.example.com', 'an-example.com', false, false],
  ['a.example.com', 'b.example.com', false, false],
  ['port 1', 'port 10', false, false],
])('%s and %s: covers %s, overlaps %s', (a, b, covered, overlap) => {
  expect(covers(a, b)).toBe(covered);
  expect(overlaps(a, b)).toBe(overlap);
  expect(overlaps(b, a)).toBe(overlap);
});

it('a name is a host or a port', () => {
  expect(portOf(portName(30_000))).toBe(30_000);
  expect(portOf(hostName('30000'))).toBeUndefined();
  expect(wildcardParent('*.example.com')).toBe('example.com');
  expect(wildcardParent('example.com')).toBeUndefined();
});
