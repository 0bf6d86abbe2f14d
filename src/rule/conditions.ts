import type { GrpcCall } from '../api/grpc.ts';
import type { Method } from '../api/method.ts';
import { present } from '../base/fields.ts';

/** Conditions of a rule on requests for its host and path. */
export interface Conditions {
  /** Cookies that a request must all carry, name to value; empty where cookies do not matter. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Methods, one of which a request must have; empty where the method does not matter. */
  readonly methods: readonly Method[];
  /** Parameters of the query that a request must all have, name to value. */
  readonly query: Readonly<Record<string, string>>;
  /** The whole path of a request, where what is below the path of the rule does not count. */
  readonly exactPath?: string;
  /** Regular expression that the whole path of a request must match; it is for paths below that of the rule only. */
  readonly pathRegex?: string;
  /** Calls of gRPC that a request must be one of. */
  readonly grpc?: GrpcCall;
}

/** The conditions of a rule, without its other members. */
export function conditionsIn({
  cookies,
  headers,
  methods,
  query,
  exactPath,
  pathRegex,
  grpc,
}: Conditions): Conditions {
  return { cookies, headers, methods, query, ...present({ exactPath, pathRegex, grpc }) };
}

/** Texts of conditions as a line has them, such as `POST`, `header x=1` or `whole path`. */
export function conditionTexts({
  cookies,
  headers,
  methods,
  query,
  exactPath,
  pathRegex,
  grpc,
}: Conditions): string[] {
  const pairs = (what: string, record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, value]) => `${what} ${name}=${value}`);
  return [
    ...(methods.length === 0 ? [] : [methods.join(' or ')]),
    ...(exactPath === undefined ? [] : ['whole path']),
    ...(pathRegex === undefined ? [] : [`path ${pathRegex}`]),
    ...(grpc === undefined
      ? []
      : [`gRPC ${grpc.service ?? 'any service'}${grpc.method === undefined ? '' : `/${grpc.method}`}`]),
    ...pairs('cookie', cookies),
    ...pairs('header', headers),
    ...pairs('query', query),
  ];
}

/** Whether requests are told by method, path and query alone. */
export function isPlain({ cookies, headers, pathRegex, grpc }: Conditions): boolean {
  return (
    Object.keys(cookies).length === 0 &&
    Object.keys(headers).length === 0 &&
    pathRegex === undefined &&
    grpc === undefined
  );
}

/** Key of conditions: rules whose conditions have the same one share the requests that fulfil them. */
export function conditionsKey(conditions: Conditions): string {
  return `${JSON.stringify(pairsOf(conditions))}${furtherKey(conditions)}`;
}

/** Cookies and headers of conditions in one spelling: of two rules with the same requests, they are the same. */
export function pairsOf({ cookies, headers }: Pick<Conditions, 'cookies' | 'headers'>) {
  return [sorted(cookies), sorted(lower(headers))] as const;
}

/** Key of the conditions that the REST contract does not have; empty where there are none. */
export function furtherKey({ methods, query, exactPath, pathRegex, grpc }: Conditions): string {
  if (grpc !== undefined) {
    return JSON.stringify({ service: grpc.service, method: grpc.method });
  }
  const paths = [exactPath ?? null, ...(pathRegex === undefined ? [] : [pathRegex])];
  return methods.length === 0 && Object.keys(query).length === 0 && paths.every((path) => path === null)
    ? ''
    : JSON.stringify([methods.toSorted(), sorted(query), ...paths]);
}

/**
 * Order of conditions, in which requests are compared with them: as in the Gateway API (HTTPRouteMatch), the whole path
 * first, then methods, headers and parameters; but cookies go before headers, as in the REST contract. Engines try regular
 * expressions before beginnings of paths, and the longest first. Of calls, the longest service goes first, then the longest
 * method (GRPCRouteRule).
 */
export function byPrecision(one: Conditions, other: Conditions): number {
  const [first, second] = [rankOf(one), rankOf(other)];
  const at = first.findIndex((weight, index) => weight !== second[index]);
  return at < 0 ? 0 : (second[at] ?? 0) - (first[at] ?? 0);
}

/** Weights of conditions, the most significant first. */
function rankOf({
  cookies,
  headers,
  methods,
  query,
  exactPath,
  pathRegex,
  grpc,
}: Conditions): readonly number[] {
  const [many, more] = [Object.keys(cookies).length, Object.keys(headers).length];
  return [
    exactPath === undefined ? 0 : 1,
    pathRegex?.length ?? 0,
    grpc?.service?.length ?? 0,
    grpc?.method?.length ?? 0,
    methods.length === 0 ? 0 : 1,
    (many > 0 ? 2 : 0) + (more > 0 ? 1 : 0),
    many,
    more,
    Object.keys(query).length,
    // Of two that name methods, the one that names fewer.
    -methods.length,
  ];
}

/** Whether one request can fulfil both, as far as whole paths, methods, headers and parameters tell. */
export function areCompatible(one: Conditions, other: Conditions): boolean {
  const sharePath =
    one.exactPath === undefined || other.exactPath === undefined || one.exactPath === other.exactPath;
  const shareMethod =
    one.methods.length === 0 ||
    other.methods.length === 0 ||
    one.methods.some((method) => other.methods.includes(method));
  return (
    sharePath &&
    shareMethod &&
    agree(callOf(one), callOf(other)) &&
    agree(lower(one.headers), lower(other.headers)) &&
    agree(one.query, other.query)
  );
}

function callOf({ grpc }: Conditions): Readonly<Record<string, string>> {
  return present({ service: grpc?.service, method: grpc?.method });
}

function agree(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  return Object.entries(one).every(([name, value]) => (other[name] ?? value) === value);
}

function sorted(pairs: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(pairs).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Header names do not distinguish case. */
function lower(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
