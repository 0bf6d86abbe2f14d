import type { RequestOptions } from 'node:https';

/** One request to the API server. */
export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Raw pairs, because a header such as Impersonate-Group may stand several times. */
  readonly headers?: readonly (readonly [string, string])[];
  /** A value that is sent as JSON, or bytes that are sent as they are. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the whole answer, its body too, must be there. */
  readonly timeoutMs?: number | undefined;
  /**
   * Last check of every attempt, right before its first byte; an error that it throws ends the call. A throttled
   * call has several attempts.
   */
  readonly beforeSend?: () => void;
}

/** Whether a request changes something when it is carried out. */
export function isWrite({ method, query }: KubeRequest): boolean {
  return method !== 'GET' && query?.dryRun === undefined;
}

/** Path and query as they are sent. */
export function urlOf({ path, query }: KubeRequest): string {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Body as it is sent. */
export function bodyOf({ body }: KubeRequest): string | Uint8Array | null {
  if (body === undefined) {
    return null;
  }
  return body instanceof Uint8Array ? body : JSON.stringify(body);
}

const DEFAULTS: [string, string][] = [
  ['accept', 'application/json'],
  ['user-agent', 'stoa'],
];

/** Header names and values in turn: who calls, then what the request brings. */
export function headersOf(request: KubeRequest, credentials: RequestOptions): string[] {
  const own = request.headers ?? [];
  // Two headers of one name, such as one impersonation beside a kubeconfig's own, would make the server
  // take the wrong one.
  const named = new Set(own.map(([name]) => name.toLowerCase()));
  const pairs = [
    ...[...credentialHeaders(credentials), ...DEFAULTS].filter(([name]) => !named.has(name.toLowerCase())),
    ...own,
    ...(request.body === undefined ? [] : [['content-type', request.contentType ?? 'application/json']]),
  ];
  return pairs.flat();
}

function credentialHeaders({ headers, auth }: RequestOptions): [string, string][] {
  const pairs = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return auth ? [...pairs, ['authorization', `Basic ${Buffer.from(auth).toString('base64')}`]] : pairs;
}
