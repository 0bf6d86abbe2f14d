import { type HostFacts, pathKey, type ReadIngress } from '../hosts.ts';
import type { IngressPath } from '../ingress.ts';
import { translatePath } from '../path.ts';
import { sampleOf } from '../sample.ts';
import type { Settings } from '../settings.ts';

/** Scheme of a request. */
export type Scheme = 'http' | 'https';

/** Request that both entrances are asked. */
export interface ProofRequest {
  /** Case that it is for. */
  readonly about: string;
  readonly scheme: Scheme;
  readonly method: 'GET' | 'OPTIONS' | 'POST';
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Size of its body. */
  readonly bytes?: number;
  /** Whether chance decides which component answers. */
  readonly drawn: boolean;
  readonly kind: RequestKind;
  /** Whether the name has a certificate of its own: those that entrances show for others are their own matter. */
  readonly certified: boolean;
  /** Host of whose connection a request by HTTP/2 makes use. */
  readonly after?: string;
}

/** Way of a request: as usual, or for a stream, a web socket, a call of gRPC, or on the connection of another host. */
type RequestKind = 'plain' | 'stream' | 'socket' | 'call' | 'reused';

/** Ways in which requests are made. */
export interface ProofSettings {
  readonly schemes: readonly Scheme[];
  /** Name and password, `name:password`. */
  readonly user: string | undefined;
  /** Whether requests by POST are sent. */
  readonly bodies: boolean;
}

/** Most requests of a proof. */
export const MOST_REQUESTS = 20_000;

/** Host that no Ingress has. */
const UNKNOWN = 'unknown.invalid';

/** Requests that tell whether an entrance treats Ingresses like another. Pure. */
export function requestsFor(
  read: readonly ReadIngress[],
  facts: HostFacts,
  settings: ProofSettings,
): readonly ProofRequest[] {
  const mains = read.filter((each) => !each.settings.canary);
  const cases = [
    ...mains.flatMap((each) => casesOf(each, facts, settings)),
    { about: 'unknown host', host: UNKNOWN, path: '/' },
  ];
  const certified = certifiedNames(facts);
  const secure = settings.schemes.includes('https') ? securely(mains, facts) : [];
  return [
    ...cases.flatMap((each) => settings.schemes.map((scheme) => requestOf(each, scheme, certified))),
    ...secure.map((each) => requestOf(each, 'https', certified)),
  ].slice(0, MOST_REQUESTS);
}

/** Requests by HTTP/2: calls of gRPC, and those of a host on the connection of another one. */
function securely(mains: readonly ReadIngress[], facts: HostFacts): readonly Case[] {
  const places = mains.flatMap(({ ingress, settings }) =>
    ingress.spec.rules.flatMap(({ host, http }) =>
      hasCertificate(host, facts) && http !== undefined
        ? [{ host: oneName(host), path: http.paths[0]?.path ?? '/', settings }]
        : [],
    ),
  );
  const hosts = [...new Map(places.map((place) => [place.host, place])).values()];
  const calls = places.filter(({ settings }) => settings.policy?.backend?.protocol === 'h2c');
  return [
    ...calls.map(({ host }) => ({
      about: 'call of gRPC',
      kind: 'call' as const,
      method: 'POST' as const,
      host,
      path: '/stoa.proof.v1.Proof/Ask',
    })),
    ...hosts.slice(1).map(({ host, path }, index) => ({
      about: 'connection of another host',
      kind: 'reused' as const,
      host,
      path: /^[-a-zA-Z0-9/._]*$/.test(path) ? path : '/',
      after: hosts[index]?.host ?? host,
    })),
  ];
}

/** Names with a certificate of their own. */
function certifiedNames({ servers }: HostFacts): ReadonlySet<string> {
  const names = [...servers.values()].flatMap((server) => [
    server,
    ...server.aliases,
    ...(server.twin ? [server.twin] : []),
  ]);
  return new Set(
    names.flatMap(({ host, certificate }) => (certificate.type === 'secret' ? [oneName(host)] : [])),
  );
}

/** Whether the original has a certificate for a host. */
function hasCertificate(host: string, { servers }: HostFacts): boolean {
  return servers.get(host)?.certificate.type === 'secret';
}

/** Hosts with a certificate, which are not proved by HTTP alone. */
export function hostsWithTls(read: readonly ReadIngress[], facts: HostFacts): readonly string[] {
  const hosts = read.flatMap(({ ingress }) => ingress.spec.rules.map(({ host }) => host));
  return [...new Set(hosts)].filter((host) => hasCertificate(host, facts));
}

/** Case before its scheme. */
type Case = Pick<ProofRequest, 'about' | 'host' | 'path'> &
  Partial<Pick<ProofRequest, 'method' | 'headers' | 'bytes' | 'drawn' | 'kind' | 'after'>>;

function requestOf(given: Case, scheme: Scheme, certified: ReadonlySet<string>): ProofRequest {
  const isCertified = scheme === 'https' && certified.has(given.host);
  return {
    method: 'GET',
    headers: {},
    drawn: false,
    kind: 'plain',
    ...given,
    scheme,
    certified: isCertified,
  };
}

function casesOf(read: ReadIngress, facts: HostFacts, settings: ProofSettings): readonly Case[] {
  return read.ingress.spec.rules.flatMap(({ host, http }) => {
    const names = [host, ...(facts.servers.get(host)?.aliases ?? []).map((each) => each.host)].map(oneName);
    const paths = http?.paths ?? [];
    return [
      ...names.flatMap((name) =>
        paths.flatMap((path) => {
          const share = facts.canaries.get(pathKey(read.ingress, host, path))?.share;
          return ofPath(name, path, {
            read,
            share,
            regular: facts.servers.get(host)?.regular === true,
            settings,
          });
        }),
      ),
      ...ofHost(oneName(host), read.settings),
    ];
  });
}

/** One of the names that a host stands for. */
function oneName(host: string): string {
  return host.startsWith('*.') ? `any${host.slice(1)}` : host;
}

function ofHost(host: string, { appRoot, www }: Settings): readonly Case[] {
  const twin = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`;
  return [
    { about: 'path without a rule', host, path: '/stoa-proof/unknown' },
    ...(appRoot === undefined ? [] : [{ about: 'app-root', host, path: '/' }]),
    ...(www ? [{ about: 'host with or without www.', host: twin, path: '/stoa-proof?a=b' }] : []),
  ];
}

/** Path of an Ingress, and what its requests depend on. */
interface PathCases {
  readonly read: ReadIngress;
  readonly share: Settings['share'];
  readonly regular: boolean;
  readonly settings: ProofSettings;
}

function ofPath(host: string, given: IngressPath, cases: PathCases): readonly Case[] {
  const { read, share, regular, settings } = cases;
  const { rewriteTarget } = read.settings;
  const translated = translatePath(given, { regular, rewriteTarget });
  if (translated.type === 'refused') {
    return [];
  }
  const { match } = translated.path;
  const path = match?.pathRegex === undefined ? translated.path.path : sampleOf(match.pathRegex);
  const drawn = (share?.weight ?? 0) > 0;
  const edges = path === '/' ? ['/', '/a', '/A/b%2Fc', '/?a=b'] : edgesOf(path);
  const { user, bodies } = settings;
  const bare = given.path.length > 1 && given.path.endsWith('/') && !regular ? [given.path.slice(0, -1)] : [];
  return [...new Set([...edges, ...bare])]
    .map((edge): Case => ({ about: 'path', host, path: edge }))
    .concat([
      { about: 'stream', kind: 'stream', host, path, headers: { accept: 'text/event-stream' } },
      { about: 'web socket', kind: 'socket', host, path, headers: SOCKET },
      ...canaryHeaders(share).map((headers) => ({ about: 'canary', headers, host, path })),
      ...corsCases(read.settings).map((each) => ({ about: 'other origin', ...each, host, path })),
      ...passwords(read.settings, user).map((headers) => ({ about: 'password', headers, host, path })),
      ...(bodies ? bodyCases(read.settings).map((each) => ({ ...each, host, path })) : []),
    ])
    .map((each) => ({ ...each, drawn }));
}

/** Headers of a request for a web socket. */
const SOCKET: ProofRequest['headers'] = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.from('proof of a route').toString('base64'),
};

function edgesOf(path: string): readonly string[] {
  return [path, `${path}/`, `${path}bar`, `${path}/a/b`, `${path}/a%2Fb`, `${path}?a=b`, path.toUpperCase()];
}

function canaryHeaders(share: Settings['share']): readonly Readonly<Record<string, string>>[] {
  const { header, cookie } = share ?? {};
  return [
    ...(header === undefined
      ? []
      : [header.value, 'never', 'other'].map((value) => ({ [header.name]: value }))),
    ...(cookie === undefined
      ? []
      : ['always', 'never', 'other'].map((value) => ({ cookie: `${cookie}=${value}` }))),
  ];
}

function corsCases({ policy }: Settings): readonly Pick<Case, 'method' | 'headers'>[] {
  const origins = policy?.cors?.allowOrigins;
  if (origins === undefined) {
    return [];
  }
  const own = (origins[0] ?? '*').replace('*.', 'any.');
  const asking = [own === '*' ? 'https://page.example.com' : own, 'https://stranger.invalid'];
  return asking.flatMap((origin) => [
    { headers: { origin } },
    { method: 'OPTIONS' as const, headers: { origin, 'access-control-request-method': 'GET' } },
  ]);
}

function passwords(
  { policy }: Settings,
  user: string | undefined,
): readonly Readonly<Record<string, string>>[] {
  if (policy?.basicAuth === undefined && policy?.externalAuth === undefined) {
    return [];
  }
  const given = ['stoa-proof:wrong', ...(user === undefined ? [] : [user])];
  return given.map((pair) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` }));
}

const MIB = 1024 ** 2;

/** Limit of the original where nobody asked for one. */
const USUAL_MIB = 1;

/** Largest limit at which bodies are sent. */
const MOST_MIB = 16;

function bodyCases({ configuration }: Settings): readonly Pick<Case, 'about' | 'method' | 'bytes'>[] {
  const limit = configuration?.proxyBodySize ?? USUAL_MIB;
  if (limit > MOST_MIB) {
    return [];
  }
  // Where nobody asked for a limit, a rule has none.
  const sizes = configuration?.proxyBodySize === undefined ? [limit * MIB] : [limit * MIB, limit * MIB + 1];
  return sizes.map((bytes) => ({ about: 'body', method: 'POST' as const, bytes }));
}
