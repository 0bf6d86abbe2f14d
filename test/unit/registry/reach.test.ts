import { expect, it } from 'vitest';
import { gateTo } from '../../../src/registry/reach.ts';
import { type Allowed, createGuard } from '../../../src/store/guard.ts';

const STORES: readonly Allowed[] = [
  { type: 'range', address: '10.0.0.0', prefix: 8 },
  { type: 'origin', origin: 'https://storage.example.com' },
  ...['registry.example.com/acme', 'other.example.com:5000', 'docker.io/acme'].map(
    (place): Allowed => ({ type: 'registry', place, policy: { type: 'keys', keys: [] } }),
  ),
];

function permits(place: string, url: string, address = '1.1.1.1'): boolean {
  const [host = '', ...path] = place.split('/');
  const gate = { guard: createGuard(STORES), resolve: async () => [] };
  const { guard } = gateTo({ gate, stores: STORES }, { host, repository: path.join('/') });
  return guard(new URL(url), address);
}

it.each<[string, string, boolean]>([
  ['registry.example.com/acme', 'https://registry.example.com', true],
  ['registry.example.com/acme/apps/shop', 'https://registry.example.com', true],
  ['registry.example.com/acme/shop', 'http://registry.example.com', false],
  ['registry.example.com/acme/shop', 'https://registry.example.com:8443', false],
  ['registry.example.com/acmex/shop', 'https://registry.example.com', false],
  ['registry.example.com/shop', 'https://registry.example.com', false],
  ['registry.example.com/evil/acme', 'https://registry.example.com', false],
  ['registry.example.com:8443/acme/shop', 'https://registry.example.com:8443', false],
  ['other.example.com:5000/any/shop', 'https://other.example.com:5000', true],
  ['docker.io/acme/shop', 'https://registry-1.docker.io', true],
  ['docker.io/library/shop', 'https://registry-1.docker.io', false],
])('for %s, %s may be asked: %j', (place, url, permitted) => {
  expect(permits(place, url)).toBe(permitted);
});

it('a repository that is listed may be asked for where its registry redirects to, as far as that is listed', () => {
  const place = 'registry.example.com/acme/shop';
  expect(permits(place, 'https://storage.example.com')).toBe(true);
  expect(permits(place, 'https://other.example.com:5000')).toBe(true);
  expect(permits(place, 'https://else.example.com')).toBe(false);
});

it('what other entries list may be asked for any repository', () => {
  for (const place of ['registry.example.com/acme/shop', 'registry.example.com/evil/shop']) {
    expect(permits(place, 'https://registry.example.com', '10.0.0.1')).toBe(true);
    expect(permits(place, 'http://storage.example.com', '10.0.0.1')).toBe(true);
    expect(permits(place, 'https://storage.example.com')).toBe(true);
  }
});
