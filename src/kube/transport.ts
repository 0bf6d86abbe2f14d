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

/** Address of an API server, and credentials for it. */
export interface ClusterAccess {
  /** Base URL of the API server. */
  readonly server: string;
  /** TLS material and current credentials. They rotate, so the transport reads them again every few seconds. */
  credentials(): Promise<RequestOptions>;
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
  /** Path of the API server, without a slash at its end; empty for most. */
  readonly base: string;
  readonly credentials: () => Promise<RequestOptions>;
  readonly onCall: (call: ObservedCall) => void;
}

/** Transport to one API server. Rejects if its credentials cannot be read. */
export async function createTransport(
  access: ClusterAccess,
  { onCall = () => undefined }: TransportOptions = {},
): Promise<Transport> {
  const { origin, host, pathname } = new URL(access.server);
  const credentials = memoize(() => access.credentials(), CREDENTIALS_MAX_AGE_MS);
  await credentials();
  const base = pathname.replace(/\/$/, '');
  const connection = { pools: new Pools(origin), host, base, credentials, onCall };
  return {
    call: (request) => call(connection, request),
    open: (request) => open(connection, request),
    close: () => connection.pools.destroy(),
  };
}

async function call(connection: Connection, request: KubeRequest): Promise<unknown> {
  const deadline = new Deadline(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, request.signal);
  try {
    const response = await sendWithRetry(connection, 'calls', request, deadline);
    return await readingBody(request, () => jsonOf(response.body, request.maxBytes));
  } finally {
    deadline.clear();
  }
}

/** Stream of a response. The default timeout limits the headers, `timeoutMs` the body. */
async function open(connection: Connection, request: KubeRequest): Promise<AsyncIterable<Uint8Array>> {
  const deadline = new Deadline(DEFAULT_TIMEOUT_MS, request.signal);
  try {
    const response = await sendWithRetry(connection, 'watches', request, deadline);
    deadline.restart(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
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
  { host, base, pools, credentials, onCall }: Connection,
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
      headers: headersOf(request, current),
      body: encodedBody(request),
      // Otherwise a DELETE with a body closes its connection.
      reset: false,
      signal: deadline.signal,
      onStart: () => {
        request.beforeSend?.();
        sent = true;
      },
    };
    return pools.of(current)[kind].request(options);
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
