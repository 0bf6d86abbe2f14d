import { expect, it } from 'vitest';
import { storedEndPoint } from '../../../../../src/rest/resources/rules/spec.ts';
import { shownEndPoint } from '../../../../../src/rule/url.ts';

it.each([
  ['0.0.0.0', 'gw.example.com', 'gw.example.com:30000'],
  ['::', '203.0.113.5', '203.0.113.5:30000'],
  ['0.0.0.0', '2001:db8::1', '[2001:db8::1]:30000'],
  ['10.0.0.1', 'gw.example.com', '10.0.0.1:30000'],
  ['0.0.0.0', undefined, '0.0.0.0:30000'],
  ['::', undefined, '[::]:30000'],
])('a rule at %s is shown, with the address %s, at %s', (ip, address, shown) => {
  expect(shownEndPoint({ ip, port: 30_000 }, address)).toBe(shown);
});

it.each([
  ['gw.example.com', 'gw.example.com', undefined, '0.0.0.0'],
  ['gw.example.com', 'gw.example.com', '::', '::'],
  ['gw.example.com', 'gw.example.com', '10.0.0.1', '0.0.0.0'],
  ['10.0.0.1', 'gw.example.com', '::', '10.0.0.1'],
  ['gw.example.com', undefined, undefined, 'gw.example.com'],
])('%s, with the address %s and %s before, is stored as %s', (ip, address, before, stored) => {
  const old = before === undefined ? undefined : { ip: before, port: 1 };
  expect(storedEndPoint({ ip, port: 30_000 }, address, old)).toEqual({ ip: stored, port: 30_000 });
});
