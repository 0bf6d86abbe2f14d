import { expect, it } from 'vitest';
import { answerIn } from '../../../../src/gateway/probe/ask.ts';
import { probeResult, type Result } from '../../../../src/gateway/probe/result.ts';

const HASH = '0123456789abcdef';

it.each([
  ['the hash', 302, `http://${HASH}.probe.invalid/.well-known/stoa/route`, 'served'],
  ['the hash with a port', 302, `https://${HASH}.probe.invalid:10443/x`, 'served'],
  ['another hash', 302, 'http://fedcba9876543210.probe.invalid/x', 'not-served'],
  ['the hash below another domain', 302, `http://${HASH}.probe.invalid.example.com/`, 'unclear'],
  ['a redirect elsewhere', 302, 'https://login.example.com/', 'unclear'],
  ['a redirect to no address', 302, 'not a url', 'unclear'],
  ['a redirect without an address', 302, undefined, 'unclear'],
  ['the hash with another status', 301, `http://${HASH}.probe.invalid/`, 'unclear'],
  ['no route', 404, undefined, 'not-served'],
  ['an answer of a component', 200, undefined, 'unclear'],
  ['an error', 503, undefined, 'unclear'],
  ['no status', undefined, undefined, 'unclear'],
])('%s', (_, status, location, expected) => {
  expect(answerIn(status, location, { hash: HASH, guarded: false })).toBe(expected);
});

it.each<[string, number, string | undefined, ReturnType<typeof answerIn>]>([
  ['the hash, through them', 302, `http://${HASH}.guarded.probe.invalid/`, 'served'],
  ['the hash, beside them', 302, `http://${HASH}.probe.invalid/`, 'unguarded'],
  ['another hash, through them', 302, 'http://fedcba9876543210.guarded.probe.invalid/', 'not-served'],
  ['another hash, beside them', 302, 'http://fedcba9876543210.probe.invalid/', 'not-served'],
  ['a demand for a password', 401, undefined, 'refused'],
  ['a refusal of the address', 403, undefined, 'refused'],
  ['a refusal of so many requests', 429, undefined, 'refused'],
  ['no route', 404, undefined, 'not-served'],
  ['an error', 500, undefined, 'unclear'],
])('through guards, %s', (_, status, location, expected) => {
  expect(answerIn(status, location, { hash: HASH, guarded: true })).toBe(expected);
});

it.each<[readonly Result[], Result]>([
  [[], 'no-address'],
  [['served', 'served'], 'served'],
  [['served', 'not-served'], 'not-served'],
  [['served', 'unguarded'], 'unguarded'],
  [['unguarded', 'not-served'], 'not-served'],
  [['served', 'silent'], 'silent'],
  [['served', 'unclear'], 'unclear'],
  [['served', 'unreachable'], 'served'],
  [['foreign', 'served'], 'served'],
  [['unreachable', 'unreachable'], 'unreachable'],
  [['unreachable', 'not-served'], 'not-served'],
])('%j of all replicas is %s', (answers, expected) => {
  expect(probeResult(answers)).toBe(expected);
});
