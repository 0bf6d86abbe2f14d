import { createHash, type KeyObject, sign } from 'node:crypto';
import { type CertificateOrder, type KeyPair, keyPair, pem, type Sigstore } from './sigstore.ts';

/** Older signature of cosign: the payload, and the annotations of its layer. */
export interface PayloadSignature {
  readonly payload: Buffer;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Payload by which cosign signs a digest. */
export function payloadFor(digest: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      critical: {
        identity: { 'docker-reference': '127.0.0.1/team/shop' },
        image: { 'docker-manifest-digest': digest },
        type: 'cosign container image signature',
      },
      optional: null,
    }),
  );
}

/** Statement by which cosign signs a digest. */
export function statementFor(digest: string, predicateType = 'https://sigstore.dev/cosign/sign/v1'): Buffer {
  return Buffer.from(
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ digest: { sha256: digest.replace('sha256:', '') } }],
      predicateType,
    }),
  );
}

/** Older signature by a key. */
export function payloadByKey({ privateKey }: KeyPair, payload: Buffer): PayloadSignature {
  const signature = sign('sha256', payload, privateKey).toString('base64');
  return { payload, annotations: { 'dev.cosignproject.cosign/signature': signature } };
}

/** Bundle by a key, as JSON. */
export function bundleByKey({ privateKey, publicKey }: KeyPair, statement: Buffer): Buffer {
  const signature = sign('sha256', envelopeBytes(statement), privateKey);
  return bundleOf(statement, signature, { publicKey: { hint: digestOf(spki(publicKey), 'base64') } });
}

/** Signature with a certificate: of whom, and when the log got it. */
export interface Order extends Partial<CertificateOrder> {
  readonly time?: Date;
}

const ORDER = { subject: 'https://ci.example.com/acme/shop', issuer: 'https://issuer.example.com' };

/** Older signature by an identity. */
export function payloadByIdentity(sigstore: Sigstore, payload: Buffer, order: Order = {}): PayloadSignature {
  const { certificate, privateKey } = ordered(sigstore, order);
  const signature = sign('sha256', payload, privateKey).toString('base64');
  const entry = sigstore.entry(
    {
      apiVersion: '0.0.1',
      kind: 'hashedrekord',
      spec: {
        data: { hash: { algorithm: 'sha256', value: digestOf(payload, 'hex') } },
        signature: {
          content: signature,
          publicKey: { content: Buffer.from(pem('CERTIFICATE', certificate)).toString('base64') },
        },
      },
    },
    order.time ?? new Date(),
  );
  const { body, integratedTime, logIndex, logId: logID, promise } = entry;
  return {
    payload,
    annotations: {
      'dev.cosignproject.cosign/signature': signature,
      'dev.sigstore.cosign/certificate': pem('CERTIFICATE', certificate),
      'dev.sigstore.cosign/chain': pem('CERTIFICATE', sigstore.authority),
      'dev.sigstore.cosign/bundle': JSON.stringify({
        SignedEntryTimestamp: promise,
        Payload: { body, integratedTime, logIndex, logID },
      }),
    },
  };
}

/** Bundle by an identity, as JSON; `change` may spoil its parts. */
export function bundleByIdentity(sigstore: Sigstore, statement: Buffer, order: Order = {}): Buffer {
  const { certificate, privateKey } = ordered(sigstore, order);
  const signature = sign('sha256', envelopeBytes(statement), privateKey);
  const entry = sigstore.entry(
    {
      apiVersion: '0.0.1',
      kind: 'dsse',
      spec: {
        payloadHash: { algorithm: 'sha256', value: digestOf(statement, 'hex') },
        signatures: [
          {
            signature: signature.toString('base64'),
            verifier: Buffer.from(pem('CERTIFICATE', certificate)).toString('base64'),
          },
        ],
      },
    },
    order.time ?? new Date(),
  );
  const { body, integratedTime, logId, promise, checkpoint, root } = entry;
  return bundleOf(statement, signature, {
    certificate: { rawBytes: certificate.toString('base64') },
    tlogEntries: [
      {
        logIndex: '0',
        logId: { keyId: Buffer.from(logId, 'hex').toString('base64') },
        kindVersion: { kind: 'dsse', version: '0.0.1' },
        integratedTime: String(integratedTime),
        inclusionPromise: { signedEntryTimestamp: promise },
        inclusionProof: {
          logIndex: '0',
          rootHash: Buffer.from(root, 'hex').toString('base64'),
          treeSize: '1',
          hashes: [],
          checkpoint: { envelope: checkpoint },
        },
        canonicalizedBody: body,
      },
    ],
  });
}

function ordered(sigstore: Sigstore, { time = new Date(), ...order }: Order) {
  const { privateKey, publicKey } = keyPair();
  const from = new Date(time.getTime() - 60_000);
  return { certificate: sigstore.certificate({ ...ORDER, publicKey, from, ...order }), privateKey };
}

function bundleOf(statement: Buffer, signature: Buffer, verificationMaterial: object): Buffer {
  return Buffer.from(
    JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial,
      dsseEnvelope: {
        payload: statement.toString('base64'),
        payloadType: 'application/vnd.in-toto+json',
        signatures: [{ sig: signature.toString('base64') }],
      },
    }),
  );
}

/** Bytes of a statement that are signed. */
function envelopeBytes(statement: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${statement.length} `),
    statement,
  ]);
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function digestOf(content: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(content).digest(encoding);
}
