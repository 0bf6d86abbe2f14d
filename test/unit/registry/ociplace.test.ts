import { expect, it } from 'vitest';
import { ociPlaceOf, registryUrl } from '../../../src/registry/ociplace.ts';

it.each<readonly [string, object | undefined]>([
  ['oci://registry.example.com/shop', { host: 'registry.example.com', repository: 'shop' }],
  [
    'oci://Registry.example.com:5000/a/b-c/d.e__f',
    { host: 'registry.example.com:5000', repository: 'a/b-c/d.e__f' },
  ],
  ['oci://[::1]:5000/shop', { host: '[::1]:5000', repository: 'shop' }],
  ...[
    'https://registry.example.com/shop',
    'oci://',
    'oci://registry.example.com',
    'oci://registry.example.com/',
    'oci://registry.example.com//shop',
    'oci://registry.example.com/shop/',
    'oci://registry.example.com/Shop',
    'oci://registry.example.com/a:1',
    'oci://registry.example.com/a%2fb',
    'oci://registry.example.com/a?x',
    'oci://registry.example.com/a#x',
    'oci://user:pass@registry.example.com/a',
    'oci:registry.example.com/a',
  ].map((text) => [text, undefined] as const),
])('%s names %j', (text, place) => {
  expect(ociPlaceOf(text)).toEqual(place);
});

it('dots do not lead out of a repository', () => {
  expect(ociPlaceOf('oci://registry.example.com/a/../../v2/b')).toEqual({
    host: 'registry.example.com',
    repository: 'v2/b',
  });
});

it.each([
  ['registry.example.com', 'https://registry.example.com/'],
  ['plain.example.com:5000', 'http://plain.example.com:5000/'],
  ['plain.example.com', 'https://plain.example.com/'],
  ['127.0.0.1:5000', 'http://127.0.0.1:5000/'],
  ['localhost:5000', 'http://localhost:5000/'],
  ['localhost:5001', 'https://localhost:5001/'],
  ['localhost.example.com', 'https://localhost.example.com/'],
  ['docker.io', 'https://registry-1.docker.io/'],
])('%s answers at %s', (host, url) => {
  const stores = ['http://plain.example.com:5000', 'https://localhost:5001'].map(
    (origin) => ({ type: 'origin', origin }) as const,
  );
  expect(registryUrl(host, [{ type: 'public' }, ...stores]).href).toBe(url);
});
