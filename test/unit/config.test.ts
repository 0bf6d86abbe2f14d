import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config.ts';

const gateway = 'gateway: { namespace: stoa-system, name: stoa }';

it('the documented settings are the defaults', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const documented = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
  expect(parseConfig(documented, 'page')).toEqual(parseConfig(gateway, 'file'));
});

it('a part of the operator can be set alone', () => {
  const text = `${gateway}\noperator: { leaderElection: { leaseSeconds: 3 } }`;
  const defaults = parseConfig(gateway, 'file').operator;
  expect(parseConfig(text, 'file').operator).toEqual({
    ...defaults,
    leaderElection: { ...defaults.leaderElection, leaseSeconds: 3 },
  });
});

it('every problem is told at once', () => {
  const text =
    'operator: { leaderElection: { leaseSeconds: 1, leaseName: "" }, drainSeconds: -1, unknown: 1 }';
  const told = ['gateway', 'leaseSeconds', 'leaseName', 'drainSeconds', 'unknown'];
  for (const part of told) {
    expect(() => parseConfig(text, 'file')).toThrow(part);
  }
});
