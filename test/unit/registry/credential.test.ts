import { expect, it } from 'vitest';
import { authorizationOf, credentialOf } from '../../../src/registry/credential.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const DOCKER = JSON.stringify(
  {
    auths: {
      'https://index.docker.io/v1/': { auth: base64('hub:one') },
      'registry.example.com': { auth: base64('all:two') },
      'registry.example.com/team': { username: 'team', password: 'three' },
      'https://other.example.com:5000/': { registrytoken: 'abc' },
      'broken.example.com': { auth: base64('a:b\n') },
    },
  },
  null,
  2,
);

it.each([
  ['nothing', undefined, 'a.example.com', undefined],
  ['an empty key', '', 'a.example.com', undefined],
  ['a user and a password', 'me:pass:wörd', 'a.example.com', `Basic ${base64('me:pass:wörd')}`],
  ['a token', 'abc.def-ghi', 'a.example.com', 'Bearer abc.def-ghi'],
  ['an entry for the host', DOCKER, 'registry.example.com/shop', `Basic ${base64('all:two')}`],
  ['an entry for the path', DOCKER, 'registry.example.com/team/shop', `Basic ${base64('team:three')}`],
  ['no entry for half a name', DOCKER, 'registry.example.com/teams/shop', `Basic ${base64('all:two')}`],
  ['an entry for the registry of Docker', DOCKER, 'docker.io/team/shop', `Basic ${base64('hub:one')}`],
  ['by its other name', DOCKER, 'registry-1.docker.io/team/shop', `Basic ${base64('hub:one')}`],
  ['a token of an entry', DOCKER, 'other.example.com:5000/shop', 'Bearer abc'],
])('%s is sent', (_title, key, place, authorization) => {
  const credential = credentialOf(key, place);
  expect(credential && authorizationOf(credential)).toBe(authorization);
  expect(credential).toBeDefined();
});

it.each([
  ['a user and a password with a line break', 'me:password\n', 'a.example.com'],
  ['a token with a line break', 'abc\n', 'a.example.com'],
  ['a token with a space', 'abc def', 'a.example.com'],
  ['a configuration without the host', DOCKER, 'example.com/shop'],
  ['a configuration with another port', DOCKER, 'registry.example.com:5000/shop'],
  ['a configuration with a longer host', DOCKER, 'registry.example.com.evil.example/shop'],
  ['an entry that cannot be sent', DOCKER, 'broken.example.com/shop'],
  ['half a configuration', '{ "auths": ', 'a.example.com'],
  ['another configuration', '{ "credsStore": "desktop" }', 'a.example.com'],
])('%s is not sent', (_title, key, place) => {
  expect(credentialOf(key, place)).toBeUndefined();
});
