import { expect, it } from 'vitest';
import { z } from 'zod';
import { problemsOf } from '../../../src/api/issue.ts';
import { nameSettings, settingMs } from '../../../src/names/settings.ts';

const schema = z.strictObject(nameSettings);

it.each([
  [
    { teams: { a: { hosts: ['x.example.com'] }, b: { hosts: ['x.example.com'] } } },
    'teams.b.hosts: must not have x.example.com, which is declared for team a: declare it for one team',
  ],
  [
    { teams: { a: { ports: '1-10' }, b: { ports: '20, 5-7' } } },
    'teams.b.ports: must not have port 5, which is declared for team a: declare it for one team',
  ],
  [
    { teams: { a: { hosts: ['Shop'] } } },
    'teams.a.hosts.0: must be a lower-case DNS name such as shop.example.com or *.example.com',
  ],
  [{ teams: { a: { ports: '9-1' } } }, 'teams.a.ports: must be ports from 1 to 65535, the lower one first'],
  [
    { teams: { a: { issuers: ['letsencrypt'] } } },
    'teams.a.issuers.0: must be clusterissuer/<name> or issuer/<name>',
  ],
  [{ claims: { keepFor: '1 hour' } }, 'claims.keepFor: must be a number with s, m, h or d, such as 30m'],
])('refuses %j', (settings, expected) => {
  const parsed = schema.safeParse(settings, { reportInput: true });
  const problems = parsed.success ? [] : problemsOf(parsed.error);
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([expected]);
});

it('has a default for everything', () => {
  expect(schema.parse({})).toEqual({
    teams: {},
    limits: {},
    undeclared: 'auto',
    claims: { keepFor: '1h' },
  });
});

it('reads times', () => {
  expect(['30s', '5m', '1h', '2d'].map(settingMs)).toEqual([30_000, 300_000, 3_600_000, 172_800_000]);
});
