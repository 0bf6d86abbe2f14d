import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import { basicAuthorization } from '../../base/basic.ts';
import { impersonationHeaders } from '../impersonation.ts';
import type { Choice } from './choose.ts';
import { type ClusterInfo, PluginCredentials } from './credentialplugin.ts';
import type { Cluster, User } from './decode.ts';
import { OidcToken } from './oidc.ts';

/** Server of requests, and the user who sends them. */
export interface Party {
  readonly choice: Choice;
  readonly server: URL;
  readonly env: NodeJS.ProcessEnv;
}

/** Secret that counts for a while. */
type Source =
  | { readonly type: 'plugin'; readonly plugin: PluginCredentials }
  | { readonly type: 'oidc'; readonly oidc: OidcToken }
  | { readonly type: 'fixed' };

/** Credentials of the user of a kubeconfig, by the rules of client-go. */
export class Identity {
  readonly #party: Party;
  readonly #source: Source;

  /** Identity of a user whose configuration has no problem. Throws an Error for a way to log in that is no more. */
  constructor(party: Party) {
    this.#party = party;
    this.#source = sourceOf(party);
  }

  /** Headers and TLS material for a request. Files are read again each time. Rejects where one cannot be read. */
  async options(): Promise<RequestOptions> {
    const { choice, server } = this.#party;
    const impersonation = impersonationOf(choice.user);
    if (server.protocol !== 'https:') {
      // Whoever is in between could read credentials.
      return { headers: { ...ofUrl(server), ...impersonation } };
    }
    const { authorization, certificate } = await this.#credentials(choice.user);
    return {
      headers: { ...authorization, ...ofUrl(server), ...impersonation },
      ...(await serverTls(choice.cluster)),
      ...certificate,
    };
  }

  /** Makes the next credentials others than those, if a program gives them. */
  async refused({ headers, cert = '' }: RequestOptions): Promise<void> {
    if (this.#source.type === 'plugin') {
      const sent = (headers as OutgoingHttpHeaders | undefined)?.Authorization;
      await this.#source.plugin.forget({
        token: String(sent ?? '').replace(/^Bearer /, ''),
        certificate: String(cert),
      });
    }
  }

  async #credentials(user: User): Promise<{
    readonly authorization: OutgoingHttpHeaders;
    readonly certificate: Pick<RequestOptions, 'cert' | 'key'>;
  }> {
    const own = await certificateOf(user);
    const authorization = await authorizationOf(user);
    switch (this.#source.type) {
      case 'plugin': {
        const { token, certificate, key } = await this.#source.plugin.current();
        return {
          authorization: token === '' ? {} : bearer(token),
          certificate: certificate === '' ? {} : { cert: certificate, key },
        };
      }
      case 'oidc':
        return {
          authorization: authorization ?? bearer(await this.#source.oidc.current()),
          certificate: own,
        };
      case 'fixed':
        return { authorization: authorization ?? {}, certificate: own };
    }
  }
}

function sourceOf({ choice, server, env }: Party): Source {
  const { user, cluster } = choice;
  const hasCertificate = user.certificate !== '' || user.certificateData !== '';
  const isComplete = user.token !== '' || user.tokenFile !== '' || user.username !== '' || hasCertificate;
  if (server.protocol !== 'https:') {
    return { type: 'fixed' };
  }
  if (user.exec !== undefined && !isComplete) {
    return { type: 'plugin', plugin: new PluginCredentials(user.exec, () => infoOf(cluster), env) };
  }
  return user.authProvider === undefined
    ? { type: 'fixed' }
    : { type: 'oidc', oidc: new OidcToken(user.authProvider, { file: user.origin, user: choice.userName }) };
}

/** Name of the extension of a cluster that is for credential plugins. */
const PLUGIN_EXTENSION = 'client.authentication.k8s.io/exec';

async function infoOf(cluster: Cluster): Promise<ClusterInfo> {
  const authority = await authorityOf(cluster);
  return {
    server: cluster.server,
    ...(cluster.tlsServerName === '' ? {} : { 'tls-server-name': cluster.tlsServerName }),
    ...(cluster.insecure ? { 'insecure-skip-tls-verify': true } : {}),
    ...(authority === '' ? {} : { 'certificate-authority-data': Buffer.from(authority).toString('base64') }),
    ...(cluster.proxyUrl === '' ? {} : { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.noCompression ? { 'disable-compression': true } : {}),
    config: cluster.extensions.get(PLUGIN_EXTENSION) ?? null,
  };
}

function bearer(token: string): OutgoingHttpHeaders {
  // Headers are sent as latin1; the server reads the bytes of UTF-8.
  return { Authorization: `Bearer ${Buffer.from(token).toString('latin1')}` };
}

/** Header by the user in a URL, which counts more than all others. */
function ofUrl({ username, password }: URL): OutgoingHttpHeaders {
  return username === '' && password === ''
    ? {}
    : { Authorization: basicAuthorization(decodeURIComponent(`${username}:${password}`)) };
}

/** Header by what is written of a user; the token of a file counts more than a written one. */
async function authorizationOf({
  token,
  tokenFile,
  username,
  password,
}: User): Promise<OutgoingHttpHeaders | undefined> {
  const read = tokenFile === '' ? '' : await tokenIn(tokenFile, token);
  const known = read || token;
  if (known !== '') {
    return bearer(known);
  }
  return username === '' ? undefined : { Authorization: basicAuthorization(`${username}:${password}`) };
}

/** Token of a file. A written one takes its place where the file has none. */
async function tokenIn(file: string, written: string): Promise<string> {
  try {
    const token = (await readFile(file, 'utf8')).trim();
    if (token === '' && written === '') {
      throw new Error(`the file ${file} has no token`);
    }
    return token;
  } catch (error) {
    if (written === '') {
      throw error;
    }
    return '';
  }
}

async function certificateOf(user: User): Promise<Pick<RequestOptions, 'cert' | 'key'>> {
  if (user.certificate === '' && user.certificateData === '') {
    return {};
  }
  const [cert, key] = await Promise.all([
    user.certificateData || readFile(user.certificate, 'utf8'),
    user.keyData || readFile(user.key, 'utf8'),
  ]);
  return { cert, key };
}

async function authorityOf({ authority, authorityData }: Cluster): Promise<string> {
  return authorityData || (authority === '' ? '' : await readFile(authority, 'utf8'));
}

async function serverTls(
  cluster: Cluster,
): Promise<Pick<RequestOptions, 'ca' | 'servername' | 'rejectUnauthorized'>> {
  const ca = await authorityOf(cluster);
  if ((ca !== '' || cluster.authority !== '') && !ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Error(`the certificate-authority of ${cluster.server} has no certificate in PEM`);
  }
  return {
    ...(ca === '' ? {} : { ca }),
    ...(cluster.tlsServerName === '' ? {} : { servername: cluster.tlsServerName }),
    ...(cluster.insecure ? { rejectUnauthorized: false } : {}),
  };
}

/** Headers by which a user acts for another one. */
function impersonationOf({ as, asUid, asGroups, asExtra }: User): OutgoingHttpHeaders {
  if (as === '') {
    return {};
  }
  // The server reads the keys of headers in small letters, and client-go sends them as they are.
  const extra = [...asExtra].map(([key, values]) => [lowered(key), values] as const);
  const headers = new Map<string, string[]>();
  for (const [name, value] of impersonationHeaders({
    user: as,
    uid: asUid,
    groups: asGroups,
    extra: Object.fromEntries(extra),
  })) {
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return Object.fromEntries(headers);
}

function lowered(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
