import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../src/config.ts';
import { gateTo } from '../../../../src/registry/reach.ts';
import { createGuard } from '../../../../src/store/guard.ts';
import { policyOf } from '../../../../src/store/signature/policyof.ts';
import { createSigstore, keyPair } from '../../../support/sigstore.ts';

const { publicKey, privateKey } = keyPair();
const KEY = publicKey.export({ type: 'spki', format: 'pem' });
const { trustedRoot } = createSigstore();
const IDENTITY = { issuer: 'https://issuer.example.com', subject: 'https://ci.example.com/acme/*' };

function storesOf(...stores: readonly unknown[]) {
  const config = { gateway: { namespace: 'stoa', name: 'stoa' }, market: { stores } };
  return parseConfig(JSON.stringify(config), 'test').market.stores;
}

function entry(verify: object, url = 'oci://registry.example.com/acme') {
  return { url, verify };
}

describe('an entry with verify', () => {
  it('is a registry whose charts are signed, over https', () => {
    const stores = storesOf(
      '10.0.0.0/8',
      entry({ keys: [KEY] }, 'oci://Registry.example.com:8443/acme/'.toLowerCase()),
    );
    expect(stores).toMatchObject([
      { type: 'range' },
      { type: 'registry', place: 'registry.example.com:8443/acme' },
    ]);
    const gate = { guard: createGuard(stores), resolve: async () => [] };
    const place = { host: 'registry.example.com:8443', repository: 'acme/shop' };
    const { guard } = gateTo({ gate, stores }, place);
    expect(guard(new URL('https://registry.example.com:8443/v2/'), '1.2.3.4')).toBe(true);
    expect(guard(new URL('http://registry.example.com:8443/v2/'), '1.2.3.4')).toBe(false);
    expect(guard(new URL('https://registry.example.com/v2/'), '1.2.3.4')).toBe(false);
  });

  it('has identities with a trusted root', () => {
    expect(storesOf(entry({ identities: [IDENTITY], trustedRoot }))).toMatchObject([
      { policy: { type: 'identities', identities: [IDENTITY], trustedRoot } },
    ]);
  });

  const pem = (type: 'rsa' | 'ec' | 'ed448', options: object) =>
    generateKeyPairSync(type as 'rsa', options as { modulusLength: number }).publicKey.export({
      type: 'spki',
      format: 'pem',
    });

  it.each<[string, object, string]>([
    [
      'an HTTP repository',
      entry({ keys: [KEY] }, 'https://charts.example.com'),
      'market.stores.0.url: must be a registry such as oci://registry.example.com/team: signatures of cosign are in registries alone, so HTTP repositories have none',
    ],
    ['public', entry({ keys: [KEY] }, 'public'), 'market.stores.0.url: must be a registry'],
    [
      'a port that is none',
      entry({ keys: [KEY] }, 'oci://registry.example.com:99999'),
      'market.stores.0.url: must be a registry',
    ],
    ['no verify', { url: 'oci://registry.example.com' }, 'market.stores.0.verify: is required'],
    ['nothing to verify', entry({}), 'market.stores.0.verify: must have keys, or identities and trustedRoot'],
    ['no keys', entry({ keys: [] }), 'market.stores.0.verify.keys: must have at least 1 entries'],
    [
      'keys and identities',
      entry({ keys: [KEY], identities: [IDENTITY], trustedRoot }),
      'must have keys, or identities',
    ],
    ['identities alone', entry({ identities: [IDENTITY] }), 'must have keys, or identities and trustedRoot'],
    [
      'a key that is none',
      entry({ keys: ['cosign.pub'] }),
      'market.stores.0.verify.keys.0: must be a public key in PEM',
    ],
    [
      'a private key',
      entry({ keys: [privateKey.export({ type: 'pkcs8', format: 'pem' })] }),
      'keys.0: must be a public key',
    ],
    ['a short key', entry({ keys: [pem('rsa', { modulusLength: 1024 })] }), 'keys.0: must be a public key'],
    [
      'a key of another curve',
      entry({ keys: [pem('ec', { namedCurve: 'secp256k1' })] }),
      'keys.0: must be a public key',
    ],
    ['a key of another type', entry({ keys: [pem('ed448', {})] }), 'keys.0: must be a public key'],
    [
      'a pattern',
      entry({ identities: [{ ...IDENTITY, subject: 'https://ci.*/acme' }], trustedRoot }),
      'identities.0.subject: must be a mail address or a URI',
    ],
    [
      'a part of a name',
      entry({ identities: [{ ...IDENTITY, subject: 'https://ci.example.com/ac*' }], trustedRoot }),
      'identities.0.subject: must be',
    ],
    [
      'everybody',
      entry({ identities: [{ ...IDENTITY, subject: '/*' }], trustedRoot }),
      'identities.0.subject: must be',
    ],
    [
      'an empty root',
      entry({ identities: [IDENTITY], trustedRoot: {} }),
      'trustedRoot.certificateAuthorities: is required',
    ],
    [
      'a root without logs',
      entry({ identities: [IDENTITY], trustedRoot: { ...trustedRoot, tlogs: [] } }),
      'trustedRoot.tlogs: must have at least 1',
    ],
    [
      'a root of another form',
      entry({
        identities: [IDENTITY],
        trustedRoot: { ...trustedRoot, ctlogs: [{ publicKey: { rawBytes: 'AAAA' } }] },
      }),
      'trustedRoot.ctlogs.0.publicKey.rawBytes: must be a public key',
    ],
  ])('is refused with %s', (_title, store, problem) => {
    expect(() => storesOf(store)).toThrow(problem);
  });

  it('is the only one for its place', () => {
    expect(() =>
      storesOf(entry({ keys: [KEY] }), entry({ keys: [KEY] }, 'oci://registry.example.com:443/acme/')),
    ).toThrow('market.stores: must have one entry for each registry or path in one');
  });
});

describe('the policy for a repository', () => {
  const stores = storesOf(
    'public',
    entry({ keys: [KEY] }, 'oci://registry.example.com/acme'),
    entry({ identities: [IDENTITY], trustedRoot }, 'oci://registry.example.com/acme/apps'),
    entry({ keys: [KEY] }, 'oci://docker.io'),
    entry({ keys: [KEY] }, 'oci://registry.example.com:5000'),
    entry({ keys: [KEY] }, 'oci://[0:0:0:0:0:0:0:1]:5000/acme'),
    entry({ keys: [KEY] }, 'oci://2130706433/acme'),
  );

  it.each([
    ['registry.example.com', 'acme', 'keys'],
    ['registry.example.com', 'acme/shop', 'keys'],
    ['registry.example.com.', 'acme/shop', 'keys'],
    ['registry.example.com:443', 'acme/shop', 'keys'],
    ['registry.example.com', 'acme/apps/shop', 'identities'],
    ['registry.example.com', 'acme/appsx/shop', 'keys'],
    ['registry.example.com', 'acmex/shop', undefined],
    ['registry.example.com', 'shop', undefined],
    ['other.example.com', 'acme/shop', undefined],
    ['registry.example.com:5000', 'shop', 'keys'],
    ['[::1]:5000', 'acme/shop', 'keys'],
    ['127.0.0.1', 'acme/shop', 'keys'],
    ['docker.io', 'acme/shop', 'keys'],
    ['registry-1.docker.io', 'acme/shop', 'keys'],
    ['index.docker.io', 'acme/shop', 'keys'],
  ])('at %s of %s', (host, repository, type) => {
    expect(policyOf(stores, { host, repository })?.type).toBe(type);
  });
});
