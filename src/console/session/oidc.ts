/**
 * Sign-in at an issuer by OpenID Connect: authorization code with PKCE. All that it keeps is in the storage of the tab.
 * The console loads this module when somebody signs in that way.
 */
import { ErrorResponse, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { claimsOf } from './claims.ts';
import { baseOf, type Page } from './page.ts';

/** Issuer, as settings.json names it. */
export interface OidcSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly scopes: readonly string[];
}

/** Session that an issuer has begun. */
export interface OidcSession {
  /** ID token, by which the API server knows the caller. */
  readonly token: string;
  /** End of the token, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Token for the next ID token; undefined where the issuer gives none. */
  readonly refreshToken: string | undefined;
}

/** Completed sign-in. */
interface Completed {
  readonly session: OidcSession;
  /** Hash of the page on which it began. */
  readonly hash: string;
}

/** Prefix of what a sign-in keeps in the storage while the issuer has the page. */
const PREFIX = 'stoa.oidc.';

/** Goes to the issuer, which comes back to this page. Throws an Error where it does not answer. */
export async function signInWithOidc(settings: OidcSettings, page: Page): Promise<void> {
  const { url } = await clientOf(settings, page).createSigninRequest({
    state: new URL(page.location.href).hash,
    nonce: crypto.randomUUID(),
    // Without consent, an issuer must ignore this scope (OpenID Connect Core, 11).
    ...(settings.scopes.includes('offline_access') ? { prompt: 'consent' } : {}),
  });
  page.location.assign(url);
}

/** Session for the answer of the issuer. Throws an Error that says why there is none. */
export async function completeOidc(settings: OidcSettings, page: Page, callback: string): Promise<Completed> {
  const { userState, ...answer } = await clientOf(settings, page).processSigninResponse(callback);
  const session = sessionOf(answer);
  if (session === undefined) {
    throw new Error('the issuer gives no ID token');
  }
  return { session, hash: typeof userState === 'string' ? userState : '' };
}

/**
 * The session with its next token; undefined where the issuer gives none any more. Throws an Error where it does not
 * answer.
 */
export async function renewOidc(
  settings: OidcSettings,
  page: Page,
  { token, refreshToken }: OidcSession,
): Promise<OidcSession | undefined> {
  if (refreshToken === undefined) {
    return undefined;
  }
  const { sub } = claimsOf(token);
  const profile = { sub, iss: settings.issuer, aud: settings.client_id, exp: 0, iat: 0 };
  const scope = settings.scopes.join(' ');
  const state = { refresh_token: refreshToken, id_token: token, session_state: null, scope, profile };
  try {
    const next = sessionOf(await clientOf(settings, page).useRefreshToken({ state }));
    // Without an ID token in the answer, the old one comes back.
    return next === undefined || next.token === token
      ? undefined
      : { ...next, refreshToken: next.refreshToken ?? refreshToken };
  } catch (error) {
    if (error instanceof ErrorResponse && error.error === 'invalid_grant') {
      return undefined;
    }
    throw error;
  }
}

/** Forgets unfinished sign-ins, and asks the issuer to forget the session, as far as it answers. */
export async function signOutOfOidc(
  settings: OidcSettings,
  page: Page,
  { refreshToken }: Pick<OidcSession, 'refreshToken'>,
): Promise<void> {
  const { sessionStorage } = page;
  const kept = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '');
  for (const name of kept.filter((each) => each.startsWith(PREFIX))) {
    sessionStorage.removeItem(name);
  }
  if (refreshToken !== undefined) {
    await clientOf(settings, page)
      .revokeToken(refreshToken, 'refresh_token')
      .catch(() => undefined);
  }
}

function clientOf({ issuer, client_id, scopes }: OidcSettings, page: Page): OidcClient {
  return new OidcClient({
    authority: issuer,
    client_id,
    scope: scopes.join(' '),
    redirect_uri: baseOf(page),
    stateStore: new WebStorageStateStore({ prefix: PREFIX, store: page.sessionStorage }),
  });
}

/** Answer of an issuer with tokens. */
interface TokenAnswer {
  readonly id_token?: string;
  readonly refresh_token?: string;
}

function sessionOf({ id_token: token, refresh_token: refreshToken }: TokenAnswer): OidcSession | undefined {
  return token === undefined ? undefined : { token, expiresAt: claimsOf(token).exp * 1000, refreshToken };
}
