import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { Deadline } from '../base/deadline.ts';
import { present } from '../base/fields.ts';
import { readBody } from './body.ts';
import type { Guard } from './guard.ts';
import type { StoreRefusal } from './refusal.ts';
import type { StoreRequest } from './request.ts';

/** Seconds for a whole request: name resolution, connection and response. */
export const TIMEOUT_SECONDS = 10;

/** Result of a request: the body of a successful response, or a refusal. */
type GetResult = { readonly type: 'body'; readonly bytes: Uint8Array } | StoreRefusal;

/** Resolver of a host name or literal to all its addresses. Rejects with the system's error. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Guard and resolver that every request passes. */
export interface Gate {
  readonly guard: Guard;
  readonly resolve: Resolve;
}

/** Resolver of the host system. */
export const resolveHere: Resolve = (host) => lookup(host, { all: true });

/**
 * Sends one request to a store, over a connection of its own to an address that the guard has checked. Throws only the
 * reason of the caller's signal, and programming errors.
 */
export async function get(request: StoreRequest, gate: Gate, signal?: AbortSignal): Promise<GetResult> {
  const deadline = new Deadline(1000 * TIMEOUT_SECONDS, signal);
  try {
    return await deadline.race(attempt(request, gate, deadline.signal));
  } catch (error) {
    signal?.throwIfAborted();
    return deadline.signal.aborted ? { type: 'too-slow' } : lost(error);
  } finally {
    deadline.clear();
  }
}

async function attempt(
  request: StoreRequest,
  { guard, resolve }: Gate,
  signal: AbortSignal,
): Promise<GetResult> {
  const { base } = request;
  const addresses = await resolve(base.hostname.replaceAll(/[[\]]/g, ''));
  const permitted = addresses.filter(({ address }) => guard(base, address));
  if (permitted.length === 0) {
    const secure = new URL(`https://${base.host}`);
    const wayOut = addresses.some(({ address }) => guard(secure, address)) ? 'https' : 'configuration';
    return { type: 'not-allowed', host: base.host, wayOut };
  }
  const client = new Client(base.origin, {
    connect: { lookup: pinnedTo(permitted), timeout: 1000 * TIMEOUT_SECONDS },
    allowH2: false,
    // The deadline covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await received(await send(client, request, signal), request);
  } finally {
    await client.destroy();
  }
}

/** Lookup of a connection that returns only checked addresses; TLS still verifies the host name. */
function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (_, { all }, done) => {
    if (all) {
      done(null, addresses);
      return;
    }
    done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

function send(
  client: Client,
  { path, accessKey }: StoreRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const authorization = present({ authorization: accessKey });
  return client.request({
    method: 'GET',
    path,
    headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...authorization },
    signal,
  });
}

async function received(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  request: StoreRequest,
): Promise<GetResult> {
  if (statusCode < 200 || statusCode >= 300) {
    return ofStatus(statusCode, request);
  }
  const read = await readBody(body, [headers['content-encoding'] ?? ''].flat().join());
  switch (read.type) {
    case 'whole':
      return { type: 'body', bytes: read.bytes };
    case 'undecodable':
      return { type: 'not-json' };
    default:
      return read;
  }
}

/** Statuses below 500 of a temporary failure. */
const TEMPORARY = [408, 425, 429];

function ofStatus(status: number, { absent, accessKey }: StoreRequest): StoreRefusal {
  switch (status) {
    case 401:
      return { type: 'unauthorized', keySent: accessKey !== undefined };
    case 403:
      return { type: 'forbidden' };
    case 404:
      return { type: absent };
    default:
      break;
  }
  if (status < 400) {
    return { type: 'redirected' };
  }
  return { type: status >= 500 || TEMPORARY.includes(status) ? 'failed' : 'rejected', status };
}

/** Refusal of a network error, by its code: its message may hold what was sent. */
function lost(error: unknown): StoreRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) {
    throw error;
  }
  return code === 'UND_ERR_HEADERS_OVERFLOW' ? { type: 'too-large' } : { type: 'unreachable', code };
}
