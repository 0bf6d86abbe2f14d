import { describe, expect, it } from 'vitest';
import { accessKeyOf } from '../../../../src/install/template/accesskey.ts';
import { secretOf } from '../../../support/accesskey.ts';
import { installOf } from '../../../support/plans.ts';

const STORE = 'https://hub.example.com';

const REF = { name: 'hub-key' };

function installFrom(url: string) {
  const install = installOf({ market: { url, domain: 'd', accessKeySecretRef: REF } });
  return { ...install, metadata: { ...install.metadata, generation: 2 } };
}

describe('the access key of an install', () => {
  it('is that of a Secret for its store', () => {
    const key = accessKeyOf(installFrom(STORE), REF, secretOf(STORE));
    expect(key).toEqual({ type: 'usable', value: 'secret', realms: [] });
  });

  it('may go to the hosts that its Secret names for tokens', () => {
    const { metadata, ...rest } = secretOf(STORE);
    const named = { 'stoa.dev/access-key-realms': 'https://auth.example.com' };
    const secret = { ...rest, metadata: { ...metadata, annotations: { ...metadata.annotations, ...named } } };
    expect(accessKeyOf(installFrom(STORE), REF, secret)).toMatchObject({
      realms: ['https://auth.example.com'],
    });
  });

  const command = `kubectl annotate secret hub-key -n team stoa.dev/access-key-for=${STORE} --overwrite`;

  it.each([
    ['the Secret is missing', STORE, REF, undefined, 'AccessKeyNotFound', 'there is no Secret hub-key'],
    [
      'the key is missing in it',
      STORE,
      { ...REF, key: 'token' },
      secretOf(STORE),
      'AccessKeyNotFound',
      'the Secret hub-key has no key token',
    ],
    [
      'the Secret names no store',
      STORE,
      REF,
      secretOf(undefined),
      'AccessKeyNotBound',
      `the Secret hub-key does not say which store its key is for; if the store of spec.market.url may have it: ${command}`,
    ],
    [
      'the Secret names another store',
      STORE,
      REF,
      secretOf('https://private.example.com'),
      'AccessKeyNotBound',
      `the key of the Secret hub-key is for another store, see its annotation stoa.dev/access-key-for; if the store of spec.market.url may have it: ${command}`,
    ],
    [
      'no command can name the store',
      'https://a;reboot',
      REF,
      secretOf(undefined),
      'AccessKeyNotBound',
      'the Secret hub-key does not say which store its key is for',
    ],
  ])('is not sent if %s', (_, url, ref, secret, reason, message) => {
    expect(accessKeyOf(installFrom(url), ref, secret)).toEqual({
      type: 'unusable',
      reason,
      message: `spec.market.accessKeySecretRef: ${message}`,
    });
  });

  it('does not tell whether a Secret that is not bound has the key', () => {
    const [without, withKey] = ['token', 'accessKey'].map((key) =>
      accessKeyOf(installFrom(STORE), { ...REF, key }, secretOf(undefined)),
    );
    expect(without).toEqual(withKey);
  });
});
