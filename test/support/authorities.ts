// @peculiar/x509 needs this at load time.
import 'reflect-metadata';
import { generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes, type webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PublicKey,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

/** Times of a certificate, in milliseconds from now. */
export interface Life {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Life of a certificate that is valid, and not about to expire. */
export const SOUND: Life = { fromMs: -DAY_MS, untilMs: 365 * DAY_MS };

/** An authority of a hierarchy: a root, or one below another. */
export interface TestAuthority {
  readonly name: string;
  readonly pem: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

/** Creates an authority that signs itself, or that another one signs. */
export async function authorityOf(
  name: string,
  above?: TestAuthority,
  life: Life = SOUND,
): Promise<TestAuthority> {
  const keys = await newKeys();
  const { publicKey } = keys;
  const pem = await sign({
    name,
    publicKey,
    signer: above ?? { name, keys },
    life,
    extensions: OF_AUTHORITY,
  });
  return { name, pem, keys };
}

const OF_AUTHORITY = [
  new BasicConstraintsExtension(true, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
];

/** Properties of a certificate of a server that are not as usual. */
export interface ServerOptions {
  readonly hosts?: readonly string[];
  readonly life?: Life;
  readonly usage?: 'server' | 'client';
  readonly pair?: KeyPairKeyObjectResult;
}

/** Issues a certificate; returns it and its key in PEM. */
export async function serverOf(
  issuer: TestAuthority,
  {
    hosts = ['shop.example.com'],
    life = SOUND,
    usage = 'server',
    pair = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  }: ServerOptions = {},
): Promise<{ readonly pem: string; readonly key: string }> {
  const publicKey = new PublicKey(pair.publicKey.export({ type: 'spki', format: 'der' }));
  const extensions = [
    new ExtendedKeyUsageExtension([ExtendedKeyUsage[`${usage}Auth`]]),
    new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns', value }))),
  ];
  const pem = await sign({ name: hosts[0] ?? '', publicKey, signer: issuer, life, extensions });
  return { pem, key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

interface Signing {
  readonly name: string;
  readonly publicKey: webcrypto.CryptoKey | PublicKey;
  readonly signer: Pick<TestAuthority, 'name' | 'keys'>;
  readonly life: Life;
  readonly extensions: Extension[];
}

async function sign({ name, publicKey, signer, life, extensions }: Signing): Promise<string> {
  const now = Date.now();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore: new Date(now + life.fromMs),
    notAfter: new Date(now + life.untilMs),
    subject: `CN=${name}`,
    issuer: `CN=${signer.name}`,
    signingAlgorithm: ALGORITHM,
    publicKey,
    signingKey: signer.keys.privateKey,
    extensions,
  });
  return `${certificate.toString('pem')}\n`;
}

/** Data of a TLS Secret with a chain and a key, in base64. */
export function tlsData(chain: readonly string[], key: string, ca?: string): Record<string, string> {
  return {
    'tls.crt': Buffer.from(chain.join('')).toString('base64'),
    'tls.key': Buffer.from(key).toString('base64'),
    ...(ca === undefined ? {} : { 'ca.crt': Buffer.from(ca).toString('base64') }),
  };
}
