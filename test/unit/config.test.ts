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

it.each([
  ['public', { type: 'public' }],
  ['10.20.0.0/16', { type: 'range', address: '10.20.0.0', prefix: 16 }],
  ['10.20.0.1', { type: 'range', address: '10.20.0.1', prefix: 32 }],
  ['fd00::/8', { type: 'range', address: 'fd00::', prefix: 8 }],
  ['::1', { type: 'range', address: '::1', prefix: 128 }],
  ['https://hub.example.com', { type: 'origin', origin: 'https://hub.example.com' }],
  ['http://store.market.svc:8080/', { type: 'origin', origin: 'http://store.market.svc:8080' }],
])('stores may be at %s', (text, allowed) => {
  expect(parseConfig(`${gateway}\nmarket: { stores: ["${text}"] }`, 'file').market.stores).toEqual([allowed]);
});

it.each([
  'private',
  '10.20.0.0/33',
  '10.20.0.0/',
  '10.20.0.0/8/8',
  'fd00::/129',
  '10.20/16',
  'hub.example.com',
  'ftp://hub.example.com',
  'https://hub.example.com/path',
  'https://user@hub.example.com',
])('stores cannot be at %s', (text) => {
  const config = () => parseConfig(`${gateway}\nmarket: { stores: ["${text}"] }`, 'file');
  expect(config).toThrow('file: market.stores.0: must be public, an address or range');
});
