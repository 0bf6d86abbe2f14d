import type { RequestOptions } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { Deadline } from '../base/deadline.ts';
import { remember } from '../base/memo.ts';
import { type Failure, KubeError } from './error.ts';
import { type Connections, Pools } from './pools.ts';
import { refusalOf } from './responseerror.ts';
import { bodyOf, headersOf, isWrite, type KubeRequest, urlOf } from './request.ts';

/** Where an API server is and how to prove who calls. */
export interface ClusterAccess {
  /** Base URL of the API server. */
  readonly server: string;
  /** TLS material and current credentials; asked for again every few seconds, since they rotate. */
  credentials(): Promise<RequestOptions>;
}

/** One request as it went over the wire; of a throttled call there are several. */
export interface ObservedCall {
  /** HTTP method. */
  readonly verb: string;
  readonly host: string;
  /** HTTP status, or `<error>` where none came, as client-go counts. */
  readonly code: string;
  /** Seconds until the answer began. */
  readonly seconds: number;
}

/** What a transport can be told. */
export interface TransportOptions {
  /** Hears of every request when its answer begins or fails to. */
  readonly onCall?: (call: ObservedCall) => void;
}

/**
 * Sends requests with current credentials over kept connections. A request that the server put off is sent
 * again when the server wants, within the deadline. Throws KubeError, and where the caller aborted, the
 * reason of its signal.
 */
export interface Transport {
  /** The parsed body of a successful answer. */
  call(request: KubeRequest): Promise<unknown>;
  /** The bytes of a successful answer as they come; whoever opens must iterate. */
  open(request: KubeRequest): Promise<AsyncIterable<Uint8Array>>;
  /** Ends all connections, whatever is under way on them. */
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Milliseconds for which credentials are taken as they were read last. */
const CREDENTIALS_MAX_AGE_MS = 5_000;

/** Seconds to wait where the server says "later" and not when. */
const DEFAULT_RETRY_SECONDS = 1;

interface Link {
  readonly pools: Pools;
  readonly url: URL;
  readonly credentials: () => Promise<RequestOptions>;
  readonly onCall: (call: ObservedCall) => void;
}

/** A transport for one API server; throws where there are no credentials for it. */
export async function createTransport(
  access: ClusterAccess,
  { onCall = () => undefined }: TransportOptions = {},
): Promise<Transport> {
  const url = new URL(access.server);
  const credentials = remember(() => access.credentials(), CREDENTIALS_MAX_AGE_MS);
  await credentials();
  const link = { pools: new Pools(url.origin), url, credentials, onCall };
  return {
    call: (request) => call(link, request),
    open: (request) => open(link, request),
    close: () => link.pools.destroy(),
  };
}

async function call(link: Link, request: KubeRequest): Promise<unknown> {
  const deadline = new Deadline(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, request.signal);
  try {
    const answer = await accepted(link, 'calls', request, deadline);
    return await received(request, () => answer.body.json());
  } finally {
    deadline.clear();
  }
}

/** As a call until the answer begins; from then on, `timeoutMs` is for its body. */
async function open(link: Link, request: KubeRequest): Promise<AsyncIterable<Uint8Array>> {
  const deadline = new Deadline(DEFAULT_TIMEOUT_MS, request.signal);
  try {
    const answer = await accepted(link, 'watches', request, deadline);
    deadline.restart(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    return bytesOf(request, answer.body, deadline);
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
    throw lost(request, true, cause);
  } finally {
    deadline.clear();
  }
}

async function accepted(
  link: Link,
  kind: keyof Connections,
  request: KubeRequest,
  deadline: Deadline,
): Promise<Dispatcher.ResponseData> {
  for (;;) {
    const answer = await attempt(link, kind, request, deadline);
    if (answer.statusCode < 300) {
      return answer;
    }
    const error = await received(request, () => refusalOf(request, answer));
    await putOff(request, error, deadline);
  }
}

/** Waits as long as the server asked; throws what it answered where it asked for nothing, or for too long. */
async function putOff(request: KubeRequest, error: KubeError, deadline: Deadline): Promise<void> {
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
    throw lost(request, false, cause);
  }
}

async function attempt(
  { url, pools, credentials, onCall }: Link,
  kind: keyof Connections,
  request: KubeRequest,
  deadline: Deadline,
): Promise<Dispatcher.ResponseData> {
  const began = performance.now();
  const report = (code: string) => {
    onCall({ verb: request.method, host: url.host, code, seconds: (performance.now() - began) / 1000 });
  };
  let sent = false;
  const work = async () => {
    const current = await credentials();
    const pool = pools.of(current)[kind].compose(
      onStart(() => {
        request.beforeSend?.();
        sent = true;
      }),
    );
    return pool.request({
      method: request.method,
      path: url.pathname.replace(/\/$/, '') + urlOf(request),
      headers: headersOf(request, current),
      body: bodyOf(request),
      signal: deadline.signal,
    });
  };
  try {
    const answer = await deadline.race(work());
    report(String(answer.statusCode));
    return answer;
  } catch (cause) {
    report('<error>');
    throw lost(request, sent, cause);
  }
}

/** Calls `started` when the first byte of a request is about to be written; before, nothing was sent. */
function onStart(started: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      started();
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}

async function received<T>(request: KubeRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw lost(request, true, cause);
  }
}

/** What to throw where no usable answer came. */
function lost(request: KubeRequest, sent: boolean, cause: unknown): unknown {
  if (request.signal?.aborted) {
    return request.signal.reason;
  }
  if (cause instanceof KubeError) {
    return cause;
  }
  const failure: Failure = { type: sent && isWrite(request) ? 'ambiguous' : 'unreachable' };
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new KubeError(failure, `${request.method} ${request.path}: ${message}`, { cause });
}
