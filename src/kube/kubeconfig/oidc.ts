import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { type Fields, fieldsOf } from '../../base/fields.ts';
import type { AuthProvider } from './decode.ts';
import { keepTokens, type TokenPlace } from './keeptokens.ts';

/** Tokens of OpenID Connect as a kubeconfig has them. */
interface Tokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

/**
 * Token of the auth-provider `oidc`: that of the kubeconfig until it expires, then new ones of the issuer, which are written
 * into the kubeconfig, because many issuers accept a refresh token only once.
 */
export class OidcToken {
  readonly #config: ReadonlyMap<string, string>;
  readonly #place: TokenPlace;
  #tokens: Tokens;
  #refreshing: Promise<string> | undefined;

  /** Token of an auth-provider at its place. Throws an Error for all but `oidc`, which client-go does not have either. */
  constructor({ name, config }: AuthProvider, place: TokenPlace) {
    if (name !== 'oidc') {
      throw new Error(`the user ${place.user}: ${instead(name)}`);
    }
    for (const field of ['idp-issuer-url', 'client-id']) {
      if (!config.get(field)) {
        throw new Error(`the user ${place.user}: the auth-provider oidc needs ${field}`);
      }
    }
    this.#config = config;
    this.#place = place;
    this.#tokens = {
      idToken: config.get('id-token') ?? '',
      refreshToken: config.get('refresh-token') ?? '',
    };
  }

  /** Token that counts now. Rejects where there is none, and no way to a new one. */
  async current(): Promise<string> {
    const { idToken } = this.#tokens;
    if (idToken !== '' && Date.now() + EXPIRY_DELTA_MS < expiryOf(idToken)) {
      return idToken;
    }
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<string> {
    const { refreshToken } = this.#tokens;
    if (refreshToken === '') {
      throw new Error(
        `the id-token of the user ${this.#place.user} has expired, and there is no refresh-token: log in again`,
      );
    }
    this.#tokens = await refreshed(this.#config, refreshToken);
    await keepTokens(this.#place, this.#tokens);
    return this.#tokens.idToken;
  }
}

/** Time before the expiry of a token in which it does not count any more. */
const EXPIRY_DELTA_MS = 10_000;

function instead(name: string): string {
  switch (name) {
    case 'gcp':
      return 'kubectl has the auth-provider gcp no more: use the credential plugin gke-gcloud-auth-plugin';
    case 'azure':
      return 'kubectl has the auth-provider azure no more: use the credential plugin kubelogin';
    default:
      return `there is no auth-provider ${name}: use exec`;
  }
}

/** Expiry (ms since 1970) of a token. Throws an Error where it is no JWT. */
function expiryOf(token: string): number {
  const [, payload = '', ...more] = token.split('.');
  const { exp } = fieldsOf(
    more.length === 1 ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined,
  );
  if (more.length !== 1) {
    throw new Error('the id-token of the kubeconfig is no JWT');
  }
  return 1_000 * Math.trunc(Number(exp ?? 0));
}

async function refreshed(config: ReadonlyMap<string, string>, refreshToken: string): Promise<Tokens> {
  const issuer = config.get('idp-issuer-url') ?? '';
  const tls = await tlsOf(config);
  const metadata = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, tls);
  const endpoint = metadata?.token_endpoint;
  if (typeof endpoint !== 'string') {
    throw new Error(`${issuer} names no token_endpoint`);
  }
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const client = {
    client_id: config.get('client-id') ?? '',
    client_secret: config.get('client-secret') ?? '',
  };
  const auth = Object.values(client).map(encodeURIComponent).join(':');
  // Issuers accept a client in the header, in the form, or in either.
  const answer =
    (await ask(endpoint, { ...tls, auth }, form)) ?? (await ask(endpoint, tls, { ...form, ...client }));
  if (typeof answer?.id_token !== 'string') {
    throw new Error(`${issuer} gives no id_token for the refresh-token: log in again, with the scope openid`);
  }
  const next = typeof answer.refresh_token === 'string' ? answer.refresh_token : '';
  return { idToken: answer.id_token, refreshToken: next || refreshToken };
}

async function tlsOf(config: ReadonlyMap<string, string>): Promise<RequestOptions> {
  const data = config.get('idp-certificate-authority-data');
  const file = config.get('idp-certificate-authority');
  if (data) {
    return { ca: Buffer.from(data, 'base64') };
  }
  return file ? { ca: await readFile(file) } : {};
}

/** Milliseconds for an answer of the issuer. */
const ANSWER_MS = 15_000;

/** Fields of the JSON that an issuer answers, to a form if there is one; undefined where it refuses. */
async function ask(
  url: string,
  options: RequestOptions,
  form?: Readonly<Record<string, string>>,
): Promise<Fields | undefined> {
  const send = new URL(url).protocol === 'http:' ? requestPlain : request;
  const own = form && { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const asked = send(url, { ...options, ...own, signal: AbortSignal.timeout(ANSWER_MS) });
  asked.end(form && `${new URLSearchParams(form)}`);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const body = await textOf(response);
  return response.statusCode === 200 ? fieldsOf(JSON.parse(body)) : undefined;
}
