import { describe, expect, it } from 'vitest';
import { present } from '../../../src/base/fields.ts';
import {
  bindCommandOf,
  keyAnnotations,
  keyBindingOf,
  keyRealmsOf,
  storeOriginOf,
} from '../../../src/objects/accesskey.ts';
import { secretOf } from '../../support/accesskey.ts';
import { installOf } from '../../support/plans.ts';

const STORE = 'https://hub.example.com:8443';

/** An install that names a store, of a generation of its spec. */
function installFrom(url: string, generation = 2) {
  const install = installOf({ market: { url, domain: 'd', accessKeySecretRef: { name: 'hub-key' } } });
  return { ...install, metadata: { ...install.metadata, generation } };
}

it.each([
  [undefined, []],
  ['', []],
  ['https://auth.example.com', ['https://auth.example.com']],
  [' HTTPS://Auth.example.com:443/ , http://auth:5000', ['https://auth.example.com', 'http://auth:5000']],
  ['https://a.example.com/path, auth.example.com, mailto:a', ['https://a.example.com']],
])('the annotation %j names %j for tokens', (text, origins) => {
  const secret = secretOf(undefined);
  const annotations = present({ 'stoa.dev/access-key-realms': text });
  expect(keyRealmsOf({ metadata: { ...secret.metadata, annotations } })).toEqual(origins);
});

describe('a Secret with an access key', () => {
  it.each([
    ['of the same origin', STORE, `${STORE}/market`, 'bound'],
    ['whose origin is spelled otherwise', 'HTTPS://Hub.example.com:8443/', STORE, 'bound'],
    ['of the default port', 'https://hub.example.com', 'https://hub.example.com:443', 'bound'],
    ['of another host', 'https://hub.example.com', 'https://thief.example.com', 'bound-elsewhere'],
    ['of a host that begins alike', STORE, 'https://hub.example.com.thief.example', 'bound-elsewhere'],
    ['of another port', STORE, 'https://hub.example.com', 'bound-elsewhere'],
    ['of the same host over plain http', STORE, 'http://hub.example.com:8443', 'bound-elsewhere'],
    ['of a registry', 'oci://registry.example.com', 'oci://Registry.example.com/team/charts', 'bound'],
    ['of another port of a registry', 'oci://a.example:5000', 'oci://a.example/charts', 'bound-elsewhere'],
    ['of a registry, for another', 'oci://a.example', 'oci://a.example.thief.example', 'bound-elsewhere'],
    ['of the same host, which is no registry', 'https://a.example', 'oci://a.example', 'bound-elsewhere'],
    ['of two URLs without an origin', 'mailto:a', 'mailto:a', 'bound-elsewhere'],
    ['of none', '', STORE, 'bound-elsewhere'],
    ['without a store', undefined, STORE, 'unbound'],
  ])('%s', (_, origin, url, expected) => {
    expect(keyBindingOf(secretOf(origin), installFrom(url))).toBe(expected);
  });

  it.each([
    ['is bound while the install is as it was created', 1, 'install-uid', 'bound'],
    ['is not bound once the install has been edited', 2, 'install-uid', 'unbound'],
    ['is not bound for another install', 1, 'another', 'unbound'],
  ])('that a former version wrote for an install %s', (_, generation, uid, expected) => {
    const secret = secretOf(undefined, [
      { apiVersion: 'stoa.dev/v1alpha1', kind: 'MarketInstall', name: 's', uid },
    ]);
    expect(keyBindingOf(secret, installFrom(STORE, generation))).toBe(expected);
  });

  it('is bound by the annotations that it is written with', () => {
    const [origin] = Object.values(keyAnnotations(`${STORE}/market`));
    expect(keyBindingOf(secretOf(origin), installFrom(STORE))).toBe('bound');
    expect(keyAnnotations('not a URL')).toEqual({});
  });

  it('is bound by a command that names the origin', () => {
    expect(bindCommandOf('hub-key', installFrom(`${STORE}/market`))).toBe(
      `kubectl annotate secret hub-key -n team stoa.dev/access-key-for=${STORE} --overwrite`,
    );
  });
});

it.each(['https://a;reboot', 'https://a$(id)', "https://a'b", 'https://a`id`', 'ftp://a', 'file:///a', 'a'])(
  '%s is no origin that a command may contain',
  (url) => {
    expect(storeOriginOf(url)).toBeUndefined();
    expect(bindCommandOf('hub-key', installFrom(url))).toBeUndefined();
  },
);

it.each(['https://[2001:db8::1]:8443', 'http://10.0.0.1:8080', 'https://my_store.example'])(
  '%s is an origin',
  (url) => expect(storeOriginOf(url)).toBe(url),
);
