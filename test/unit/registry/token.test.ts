import { expect, it } from 'vitest';
import { challengeOf, realmRefusal } from '../../../src/registry/token.ts';
import type { Realms } from '../../../src/store/request.ts';

const bearer = (realm: string, service?: string, scope?: string) => ({
  type: 'bearer',
  realm,
  service,
  scope,
});

it.each([
  ['', { type: 'none' }],
  ['Negotiate', { type: 'none' }],
  ['Basic realm="Registry Realm"', { type: 'basic' }],
  ['Digest realm="x", basic realm="y"', { type: 'basic' }],
  [
    'Bearer realm="https://auth.example.com/token",service="registry",scope="repository:a/b:pull"',
    bearer('https://auth.example.com/token', 'registry', 'repository:a/b:pull'),
  ],
  [
    'Basic realm="x", bearer Realm="https://a.example.com", SERVICE="s"',
    bearer('https://a.example.com', 's'),
  ],
  ['Bearer realm=unquoted', bearer('')],
  ['Bearer error="invalid_token"', bearer('')],
])('%j is understood', (header, challenge) => {
  expect(challengeOf(header)).toEqual(challenge);
});

const NAMED = ['https://auth.example.com', 'http://auth.example.com:5001'];

it.each<[string, string, Realms, string | undefined]>([
  ['https://r.example.com', 'https://r.example.com/token', [], undefined],
  ['https://r.example.com', 'https://r.example.com:443/token', [], undefined],
  ['https://r.example.com', 'https://r.example.com:8443/token', [], 'realm-not-named'],
  ['https://r.example.com', 'http://r.example.com/token', [], 'key-at-risk'],
  ['http://r.example.com:5000', 'http://r.example.com:5000/token', [], undefined],
  ['http://r.example.com:5000', 'http://r.example.com:5001/token', [], 'realm-not-named'],
  ['http://r.example.com:5000', 'https://r.example.com:5000/token', [], 'realm-not-named'],
  ['https://r.example.com', 'https://auth.example.com/token', [], 'realm-not-named'],
  ['https://r.example.com', 'https://auth.example.com/token', NAMED, undefined],
  ['https://r.example.com', 'https://auth.example.com:444/token', NAMED, 'realm-not-named'],
  ['https://r.example.com', 'https://auth.example.com.thief.example/token', NAMED, 'realm-not-named'],
  ['https://r.example.com', 'https://x.auth.example.com/token', NAMED, 'realm-not-named'],
  ['https://r.example.com', 'http://auth.example.com:5001/token', NAMED, 'key-at-risk'],
  ['http://r.example.com', 'http://auth.example.com:5001/token', NAMED, undefined],
  ['https://registry-1.docker.io', 'https://auth.docker.io/token', [], undefined],
  ['https://registry-1.docker.io', 'https://auth.docker.io.thief.example/token', [], 'realm-not-named'],
  ['https://r.example.com', 'https://auth.docker.io/token', [], 'realm-not-named'],
  ['https://r.example.com', 'https://auth.example.com/token', 'any', undefined],
  ['http://r.example.com', 'http://auth.example.com/token', 'any', 'key-at-risk'],
])('%s may have a key go to %s, where %j are named: %s', (base, realm, realms, refusal) => {
  expect(realmRefusal(new URL(realm), { base: new URL(base), realms })?.type).toBe(refusal);
});
