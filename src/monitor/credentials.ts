import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { basicAuthorization } from '../base/basic.ts';
import { present } from '../base/fields.ts';
import { withoutTrailing } from '../base/text.ts';
import { AccessTokens } from './accesstokens.ts';
import type { TlsIdentity } from './connections.ts';
import { Reloaded } from './reloaded.ts';
import type { Auth, SourceSettings } from './sourcesettings.ts';

/** Credentials of one query, or the reason why there are none. */
type Credentials =
  | { readonly type: 'ready'; readonly authorization: string | undefined; readonly tls: TlsIdentity }
  | { readonly type: 'missing'; readonly reason: string };

/** Credentials from files that may change at any time. */
export interface CredentialSource {
  /** The current credentials. Never rejects. */
  get(): Promise<Credentials>;
  /** Takes note of credentials that the source of metrics rejects. */
  reject(credentials: Credentials): void;
  /** Reasons why files cannot be used, also while what they had before still is. */
  problems(): readonly string[];
  close(): Promise<void>;
}

/** Value of the header Authorization. */
interface Authorization extends Pick<CredentialSource, 'problems' | 'close'> {
  get(): Promise<string>;
  reject(value: string): void;
}

/** Source of the credentials that the settings name. */
export function createCredentials({
  auth,
  caFile,
}: Pick<SourceSettings, 'auth' | 'caFile'>): CredentialSource {
  const authorization = authorizationOf(auth);
  const identity = auth?.type === 'clientCertificate' ? new Reloaded(() => readPair(auth)) : undefined;
  const ca = caFile === undefined ? undefined : new Reloaded(() => readAuthorities(caFile));
  const source: CredentialSource = {
    get: async () => {
      try {
        const [header, pair, authorities] = await Promise.all([
          authorization?.get(),
          identity?.get(),
          ca?.get(),
        ]);
        const tls = { ...pair, ...present({ ca: authorities }) };
        return { type: 'ready', authorization: header, tls };
      } catch (error) {
        return { type: 'missing', reason: (error as Error).message };
      }
    },
    reject: (credentials) => {
      if (credentials.type === 'ready' && credentials.authorization !== undefined) {
        authorization?.reject(credentials.authorization);
      }
    },
    problems: () => [
      ...(authorization?.problems() ?? []),
      ...[identity, ca].flatMap((each) => each?.problem ?? []),
    ],
    close: async () => authorization?.close(),
  };
  // Problems are known from the start, not from the first query on.
  void source.get();
  return source;
}

function authorizationOf(auth: Auth | undefined): Authorization | undefined {
  switch (auth?.type) {
    case 'bearer':
      return fromFile(async () => `${BEARER}${await readToken(auth.tokenFile)}`);
    case 'basic':
      return fromFile(async () =>
        basicAuthorization(`${auth.username}:${await readSecret(auth.passwordFile)}`),
      );
    case 'oauth2':
      return fromTokens(auth);
    default:
      return undefined;
  }
}

const BEARER = 'Bearer ';

function fromFile(read: () => Promise<string>): Authorization {
  const value = new Reloaded(read);
  return {
    get: value.get,
    reject: () => undefined,
    problems: () => [value.problem ?? []].flat(),
    close: async () => undefined,
  };
}

function fromTokens(auth: Auth & { readonly type: 'oauth2' }): Authorization {
  const { clientSecretFile, caFile } = auth;
  const tokens = new AccessTokens(auth);
  const secret = new Reloaded(() => readSecret(clientSecretFile));
  const ca = caFile === undefined ? undefined : new Reloaded(() => readAuthorities(caFile));
  return {
    get: async () =>
      `${BEARER}${await tokens.get(async () => ({ secret: await secret.get(), ca: await ca?.get() }))}`,
    reject: (value) => tokens.reject(value.slice(BEARER.length)),
    problems: () => [...new Set([secret, ca, tokens].flatMap((each) => each?.problem ?? []))],
    close: () => tokens.close(),
  };
}

async function readToken(path: string): Promise<string> {
  const token = await readSecret(path);
  if (!/^[!-~]+$/.test(token)) {
    throw new Error(`${path}: must have a token of visible ASCII characters`);
  }
  return token;
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
