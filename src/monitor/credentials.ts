import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { withoutTrailing } from '../base/text.ts';
import { Reloaded } from './reloaded.ts';
import type { Auth, SourceSettings } from './sourcesettings.ts';

/** Identity of a connection by TLS, and the authorities that it trusts, in PEM. */
export interface TlsIdentity {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Credentials of one query, or the reason why there are none. */
export type Credentials =
  | { readonly type: 'ready'; readonly authorization: string | undefined; readonly tls: TlsIdentity }
  | { readonly type: 'missing'; readonly reason: string };

/** Credentials from files that may change at any time. */
export interface CredentialSource {
  /** The current credentials. Never rejects. */
  get(): Promise<Credentials>;
  /** Reasons why files cannot be used, also while what they had before still is. */
  problems(): readonly string[];
}

/** Source of the credentials that the settings name. */
export function createCredentials({
  auth,
  caFile,
}: Pick<SourceSettings, 'auth' | 'caFile'>): CredentialSource {
  const authorization = reloaded(authorizationOf(auth));
  const identity = reloaded(identityOf(auth));
  const ca = reloaded(caFile === undefined ? undefined : () => readAuthorities(caFile));
  const source: CredentialSource = {
    get: async () => {
      try {
        const [header, pair, authorities] = await Promise.all([
          authorization?.get(),
          identity?.get(),
          ca?.get(),
        ]);
        const tls = { ...pair, ...(authorities === undefined ? {} : { ca: authorities }) };
        return { type: 'ready', authorization: header, tls };
      } catch (error) {
        return { type: 'missing', reason: (error as Error).message };
      }
    },
    problems: () => [authorization, identity, ca].flatMap((each) => each?.problem ?? []),
  };
  // Problems are known from the start, not from the first query on.
  void source.get();
  return source;
}

function reloaded<T>(read: (() => Promise<T>) | undefined): Reloaded<T> | undefined {
  return read && new Reloaded(read);
}

function authorizationOf(auth: Auth | undefined): (() => Promise<string>) | undefined {
  switch (auth?.type) {
    case 'bearer':
      return async () => `Bearer ${await readToken(auth.tokenFile)}`;
    case 'basic':
      return async () => basicAuthorization(auth.username, await readSecret(auth.passwordFile));
    default:
      return undefined;
  }
}

async function readToken(path: string): Promise<string> {
  const token = await readSecret(path);
  if (!/^[!-~]+$/.test(token)) {
    throw new Error(`${path}: must have a token of visible ASCII characters`);
  }
  return token;
}

function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function identityOf(auth: Auth | undefined): (() => Promise<TlsIdentity>) | undefined {
  return auth?.type === 'clientCertificate' ? () => readPair(auth) : undefined;
}

/** Secret in a file of one line. Errors name the file, and nothing that is in it. */
async function readSecret(path: string): Promise<string> {
  const secret = withoutTrailing(withoutTrailing(await readText(path), '\n'), '\r');
  if (secret === '' || /\p{Cc}/u.test(secret)) {
    throw new Error(`${path}: must have one line with a secret`);
  }
  return secret;
}

async function readPair({ certFile, keyFile }: Auth & { type: 'clientCertificate' }): Promise<TlsIdentity> {
  const pair = { cert: await readText(certFile), key: await readText(keyFile) };
  requireThat(() => createSecureContext(pair), `${certFile} and ${keyFile} are no certificate with its key`);
  return pair;
}

async function readAuthorities(path: string): Promise<string> {
  const ca = await readText(path);
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error(`${path}: has no certificate in PEM`);
  }
  requireThat(() => new X509Certificate(ca), `${path}: has a certificate that cannot be read`);
  return ca;
}

function requireThat(works: () => unknown, message: string): void {
  try {
    works();
  } catch {
    throw new Error(message);
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}
