import { API } from '../api/client.ts';
import type { OidcSession, OidcSettings } from './oidc.ts';
import { keepRenewed } from './renewal.ts';
import { expire, presentSession, signIn } from './session.ts';

/** Ways to sign in beside a token. */
export interface SignInSettings {
  readonly oidc?: OidcSettings;
}

/** Ways to sign in that this server offers. Throws an Error where it does not answer. */
export async function readSettings(): Promise<SignInSettings> {
  const response = await fetch(`${API}/console/settings.json`, { signal: AbortSignal.timeout(15_000) });
  if (!response.ok) {
    throw new Error('The API does not answer. Try again in a moment.');
  }
  return (await response.json()) as SignInSettings;
}

/** Goes to an issuer, which comes back to this page. */
export async function goToIssuer(oidc: OidcSettings): Promise<void> {
  const { signInWithOidc } = await import('./oidc.ts');
  await signInWithOidc(oidc, window);
}

/** Signs in by the address with which an issuer came back, and renews the token while this tab lives. */
export async function returnFromIssuer(callback: string): Promise<void> {
  const { oidc } = await readSettings();
  if (oidc === undefined) {
    throw new Error('This server has no issuer.');
  }
  const { completeOidc, renewOidc } = await import('./oidc.ts');
  const { session, hash } = await completeOidc(oidc, window, callback);
  location.hash = hash;
  signIn(session.token);
  let { token } = session;
  const ended = new AbortController();
  const onSession = (next: OidcSession | undefined) => {
    if (presentSession()?.token !== token) {
      // Somebody signed out, or in with another token.
      ended.abort();
    } else if (next === undefined) {
      expire(token);
    } else {
      token = next.token;
      signIn(token);
    }
  };
  void keepRenewed(session, { renew: (each) => renewOidc(oidc, window, each), onSession }, ended.signal);
}
