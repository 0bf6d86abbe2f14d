import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifySchema } from '../../../../src/store/signature/policy.ts';
import { verifySignature } from '../../../../src/store/signature/verify.ts';
import { registryOf } from '../../../support/signedregistry.ts';
import { keyPair } from '../../../support/sigstore.ts';

/** Signatures that cosign 2.6.5 and 3.1.3 have written to a registry of Distribution, by `test/signatures/run.ts`. */
interface Recorded {
  readonly key: string;
  readonly identity: { readonly issuer: string; readonly subject: string };
  readonly trustedRoot: object;
  readonly recorded: readonly {
    readonly name: string;
    readonly digest: string;
    readonly content: Readonly<Record<string, string>>;
  }[];
}

const { key, identity, trustedRoot, recorded } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../signatures/recorded.json'), 'utf8'),
) as Recorded;

const { signal } = new AbortController();

const BY_KEY = verifySchema.parse({ keys: [key] });
const BY_IDENTITY = verifySchema.parse({ identities: [identity], trustedRoot });
const BY_OTHERS = [
  verifySchema.parse({ keys: [keyPair().publicKey.export({ type: 'spki', format: 'pem' })] }),
  verifySchema.parse({ identities: [{ ...identity, subject: `${identity.subject}.1` }], trustedRoot }),
];

describe.each(recorded)('the signature of $name', ({ name, digest, content }) => {
  const isByKey = name.startsWith('a key');

  it('is that of the signer', async () => {
    const policy = isByKey ? BY_KEY : BY_IDENTITY;
    expect(await verifySignature(registryOf(content), { digest, policy }, signal)).toEqual({
      type: 'signed',
      by: isByKey
        ? expect.stringMatching(/^key sha256:[0-9a-f]{64}$/)
        : `${identity.subject} (${identity.issuer})`,
    });
  });

  it('is that of nobody else', async () => {
    for (const policy of [...BY_OTHERS, isByKey ? BY_IDENTITY : BY_KEY]) {
      expect(await verifySignature(registryOf(content), { digest, policy }, signal)).toMatchObject({
        type: 'signature-untrusted',
        signatures: 1,
      });
    }
  });

  it('is for nothing else', async () => {
    const other = `sha256:${'ab'.repeat(32)}`;
    const moved = Object.fromEntries(
      Object.entries(content).map(([path, text]) => [
        path.replace(digest.replace(':', '-'), other.replace(':', '-')),
        text,
      ]),
    );
    const policy = isByKey ? BY_KEY : BY_IDENTITY;
    expect(await verifySignature(registryOf(moved), { digest: other, policy }, signal)).toEqual({
      type: 'signature-untrusted',
      signatures: 1,
      fault: { type: 'other-digest' },
    });
  });
});
