import { expect, it } from 'vitest';
import { challengeOf } from '../../../src/registry/token.ts';

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
