import type { RequestOptions } from 'node:https';
import { basicAuthorization } from '../base/basic.ts';

/** Request to the API server. */
export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Name-value pairs, because a header such as Impersonate-Group can occur several times. */
  readonly headers?: readonly (readonly [string, string])[];
  /** A value that is sent as JSON, or bytes that are sent as they are. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the response must be complete, including its body. */
  readonly timeoutMs?: number | undefined;
  /** Most bytes of the response; ResponseTooLarge where it has more. */
  readonly maxBytes?: number | undefined;
  /**
   * Last check of every attempt, right before its first byte; an error that it throws ends the call. A throttled
   * call has several attempts.
   */
  readonly beforeSend?: () => void;
}

/** End of a call whose response has more bytes than the request accepts. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

/** Whether a request changes objects; a dry run does not. */
export function isWrite({ method, query }: KubeRequest): boolean {
  return method !== 'GET' && query?.dryRun === undefined;
}

/** Path with query string. */
export function urlOf({ path, query }: KubeRequest): string {
  const parameters = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`;
}

/** Body as it is sent. */
export function encodedBody({ body }: KubeRequest): string | Uint8Array | null {
  if (body === undefined) {
    return null;
  }
  return body instanceof Uint8Array ? body : JSON.stringify(body);
}

/** Name and value of a header. */
type Header = readonly [string, string];

const DEFAULTS: readonly Header[] = [
  ['accept', 'application/json'],
  ['user-agent', 'stoa'],
];

/** Flat list of header names and values: credentials, then the request's own headers. */
export function headersOf(request: KubeRequest, credentials: RequestOptions): string[] {
  const own = request.headers ?? [];
  const named = own.map(([name]) => name.toLowerCase());
  // The server would use the wrong one of two headers, and a user of the request with the groups of the kubeconfig's.
  const isReplaced = (name: string) =>
    named.includes(name) || (name.startsWith('impersonate-') && named.includes('impersonate-user'));
  const list: string[] = [];
  for (const [name, value] of [...credentialHeaders(credentials), ...DEFAULTS]) {
    if (!isReplaced(name.toLowerCase())) {
      list.push(name, value);
    }
  }
  for (const [name, value] of own) {
    list.push(name, value);
  }
  if (request.body !== undefined) {
    list.push('content-type', request.contentType ?? 'application/json');
  }
  return list;
}

function credentialHeaders({ headers, auth }: RequestOptions): Header[] {
  const pairs = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): Header => [name, String(each)]),
  );
  return auth ? [...pairs, ['authorization', basicAuthorization(auth)]] : pairs;
}
