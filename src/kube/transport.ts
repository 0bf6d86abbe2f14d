import type { RequestOptions } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { readBounded } from '../base/body.ts';
import { Deadline } from '../base/deadline.ts';
import { memoize } from '../base/memo.ts';
import { type Failure, KubeError } from './error.ts';
import { type Connections, type PooledRequest, Pools } from './pools.ts';
import { encodedBody, headersOf, isWrite, type KubeRequest, ResponseTooLarge, urlOf } from './request.ts';
import { responseErrorOf } from './responseerror.ts';
import { proxyHeaders } from './tunnel.ts';

/** Address of an API server, and credentials for it. */
export interface ClusterAccess {
  /** Base URL of the API server. */
  readonly server: string;
  /** Proxy of HTTP, HTTPS or SOCKS 5 in front of it. */
  readonly proxy?: URL | undefined;
  /** Most milliseconds of a request, its body included. */
  readonly timeoutMs?: number | undefined;
  /** TLS material and current credentials. They rotate, so the transport reads them again every few seconds. */
  credentials(): Promise<RequestOptions>;
  /** Hears of credentials that the server has refused, so that the next ones are others if there are any. */
  refused?(credentials: RequestOptions): Promise<void>;
}

/** Attempt of a call on the wire; a throttled call has several. */
export interface ObservedCall {
  /** HTTP method. */
  readonly verb: string;
  readonly host: string;
  /** HTTP status, or `<error>` without a response, as in client-go. */
  readonly code: string;
  /** Seconds until the response headers. */
  readonly seconds: number;
}

/** Options of a transport. */
export interface TransportOptions {
  /** Observer of every attempt, called when its response begins or it fails. */
  readonly onCall?: (call: ObservedCall) => void;
}

/**
 * Sender of requests with current credentials over pooled connections. It retries a throttled request after the
 * server's Retry-After, within the deadline. Throws KubeError, or the reason of the caller's signal after an abort.
 */
export interface Transport {
  /** Parsed body of a successful response. */
  call(request: KubeRequest): Promise<unknown>;
  /** Body of a successful response as a stream, which the caller must iterate. */
  open(request: KubeRequest): Promise<AsyncIterable<Uint8Array>>;
  /** Closes all connections and fails the requests on them. */
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Milliseconds for which credentials are cached. */
const CREDENTIALS_MAX_AGE_MS = 5_000;

/** Retry delay without a Retry-After. */
const DEFAULT_RETRY_SECONDS = 1;

interface Connection {
  readonly pools: Pools;
  readonly host: string;
  /** Path of the API server, without a slash at its end; empty for most. A proxy of HTTP gets the whole URL. */
  readonly base: string;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly credentials: () => Promise<RequestOptions>;
  readonly refused: (credentials: RequestOptions) => Promise<void>;
  readonly onCall: (call: ObservedCall) => void;
}

/** Transport to one API server. Rejects if its credentials cannot be read. */
export async function createTransport(
  access: ClusterAccess,
  { onCall = () => undefined }: TransportOptions = {},
): Promise<Transport> {
  const { host } = new URL(access.server);
  const current = () => memoize(() => access.credentials(), CREDENTIALS_MAX_AGE_MS);
  let credentials = current();
  await credentials();
  const connection: Connection = {
    ...wayTo(access),
    host,
    timeoutMs: access.timeoutMs ?? Number.POSITIVE_INFINITY,
    credentials: () => credentials(),
    refused: async (used) => {
      if (access.refused !== undefined) {
        await access.refused(used);
        credentials = current();
      }
    },
    onCall,
  };
  return {
    call: (request) => call(connection, request),
    open: (request) => open(connection, request),
    close: () => connection.pools.destroy(),
  };
}

/** Way of requests to a server, be it through a proxy. */
function wayTo({ server, proxy }: ClusterAccess): Pick<Connection, 'pools' | 'base' | 'headers'> {
  const { origin, protocol, host, pathname } = new URL(server);
  const base = pathname.replace(/\/$/, '');
  // Without TLS, a proxy of HTTP passes requests on; otherwise, it makes connections.
  return proxy !== undefined && protocol === 'http:' && proxy.protocol !== 'socks5:'
    ? { pools: new Pools(proxy.origin), base: origin + base, headers: { host, ...proxyHeaders(proxy) } }
    : { pools: new Pools(origin, proxy), base, headers: {} };
}

async function call(connection: Connection, request: KubeRequest): Promise<unknown> {
  const timeoutMs = Math.min(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, connection.timeoutMs);
  const deadline = new Deadline(timeoutMs, request.signal);
  try {
    const response = await sendWithRetry(connection, 'calls', request, deadline);
    return await readingBody(request, () => jsonOf(response.body, request.maxBytes));
  } finally {
    deadline.clear();
  }
}

/** Stream of a response. The default timeout limits the headers, `timeoutMs` the body. */
async function open(connection: Connection, request: KubeRequest): Promise<AsyncIterable<Uint8Array>> {
  const deadline = new Deadline(Math.min(DEFAULT_TIMEOUT_MS, connection.timeoutMs), request.signal);
  try {
    const response = await sendWithRetry(connection, 'watches', request, deadline);
    deadline.restart(Math.min(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, connection.timeoutMs));
    return bytesOf(request, response.body, deadline);
  } catch (error) {
    deadline.clear();
    throw error;
  }
}

async function* bytesOf(
  request: KubeRequest,
  body: AsyncIterable<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw transportError(request, true, cause);
  } finally {
    deadline.clear();
  }
}

async function sendWithRetry(
  connection: Connection,
  kind: keyof Connections,
  request: KubeRequest,
  deadline: Deadline,
): Promise<Dispatcher.ResponseData> {
  for (;;) {
    const response = await send(connection, kind, request, deadline);
    if (response.statusCode < 300) {
      return response;
    }
    const error = await readingBody(request, () => responseErrorOf(request, response));
    await waitRetryAfter(request, error, deadline);
  }
}

/** Waits for the Retry-After of a throttled request. Throws every other error, and a delay beyond the deadline. */
async function waitRetryAfter(request: KubeRequest, error: KubeError, deadline: Deadline): Promise<void> {
  const { failure } = error;
  if (failure.type !== 'throttled') {
    throw error;
  }
  const ms = 1000 * Math.max(failure.retryAfterSeconds ?? 0, DEFAULT_RETRY_SECONDS);
  if (ms >= deadline.leftMs) {
    throw error;
  }
  try {
    await sleep(ms, undefined, { signal: deadline.signal });
  } catch (cause) {
    throw transportError(request, false, cause);
  }
}

async function send(
  { host, base, headers, pools, credentials, refused, onCall }: Connection,
  kind: keyof Connections,
  request: KubeRequest,
  deadline: Deadline,
): Promise<Dispatcher.ResponseData> {
  const startedAt = performance.now();
  const report = (code: string) => {
    onCall({ verb: request.method, host, code, seconds: (performance.now() - startedAt) / 1000 });
  };
  let sent = false;
  const work = async () => {
    const current = await credentials();
    const options: PooledRequest = {
      method: request.method,
      path: base + urlOf(request),
      headers: [...headersOf(request, current), ...Object.entries(headers).flat()],
      body: encodedBody(request),
      // Otherwise a DELETE with a body closes its connection.
      reset: false,
      signal: deadline.signal,
      onStart: () => {
        request.beforeSend?.();
        sent = true;
      },
    };
    const response = await pools.of(current)[kind].request(options);
    if (response.statusCode === 401) {
      await refused(current);
    }
    return response;
  };
  try {
    const response = await deadline.race(work());
    report(String(response.statusCode));
    return response;
  } catch (cause) {
    report('<error>');
    throw transportError(request, sent, cause);
  }
}

async function readingBody<T>(request: KubeRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw transportError(request, true, cause);
  }
}

/** JSON of a body of at most `maxBytes`. Throws ResponseTooLarge. */
async function jsonOf(body: Dispatcher.ResponseData['body'], maxBytes: number | undefined): Promise<unknown> {
  if (maxBytes === undefined) {
    return await body.json();
  }
  const bytes = await readBounded(body, maxBytes);
  if (bytes === undefined) {
    throw new ResponseTooLarge(`the response has more than ${maxBytes} bytes`);
  }
  return JSON.parse(bytes.toString());
}

/** Error of a call without a usable response. */
function transportError(request: KubeRequest, sent: boolean, cause: unknown): unknown {
  if (request.signal?.aborted) {
    return request.signal.reason;
  }
  if (cause instanceof KubeError || cause instanceof ResponseTooLarge) {
    return cause;
  }
  const failure: Failure = { type: sent && isWrite(request) ? 'ambiguous' : 'unreachable' };
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new KubeError(failure, `${request.method} ${request.path}: ${message}`, { cause });
}
