import { expect, it } from 'vitest';
import { PLAIN_STYLE } from '../../../src/engines/group.ts';
import { limitsOf } from '../../../src/engines/limits.ts';
import type { Conditions } from '../../../src/rule/conditions.ts';
import { branchOf, groupOf } from '../../support/groups.ts';

it.each<[string, Partial<Conditions>, Partial<Conditions>, boolean]>([
  ['below one path', {}, {}, true],
  ['for the same whole path', { exactPath: '/a' }, { exactPath: '/a' }, true],
  ['for another whole path', { exactPath: '/a' }, { exactPath: '/a/' }, false],
  ['for a whole path, which is tried before what is below it', { exactPath: '/a' }, {}, false],
  ['for another method', { methods: ['GET'] }, { methods: ['PUT'] }, false],
])('a rule with cookies is told as overtaken by one with more headers %s', (_, cookies, headers, isTold) => {
  const branches = [
    branchOf({ ...cookies, cookies: { user: 'beta' } }),
    branchOf({ ...headers, headers: { 'X-A': '1', 'X-B': '2' } }),
  ];
  const told = limitsOf(groupOf({ path: '/a', branches }), PLAIN_STYLE);
  expect(told.map(({ field }) => field)).toEqual(isTold ? ['http.domainCookie'] : []);
});
