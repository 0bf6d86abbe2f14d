import { expect, it } from 'vitest';
import { answerIn } from '../../../../src/gateway/probe/answer.ts';
import { type Result, resultOf } from '../../../../src/gateway/probe/result.ts';

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
  expect(answerIn(status, location, HASH)).toBe(expected);
});

it.each<[readonly Result[], Result]>([
  [[], 'no-address'],
  [['served', 'served'], 'served'],
  [['served', 'not-served'], 'not-served'],
  [['served', 'silent'], 'silent'],
  [['served', 'unclear'], 'unclear'],
  [['served', 'unreachable'], 'served'],
  [['foreign', 'served'], 'served'],
  [['unreachable', 'unreachable'], 'unreachable'],
  [['unreachable', 'not-served'], 'not-served'],
])('%j of all replicas is %s', (answers, expected) => {
  expect(resultOf(answers)).toBe(expected);
});
