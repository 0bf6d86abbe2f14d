import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySchema } from '../../../../src/store/signature/policy.ts';
import { verifySignature } from '../../../../src/store/signature/verify.ts';
import {
  bundleByIdentity,
  bundleByKey,
  type Order,
  payloadByIdentity,
  payloadByKey,
  payloadFor,
  statementFor,
} from '../../../support/signatures.ts';
import { bundlesAt, payloadsAt, type RegistryContent, registryOf } from '../../../support/signedregistry.ts';
import { createSigstore, keyPair } from '../../../support/sigstore.ts';

const DIGEST = `sha256:${'5a'.repeat(32)}`;
const OTHER = `sha256:${'a5'.repeat(32)}`;

const SUBJECT = 'https://ci.example.com/acme/shop';
const ISSUER = 'https://issuer.example.com';

const sigstore = createSigstore();
const stranger = createSigstore();
const signer = keyPair();
const [payload, statement] = [payloadFor(DIGEST), statementFor(DIGEST)];

const BY_KEY = verifySchema.parse({ keys: [pemOf(keyPair()), pemOf(signer)] });
const BY_IDENTITY = policyFor(SUBJECT);

const { signal } = new AbortController();

function pemOf({ publicKey }: ReturnType<typeof keyPair>) {
  return publicKey.export({ type: 'spki', format: 'pem' });
}

function policyFor(subject: string, issuer = ISSUER) {
  return verifySchema.parse({ identities: [{ issuer, subject }], trustedRoot: sigstore.trustedRoot });
}

function verified(content: RegistryContent, policy = BY_IDENTITY) {
  return verifySignature(registryOf(content), { digest: DIGEST, policy }, signal);
}

/** Bundle with other members at a path. */
function changed(bundle: Buffer, change: (parsed: Bundle) => void): Buffer {
  const parsed = JSON.parse(bundle.toString()) as Bundle;
  change(parsed);
  return Buffer.from(JSON.stringify(parsed));
}

/** Bundle, as far as tests spoil it. */
interface Bundle {
  mediaType: string;
  messageSignature?: object;
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string }[] };
  verificationMaterial: {
    publicKey?: object;
    certificate?: { rawBytes: string };
    tlogEntries: {
      integratedTime: string;
      inclusionPromise?: object;
      inclusionProof: { checkpoint: { envelope: unknown } };
    }[];
  };
}

function byIdentity(order: Order = {}, world = sigstore) {
  return bundleByIdentity(world, statement, order);
}

const SIGNED = { type: 'signed', by: `${SUBJECT} (${ISSUER})` };

describe('a signature is accepted', () => {
  it.each<[string, RegistryContent]>([
    ['in a bundle by the API for referrers', bundlesAt(DIGEST, [byIdentity()])],
    ['in a bundle by the tag', bundlesAt(DIGEST, [byIdentity()], 'tag')],
    ['at the older tag', payloadsAt(DIGEST, [payloadByIdentity(sigstore, payload)])],
    ['long after its certificate', bundlesAt(DIGEST, [byIdentity({ time: new Date('2026-01-01') })])],
    [
      'after others',
      bundlesAt(DIGEST, [Buffer.from('<html>'), bundleByKey(keyPair(), statement), byIdentity()]),
    ],
    [
      'at the older tag after bundles',
      {
        ...bundlesAt(DIGEST, [bundleByKey(keyPair(), statement)]),
        ...payloadsAt(DIGEST, [payloadByIdentity(sigstore, payload)]),
      },
    ],
    [
      'as the last of 10,000 at the older tag',
      {
        ...payloadsAt(DIGEST, [payloadByIdentity(sigstore, payload)]),
        [`manifests/${DIGEST.replace(':', '-')}.sig`]: lastOfMany(),
      },
    ],
  ])('%s', async (_title, content) => {
    expect(await verified(content)).toEqual(SIGNED);
  });

  it.each(['ecdsa', 'rsa', 'ed25519'])('of a key of %s', async (type) => {
    const pair =
      type === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : type === 'ed25519'
          ? generateKeyPairSync('ed25519')
          : keyPair();
    const signature = sign(type === 'ed25519' ? null : 'sha256', payload, pair.privateKey);
    const annotations = { 'dev.cosignproject.cosign/signature': signature.toString('base64') };
    const content = payloadsAt(DIGEST, [{ payload, annotations }]);
    expect(await verified(content, verifySchema.parse({ keys: [pemOf(pair)] }))).toMatchObject({
      type: 'signed',
    });
    expect(await verified(content, BY_KEY)).toMatchObject({ fault: { type: 'other-key' } });
  });

  it('of all subjects that begin so, where /* ends one', async () => {
    const content = bundlesAt(DIGEST, [byIdentity()]);
    expect(await verified(content, policyFor('https://ci.example.com/acme/*'))).toEqual(SIGNED);
    expect(await verified(content, policyFor('https://ci.example.com/ac/*'))).toMatchObject({
      fault: { type: 'other-identity' },
    });
  });
});

/** Manifest with many layers, of which the last one is a signature. */
function lastOfMany(): string {
  const one = payloadsAt(DIGEST, [payloadByIdentity(sigstore, payload)]);
  const manifest = JSON.parse(String(one[`manifests/${DIGEST.replace(':', '-')}.sig`])) as {
    layers: { mediaType: string }[];
  };
  const { layers } = manifest;
  const none = { mediaType: 'a', digest: `sha256:${'0'.repeat(64)}` };
  return JSON.stringify({ layers: [...Array.from({ length: 9_999 }, () => none), ...layers] });
}

describe('nothing is accepted', () => {
  it('where there is no signature', async () => {
    expect(await verified({})).toEqual({ type: 'unsigned' });
    expect(await verified({}, BY_KEY)).toEqual({ type: 'unsigned' });
    const page = '<html>canary</html>';
    const content = {
      [`referrers/${DIGEST}`]: page,
      [`manifests/${DIGEST.replace(':', '-')}`]: page,
      [`manifests/${DIGEST.replace(':', '-')}.sig`]: page,
    };
    expect(await verified(content)).toEqual({ type: 'unsigned' });
  });

  it.each<[string, RegistryContent, string]>([
    ['another key', payloadsAt(DIGEST, [payloadByKey(keyPair(), payload)]), 'other-key'],
    ['another key, in a bundle', bundlesAt(DIGEST, [bundleByKey(keyPair(), statement)]), 'other-key'],
    ['another digest', payloadsAt(DIGEST, [payloadByKey(signer, payloadFor(OTHER))]), 'other-digest'],
    [
      'another digest, in a bundle',
      bundlesAt(DIGEST, [bundleByKey(signer, statementFor(OTHER))]),
      'other-digest',
    ],
    [
      'a payload that was changed after it',
      payloadsAt(DIGEST, [{ ...payloadByKey(signer, payloadFor(OTHER)), payload }]),
      'other-key',
    ],
    [
      'a statement that was changed after it',
      bundlesAt(DIGEST, [
        changed(bundleByKey(signer, statementFor(OTHER)), ({ dsseEnvelope }) => {
          dsseEnvelope.payload = statement.toString('base64');
        }),
      ]),
      'other-key',
    ],
    [
      'an attestation, which says nothing of the maker',
      bundlesAt(DIGEST, [bundleByKey(signer, statementFor(DIGEST, 'https://slsa.dev/provenance/v1'))]),
      'other-form',
    ],
    [
      'a payload of another type',
      payloadsAt(DIGEST, [
        payloadByKey(signer, Buffer.from(payload.toString().replace('cosign container', 'atomic container'))),
      ]),
      'other-form',
    ],
    [
      'an envelope of another type',
      bundlesAt(DIGEST, [
        changed(bundleByKey(signer, statement), ({ dsseEnvelope }) => {
          dsseEnvelope.payloadType = 'text/plain';
        }),
      ]),
      'other-form',
    ],
    [
      'two signatures in an envelope',
      bundlesAt(DIGEST, [
        changed(bundleByKey(signer, statement), ({ dsseEnvelope: { signatures } }) => {
          signatures.push(...signatures);
        }),
      ]),
      'other-form',
    ],
    ['a page in place of a signature', bundlesAt(DIGEST, [Buffer.from('<html>canary</html>')]), 'other-form'],
    ['a signature of a megabyte', bundlesAt(DIGEST, [Buffer.alloc(2 ** 20, ' ')]), 'other-form'],
    [
      'no signature beside a payload',
      payloadsAt(DIGEST, [{ payload, annotations: { 'dev.cosignproject.cosign/signature': '<b>' } }]),
      'other-form',
    ],
  ])('of %s', async (_title, content, fault) => {
    expect(await verified(content, BY_KEY)).toEqual({
      type: 'signature-untrusted',
      signatures: 1,
      fault: { type: fault },
    });
  });

  it('at the older tag, where its layer has another type', async () => {
    const content = payloadsAt(DIGEST, [payloadByKey(signer, payload)]);
    const path = `manifests/${DIGEST.replace(':', '-')}.sig`;
    const other = String(content[path]).replace('simplesigning.v1+json', 'simplesigning.v1+html');
    expect(await verified({ ...content, [path]: other }, BY_KEY)).toEqual({ type: 'unsigned' });
    expect(await verified(content, BY_KEY)).toMatchObject({ type: 'signed' });
  });

  it.each([
    ['contains the wanted one', `${SUBJECT}/evil`],
    ['ends with the wanted one', `https://evil.example.com/?${SUBJECT}`],
    ['is like the wanted one as a pattern', SUBJECT.replace('ci.example', 'ciXexample')],
    ['begins with the wanted one', `${SUBJECT}s`],
  ])('of a subject that %s', async (_title, subject) => {
    for (const content of [
      bundlesAt(DIGEST, [byIdentity({ subject })]),
      payloadsAt(DIGEST, [payloadByIdentity(sigstore, payload, { subject })]),
    ]) {
      expect(await verified(content)).toMatchObject({
        fault: { type: 'other-identity', subject, issuer: ISSUER },
      });
    }
  });

  it('of another issuer', async () => {
    const issuer = 'https://evil.example.com';
    expect(await verified(bundlesAt(DIGEST, [byIdentity({ issuer })]))).toMatchObject({
      fault: { type: 'other-identity', subject: SUBJECT, issuer },
    });
  });

  const OLD = new Date('2026-01-01T00:00:00Z');

  it.each<[string, RegistryContent, RegExp]>([
    ['the certificate is of another authority', bundlesAt(DIGEST, [byIdentity({}, stranger)]), /certificate/],
    [
      'the certificate had expired',
      bundlesAt(DIGEST, [byIdentity({ from: OLD, to: new Date(OLD.getTime() + 600_000) })]),
      /certificate/,
    ],
    [
      'the certificate had expired, at the older tag',
      payloadsAt(DIGEST, [
        payloadByIdentity(sigstore, payload, { from: OLD, to: new Date(OLD.getTime() + 1) }),
      ]),
      /certificate/,
    ],
    ['no log has the certificate', bundlesAt(DIGEST, [byIdentity({ logged: false })]), /SCT/],
    [
      'the certificate is the authority itself',
      bundlesAt(DIGEST, [
        changed(byIdentity(), ({ verificationMaterial }) => {
          verificationMaterial.certificate = { rawBytes: sigstore.authority.toString('base64') };
        }),
      ]),
      /./,
    ],
    [
      'no log has the signature',
      bundlesAt(DIGEST, [
        changed(byIdentity(), ({ verificationMaterial }) => {
          verificationMaterial.tlogEntries = [];
        }),
      ]),
      /timestamps/,
    ],
    [
      'no log has the signature, at the older tag',
      payloadsAt(DIGEST, [withoutBundle(payloadByIdentity(sigstore, payload))]),
      /timestamps/,
    ],
    [
      'the time of the log is made up',
      bundlesAt(DIGEST, [
        changed(byIdentity(), ({ verificationMaterial: { tlogEntries } }) => {
          for (const entry of tlogEntries) {
            entry.integratedTime = String(Number(entry.integratedTime) + 1);
          }
        }),
      ]),
      /promise/,
    ],
    [
      'the log has promised nothing, so that the time is nobody’s',
      bundlesAt(DIGEST, [
        changed(byIdentity({ from: OLD }), ({ verificationMaterial: { tlogEntries } }) => {
          for (const entry of tlogEntries) {
            entry.integratedTime = String(OLD.getTime() / 1000 + 60);
            delete entry.inclusionPromise;
          }
        }),
      ]),
      /timestamps/,
    ],
    [
      'a log has another signature',
      bundlesAt(DIGEST, [
        changed(byIdentity(), ({ verificationMaterial }) => {
          const other = JSON.parse(bundleByIdentity(sigstore, statementFor(OTHER)).toString()) as Bundle;
          verificationMaterial.tlogEntries = other.verificationMaterial.tlogEntries;
        }),
      ]),
      /tlog entry/,
    ],
    [
      'a key stands in place of the certificate',
      bundlesAt(DIGEST, [bundleByKey(signer, statement)]),
      /certificate|timestamps|key/,
    ],
  ])('where %s', async (_title, content, problem) => {
    expect(await verified(content)).toMatchObject({
      type: 'signature-untrusted',
      fault: { type: 'not-proved', problem: expect.stringMatching(problem) },
    });
  });

  it('where it has no certificate, at the older tag', async () => {
    expect(await verified(payloadsAt(DIGEST, [payloadByKey(signer, payload)]))).toMatchObject({
      fault: { type: 'no-certificate' },
    });
  });

  it('of a message beside the envelope', async () => {
    const bundle = changed(bundleByIdentity(sigstore, statementFor(OTHER)), (parsed) => {
      parsed.messageSignature = {
        messageDigest: { algorithm: 'SHA2_256', digest: 'AAAA' },
        signature: parsed.dsseEnvelope.signatures[0]?.sig,
      };
      parsed.dsseEnvelope.payload = statement.toString('base64');
    });
    expect(await verified(bundlesAt(DIGEST, [bundle]))).toMatchObject({ fault: { type: 'not-proved' } });
  });

  it('says which signature comes nearest', async () => {
    const content = {
      ...bundlesAt(DIGEST, [Buffer.from('<html>'), byIdentity({ subject: 'mallory@example.com' })]),
      ...payloadsAt(DIGEST, [payloadByKey(signer, payloadFor(OTHER))]),
    };
    expect(await verified(content)).toEqual({
      type: 'signature-untrusted',
      signatures: 3,
      fault: { type: 'other-identity', subject: 'mallory@example.com', issuer: ISSUER },
    });
  });
});

function withoutBundle({ payload: signed, annotations }: ReturnType<typeof payloadByIdentity>) {
  const { 'dev.sigstore.cosign/bundle': _, ...others } = annotations;
  return { payload: signed, annotations: others };
}

describe('bounds', () => {
  it('of the signatures that are looked at', async () => {
    const bundles = Array.from({ length: 100 }, () => bundleByKey(keyPair(), statement));
    const payloads = Array.from({ length: 100 }, () => payloadByKey(keyPair(), payload));
    const registry = registryOf({ ...bundlesAt(DIGEST, bundles), ...payloadsAt(DIGEST, payloads) });
    expect(await verifySignature(registry, { digest: DIGEST, policy: BY_KEY }, signal)).toEqual({
      type: 'signature-untrusted',
      signatures: 64,
      fault: { type: 'other-key' },
    });
    expect(registry.asked).toHaveLength(2 + 3 * 32);
  });

  it('of lists', async () => {
    const huge = JSON.stringify({ manifests: Array(20_000).fill({ digest: OTHER }) });
    expect(await verified({ [`referrers/${DIGEST}`]: huge })).toMatchObject({ type: 'too-large' });
    const path = `manifests/${DIGEST.replace(':', '-')}.sig`;
    expect(await verified({ [path]: huge.replace('manifests', 'layers') })).toMatchObject({
      type: 'too-large',
    });
  });

  it.each([
    ['as a text', (pattern: string) => pattern],
    ['as a list that turns into a text', (pattern: string) => [pattern]],
  ])('of the time for the names of logs, which are patterns, %s', async (_title, form) => {
    const bundle = changed(byIdentity(), ({ verificationMaterial: { tlogEntries } }) => {
      for (const { inclusionProof } of tlogEntries) {
        const [note = '', line = ''] = String(inclusionProof.checkpoint.envelope).split('\n\n');
        const evil = line.replace(/\u2014 \S+/, `\u2014 ${'(.*)*'.repeat(8)}!`);
        inclusionProof.checkpoint.envelope = form(`${note}\n\n${evil}`);
      }
    });
    const start = performance.now();
    expect(await verified(bundlesAt(DIGEST, [bundle]))).toMatchObject({ fault: { type: 'not-proved' } });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('of the entries of logs', async () => {
    const bundle = changed(byIdentity(), ({ verificationMaterial: { tlogEntries } }) => {
      tlogEntries.push(...Array(4).fill(tlogEntries[0]));
    });
    expect(await verified(bundlesAt(DIGEST, [bundle]))).toMatchObject({ fault: { type: 'other-form' } });
  });
});
