import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { der, oid, sequence, utcTime } from './der.ts';

/** Keys of somebody who signs, or of an authority or log. */
export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Certificate to issue; the authority of Sigstore gives each a life of ten minutes. */
export interface CertificateOrder {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  /** Times between which it is valid. */
  readonly from?: Date;
  readonly to?: Date;
  /** Whether the log of certificates has it. */
  readonly logged?: boolean;
}

/** Entry of a log of signatures, with the proofs of it. */
interface LogEntry {
  /** Its content in base64. */
  readonly body: string;
  readonly integratedTime: number;
  readonly logIndex: number;
  /** In hexadecimal digits. */
  readonly logId: string;
  /** Promise of the log, in base64. */
  readonly promise: string;
  readonly checkpoint: string;
  /** Root of the tree, in hexadecimal digits. */
  readonly root: string;
}

/** Authority and logs that work as those of Sigstore do. */
export interface Sigstore {
  /** Content of `trusted_root.json`. */
  readonly trustedRoot: object;
  readonly authority: Buffer;
  /** Keys of the log of certificates and of that of signatures. */
  readonly ctLog: KeyPair;
  readonly log: KeyPair;
  /** Certificate in DER. */
  certificate(order: CertificateOrder): Buffer;
  /** Entry of the log of signatures with a content, as of a time. */
  entry(content: object, time: Date): LogEntry;
}

const LOG = 'rekor.example.com';

/** Creates an authority and logs with keys of their own. */
export function createSigstore(): Sigstore {
  const [authority, ctLog, log] = [keyPair(), keyPair(), keyPair()];
  const name = commonName('stoa test authority');
  const year = 365 * 86_400_000;
  const self = certificateOf(authority, {
    serial: 1,
    issuer: name,
    subject: name,
    publicKey: authority.publicKey,
    validity: [new Date(Date.now() - year), new Date(Date.now() + year)],
    extensions: [
      extension('2.5.29.19', sequence(der(0x01, Buffer.from([0xff])))),
      extension('2.5.29.15', der(0x03, Buffer.from([1, 0x06]))),
    ],
  });
  return {
    trustedRoot: trustedRootOf(self, ctLog.publicKey, log.publicKey),
    authority: self,
    ctLog,
    log,
    certificate: (order) => issue({ authority, ctLog, name }, order),
    entry: (content, time) => entryOf(log, content, time),
  };
}

/** Keys of ECDSA P-256. */
export function keyPair(): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Text in PEM. */
export function pem(label: string, content: Uint8Array): string {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
  }
  return hash.digest();
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

interface Template {
  readonly serial: number;
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly publicKey: KeyObject;
  readonly validity: readonly [Date, Date];
  readonly extensions: readonly Buffer[];
}

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));

function unsignedCertificate(template: Template): Buffer {
  const { serial, issuer, subject, publicKey, validity, extensions } = template;
  return sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial])),
    ECDSA_SHA256,
    issuer,
    sequence(...validity.map(utcTime)),
    subject,
    spki(publicKey),
    der(0xa3, sequence(...extensions)),
  );
}

function certificateOf({ privateKey }: KeyPair, template: Template): Buffer {
  const content = unsignedCertificate(template);
  const signature = sign('sha256', content, privateKey);
  return sequence(content, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
}

function commonName(text: string): Buffer {
  return sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(text)))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}

interface Issuer {
  readonly authority: KeyPair;
  readonly ctLog: KeyPair;
  readonly name: Buffer;
}

function issue({ authority, ctLog, name }: Issuer, order: CertificateOrder): Buffer {
  const { subject, issuer, publicKey, from = new Date(), logged = true } = order;
  const { to = new Date(from.getTime() + 600_000) } = order;
  const template: Template = {
    serial: 2,
    issuer: name,
    subject: sequence(),
    publicKey,
    validity: [from, to],
    extensions: [
      extension('2.5.29.15', der(0x03, Buffer.from([7, 0x80]))),
      extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.3'))),
      extension('2.5.29.17', sequence(der(subject.includes('://') ? 0x86 : 0x81, Buffer.from(subject)))),
      extension('1.3.6.1.4.1.57264.1.8', der(0x0c, Buffer.from(issuer))),
    ],
  };
  if (!logged) {
    return certificateOf(authority, template);
  }
  const list = certificateTimestamp({ authority, ctLog, content: unsignedCertificate(template), time: from });
  const logging = extension('1.3.6.1.4.1.11129.2.4.2', der(0x04, list));
  return certificateOf(authority, { ...template, extensions: [...template.extensions, logging] });
}

/** List with the timestamp of a log for a certificate (RFC 6962). */
function certificateTimestamp({
  authority,
  ctLog,
  content,
  time,
}: Omit<Issuer, 'name'> & { readonly content: Buffer; readonly time: Date }): Buffer {
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(time.getTime()));
  const [length, entry] = [Buffer.alloc(3), Buffer.from([0, 1])];
  length.writeUIntBE(content.length, 0, 3);
  const none = Buffer.alloc(2);
  const signed = Buffer.concat([
    Buffer.from([0, 0]),
    stamp,
    entry,
    sha256(spki(authority.publicKey)),
    length,
    content,
    none,
  ]);
  const signature = sign('sha256', signed, ctLog.privateKey);
  const timestamp = Buffer.concat([
    Buffer.from([0]),
    sha256(spki(ctLog.publicKey)),
    stamp,
    none,
    Buffer.from([4, 3]),
    prefixed(signature),
  ]);
  return prefixed(prefixed(timestamp));
}

/** Bytes after their length in two bytes. */
function prefixed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Entry that is the only one of its log. */
function entryOf({ publicKey, privateKey }: KeyPair, content: object, time: Date): LogEntry {
  const body = Buffer.from(JSON.stringify(content));
  const logId = sha256(spki(publicKey));
  const integratedTime = Math.floor(time.getTime() / 1000);
  const promised = JSON.stringify({
    body: body.toString('base64'),
    integratedTime,
    logID: logId.toString('hex'),
    logIndex: 0,
  });
  const root = sha256(Buffer.from([0]), body);
  const note = `${LOG}\n1\n${root.toString('base64')}\n`;
  const signature = Buffer.concat([logId.subarray(0, 4), sign('sha256', Buffer.from(note), privateKey)]);
  return {
    body: body.toString('base64'),
    integratedTime,
    logIndex: 0,
    logId: logId.toString('hex'),
    promise: sign('sha256', Buffer.from(promised), privateKey).toString('base64'),
    checkpoint: `${note}\n\u2014 ${LOG} ${signature.toString('base64')}\n`,
    root: root.toString('hex'),
  };
}

function trustedRootOf(authority: Buffer, ctLog: KeyObject, log: KeyObject): object {
  const validFor = { start: '2020-01-01T00:00:00Z' };
  const logOf = (key: KeyObject, baseUrl: string) => ({
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: spki(key).toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor,
    },
    logId: { keyId: sha256(spki(key)).toString('base64') },
  });
  return {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logOf(log, `https://${LOG}`)],
    certificateAuthorities: [
      {
        subject: { organization: 'stoa', commonName: 'stoa test authority' },
        uri: 'https://fulcio.example.com',
        certChain: { certificates: [{ rawBytes: authority.toString('base64') }] },
        validFor,
      },
    ],
    ctlogs: [logOf(ctLog, 'https://ctfe.example.com')],
    timestampAuthorities: [],
  };
}
