import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTenant, isTemplate } from '../../../src/monitor/tenant.ts';

const TENANT = { team: 'shop', namespace: 'team-shop' };

it.each([
  ['acme', 'acme'],
  ['$team', 'shop'],
  ['acme-$namespace', 'acme-team-shop'],
  ['$team|$namespace', 'shop|team-shop'],
])('the header value %s becomes %s', (template, value) => {
  expect(isTemplate(template)).toBe(true);
  expect(fillTenant(template, TENANT)).toBe(value);
});

it.each(['$teams', '$', '$$', 'a$b', '$(team)', '$Team'])('the header value %s is no template', (value) => {
  expect(isTemplate(value)).toBe(false);
});

it.each(['', 'a|b', 'a,b', 'a b', 'a\r\nb', '..', '$namespace', 'é', 'a'.repeat(64)])(
  'the team %j gets no header',
  (team) => {
    expect(fillTenant('$team', { ...TENANT, team })).toBeUndefined();
    expect(fillTenant('acme', { ...TENANT, team })).toBe('acme');
  },
);

it('no name of a team adds a tenant, a header or a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ0-_.|,$\r\n :é') }), (team) => {
      expect(fillTenant('a-$team', { ...TENANT, team }) ?? 'a-').toMatch(/^a-[A-Za-z0-9._-]*$/);
    }),
  );
});
