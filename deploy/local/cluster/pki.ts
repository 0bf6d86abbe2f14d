// @peculiar/x509 needs this at load time.
import 'reflect-metadata';
import { generateKeyPair, randomBytes, type webcrypto } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Paths of a control plane's keys and certificates. */
export interface Pki {
  readonly folder: string;
  readonly caCertificate: string;
  readonly serverCertificate: string;
  readonly serverKey: string;
  readonly accountPublicKey: string;
  readonly accountKey: string;
}

/** Certificate and private key in PEM, with the authority that signed it. */
export interface Credentials {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 3600 * 1000;

/** Paths of the files in a PKI folder. */
export function pkiFiles(folder: string): Pki {
  return {
    folder,
    caCertificate: join(folder, 'ca.crt'),
    serverCertificate: join(folder, 'apiserver.crt'),
    serverKey: join(folder, 'apiserver.key'),
    accountPublicKey: join(folder, 'sa.pub'),
    accountKey: join(folder, 'sa.key'),
  };
}

/** Creates an authority and the keys and certificates of a control plane, valid for a year; drops the key of the authority, and returns the administrator's credentials. */
export async function createPki(files: Pki, serverNames: readonly string[]): Promise<Credentials> {
  const accountKeys = promisify(generateKeyPair)('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const authority = await createAuthority();
  const server = await issueServer(authority, 'kube-apiserver', serverNames);
  const admin = await issueClient(authority, 'CN=stoa-admin,O=system:masters');
  const { publicKey, privateKey } = await accountKeys;
  const contents: readonly (readonly [string, string])[] = [
    [files.caCertificate, authority.certificate],
    [files.serverCertificate, server.certificate],
    [files.serverKey, server.key],
    [files.accountPublicKey, publicKey],
    [files.accountKey, privateKey],
  ];
  await Promise.all(contents.map(([file, content]) => writeFile(file, content, { mode: 0o600 })));
  return { ca: authority.certificate, ...admin };
}

/** Certificate authority: its certificate in PEM, and its keys. */
export interface Authority {
  readonly certificate: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

/** Certificate and its private key in PEM. */
export type CertificateKeyPair = Pick<Credentials, 'certificate' | 'key'>;

const AUTHORITY_NAME = 'CN=stoa-local-ca';

/** Creates a certificate authority. */
export async function createAuthority(): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...lifetime(),
    name: AUTHORITY_NAME,
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, keys };
}

/** Issues a certificate for a server with these host names and addresses, valid for `lifeMs` milliseconds. */
export function issueServer(
  authority: Authority,
  name: string,
  hosts: readonly string[],
  lifeMs?: number,
): Promise<CertificateKeyPair> {
  const extensions = [
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }))),
  ];
  return issue(authority, `CN=${name}`, extensions, lifeMs);
}

/** Certificate of a client with this subject, with its key. */
export function issueClient(authority: Authority, subject: string): Promise<CertificateKeyPair> {
  return issue(authority, subject, [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])]);
}

async function issue(
  authority: Authority,
  subject: string,
  extensions: Extension[],
  lifeMs?: number,
): Promise<CertificateKeyPair> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    ...lifetime(lifeMs),
    subject,
    issuer: AUTHORITY_NAME,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true), ...extensions],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { certificate: `${certificate.toString('pem')}\n`, key: `${key}\n` };
}

/** Validity that starts a day ago, so that clocks that are behind accept the certificate. */
function lifetime(lifeMs = 365 * DAY_MS): { serialNumber: string; notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return {
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + lifeMs),
  };
}
