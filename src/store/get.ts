import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { Deadline } from '../base/deadline.ts';
import { readBody } from './body.ts';
import type { Guard } from './guard.ts';
import { TIMEOUT_SECONDS } from './limits.ts';
import type { StoreRefusal } from './refusal.ts';
import type { StoreRequest } from './request.ts';

/** The body of a good answer, or why there is none. */
export type Got = { readonly type: 'body'; readonly bytes: Uint8Array } | StoreRefusal;

/** All addresses of a host name or literal. Rejects with the system's error. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** What stands between a request and the network. */
export interface Gate {
  readonly guard: Guard;
  readonly resolve: Resolve;
}

/** Resolves as every other program of this host does. */
export const resolveHere: Resolve = (host) => lookup(host, { all: true });

/**
 * Asks a store once, over a connection of its own that leads to an address that was checked and nowhere else.
 * Throws only the reason of the caller's signal, and what is a mistake in here.
 */
export async function get(request: StoreRequest, gate: Gate, signal?: AbortSignal): Promise<Got> {
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

async function attempt(request: StoreRequest, { guard, resolve }: Gate, signal: AbortSignal): Promise<Got> {
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
    // The deadline is for all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    return await received(await ask(client, request, signal), request);
  } finally {
    await client.destroy();
  }
}

/** What a connection asks for the addresses of its host; the certificate is still checked for the name. */
function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (_, { all }, done) => {
    if (all) {
      done(null, addresses);
      return;
    }
    done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

function ask(
  client: Client,
  { path, accessKey }: StoreRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const authorization = accessKey === undefined ? {} : { authorization: accessKey };
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
): Promise<Got> {
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

/** Statuses below 500 by which a server asks for patience. */
const PATIENCE = [408, 425, 429];

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
  return { type: status >= 500 || PATIENCE.includes(status) ? 'failed' : 'rejected', status };
}

/** What an error of the network means; its message may hold what was sent, its code does not. */
function lost(error: unknown): StoreRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) {
    throw error;
  }
  return code === 'UND_ERR_HEADERS_OVERFLOW' ? { type: 'too-large' } : { type: 'unreachable', code };
}
