import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';

/** OpenID provider on this machine, over HTTPS. */
export interface OidcIssuer {
  readonly url: string;
  /** Certificate of the authority that its users must trust. */
  readonly ca: string;
  close(): Promise<void>;
}

/** Groups of every user of the issuer. */
export const GROUPS = ['shop', 'night'];

/** Starts an issuer whose public clients come back to one of `redirectUris`; its login page takes any name and password. */
export async function startOidcIssuer(
  clients: readonly string[],
  redirectUris: readonly string[],
): Promise<OidcIssuer> {
  const authority = await createAuthority();
  const { certificate, key } = await issueServer(authority, 'issuer', ['localhost', '127.0.0.1']);
  const server = createServer({ cert: certificate, key });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  server.on('request', await issuerAt(url, clients, redirectUris));
  return {
    url,
    ca: authority.certificate,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function issuerAt(
  url: string,
  clients: readonly string[],
  redirectUris: readonly string[],
): Promise<RequestListener> {
  const provider = new Provider(url, {
    clients: clients.map((client_id) => ({
      client_id,
      redirect_uris: [...redirectUris],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    })),
    jwks: { keys: [await signingKey()] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes: ['openid', 'groups', 'offline_access'],
    claims: { openid: ['sub'], groups: ['groups'] },
    // Claims of scopes are in ID tokens, as API servers want them.
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
    ttl: { AccessToken: 600, IdToken: 600, Grant: 3600, Session: 3600, Interaction: 600, RefreshToken: 3600 },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, groups: GROUPS }),
    }),
  });
  return provider.callback();
}

async function signingKey(): Promise<object> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const { ext: _ext, key_ops: _operations, ...key } = await crypto.subtle.exportKey('jwk', keys.privateKey);
  return { ...key, use: 'sig', kid: 'only' };
}

/** Most pages and redirects of a sign-in. */
const MAX_STEPS = 12;

/** Signs a user in at the pages of an issuer, as a browser does; resolves to the address to which it sends the user. */
export async function signInAt({ url }: OidcIssuer, first: string, user: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [address, form]: [string, URLSearchParams | undefined] = [first, undefined];
  for (let step = 0; step < MAX_STEPS && address.startsWith(url); step += 1) {
    const response = await fetch(address, {
      redirect: 'manual',
      method: form === undefined ? 'GET' : 'POST',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: form ?? null,
    });
    keepCookies(cookies, response);
    const text = await response.text();
    const location = response.headers.get('location');
    [address, form] = location === null ? formIn(text, user) : [new URL(location, address).href, undefined];
  }
  return address;
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    value === '' ? cookies.delete(name) : cookies.set(name, value);
  }
}

/** Form of a page of the issuer, filled in by a user who agrees. */
function formIn(page: string, login: string): [string, URLSearchParams] {
  const action = /<form [^>]*action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="(login|consent)"/.exec(page)?.[1];
  if (action === undefined || prompt === undefined) {
    throw new Error(`no form of the issuer: ${page}`);
  }
  return [action, new URLSearchParams({ prompt, login, password: 'any' })];
}
