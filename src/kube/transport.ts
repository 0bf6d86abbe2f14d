import type { RequestOptions } from 'node:https';
import { type Dispatcher, errors, Pool } from 'undici';
import { type Failure, failureOf, KubeError, type StatusBody } from './error.ts';

/** Where an API server is and how to prove who calls. */
export interface ClusterAccess {
  /** Base URL of the API server. */
  readonly server: string;
  /** TLS material and current credentials; asked for with every request, since tokens rotate. */
  credentials(): Promise<RequestOptions>;
}

/** One request to the API server. */
export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Raw pairs, because a header such as Impersonate-Group may stand several times. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the answer must have begun, and between two parts of it. */
  readonly timeoutMs?: number;
}

/** Sends requests over one pool of connections. */
export interface Transport {
  /** The body of a successful answer; throws KubeError for everything else. */
  send(request: KubeRequest): Promise<Dispatcher.ResponseData['body']>;
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** A transport for one API server; it opens connections when they are needed. */
export async function createTransport(access: ClusterAccess): Promise<Transport> {
  const { ca, cert, key, rejectUnauthorized, servername } = await access.credentials();
  const tls = { ca, cert, key, rejectUnauthorized, servername };
  const pool = new Pool(new URL(access.server).origin, {
    connect: Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined)),
    allowH2: false,
    keepAliveTimeout: 30_000,
  });
  const prefix = new URL(access.server).pathname.replace(/\/$/, '');
  return {
    send: (request) => send(pool, prefix, access, request),
    close: () => pool.destroy(),
  };
}

async function send(
  pool: Pool,
  prefix: string,
  access: ClusterAccess,
  request: KubeRequest,
): Promise<Dispatcher.ResponseData['body']> {
  const answer = await dispatch(pool, prefix, access, request);
  if (answer.statusCode < 300) {
    return answer.body;
  }
  const text = await answer.body.text();
  const status = statusBody(text);
  throw new KubeError(
    failureOf(answer.statusCode, status),
    status.message ?? `${request.method} ${request.path}: ${answer.statusCode}`,
  );
}

async function dispatch(
  pool: Pool,
  prefix: string,
  access: ClusterAccess,
  request: KubeRequest,
): Promise<Dispatcher.ResponseData> {
  const timeout = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const headers = [...(await authHeaders(access)), 'accept', 'application/json', 'user-agent', 'stoa'];
  for (const [name, value] of request.headers ?? []) {
    headers.push(name, value);
  }
  if (request.body !== undefined) {
    headers.push('content-type', request.contentType ?? 'application/json');
  }
  try {
    return await pool.request({
      method: request.method,
      path: prefix + request.path + queryOf(request.query),
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      headersTimeout: timeout,
      bodyTimeout: timeout,
      signal: request.signal ?? null,
    });
  } catch (cause) {
    request.signal?.throwIfAborted();
    const message = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new KubeError(unanswered(request, cause), `${request.method} ${request.path}: ${message}`, {
      cause,
    });
  }
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function unanswered(request: KubeRequest, cause: unknown): Failure {
  const code = (cause as { readonly code?: string }).code ?? '';
  const sent = !(cause instanceof errors.ConnectTimeoutError || NEVER_SENT.has(code));
  return { type: sent && request.method !== 'GET' ? 'ambiguous' : 'unreachable' };
}

async function authHeaders(access: ClusterAccess): Promise<string[]> {
  const { headers, auth } = await access.credentials();
  const pairs = Object.entries(headers ?? {}).flatMap(([name, value]) => [name, String(value)]);
  return auth ? [...pairs, 'authorization', `Basic ${Buffer.from(auth).toString('base64')}`] : pairs;
}

function queryOf(query: KubeRequest['query']): string {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function statusBody(text: string): StatusBody {
  try {
    return JSON.parse(text) as StatusBody;
  } catch {
    return text === '' ? {} : { message: text.slice(0, 500) };
  }
}
