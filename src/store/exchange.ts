import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { Deadline } from '../base/deadline.ts';
import { type Body, readBody } from './body.ts';
import { type AddressRange, type Allowed, createGuard, type Guard } from './guard.ts';
import type { StoreRefusal } from './refusal.ts';

/** Seconds for a connection. */
const CONNECT_SECONDS = 10;

/** Resolver of a host name or literal to all its addresses. Rejects with the system's error. */
type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Guard and resolver that every request passes. */
export interface Gate {
  readonly guard: Guard;
  readonly resolve: Resolve;
}

/** Addresses that may be asked. */
export interface GateOptions {
  /** Allowed addresses of stores. */
  readonly stores: readonly Allowed[];
  /** Ranges of the cluster, which `public` does not include. */
  readonly inner?: readonly AddressRange[];
  readonly resolve?: Resolve;
}

/** Resolver of the host system. */
const resolveHere: Resolve = (host) => lookup(host, { all: true });

/** Gate for the addresses that the configuration allows. */
export function gateOf({ stores, inner = [], resolve = resolveHere }: GateOptions): Gate {
  return { guard: createGuard(stores, inner), resolve };
}

/** Request, and the bound of the body that it may get. */
export interface ExchangeRequest {
  /** GET where undefined. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Body that is sent; none where undefined. */
  readonly content?: Uint8Array;
  /** URL of the server. */
  readonly base: URL;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Most MiB of the body, after decompression. */
  readonly mebibytes: number;
}

/** Response to a request. */
export interface Answer {
  readonly type: 'answer';
  readonly status: number;
  /** Headers by their names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Body of a successful response; undefined for others, which are not read. */
  readonly body: Body | undefined;
}

/** Result of `work`, or the refusal after the time that it may take. Throws the reason of the caller's signal. */
export async function within<T>(
  seconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Extract<StoreRefusal, { type: 'too-slow' }>> {
  const deadline = new Deadline(1000 * seconds, signal);
  try {
    return await deadline.race(work(deadline.signal));
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.signal.aborted) {
      return { type: 'too-slow', seconds };
    }
    throw error;
  } finally {
    deadline.clear();
  }
}

/**
 * Sends one request, over a connection of its own to an address that the guard has checked. Throws only the reason of the
 * signal, and programming errors.
 */
export async function exchange(
  request: ExchangeRequest,
  gate: Gate,
  signal: AbortSignal,
): Promise<Answer | StoreRefusal> {
  try {
    return await attempt(request, gate, signal);
  } catch (error) {
    signal.throwIfAborted();
    return lost(error, request);
  }
}

async function attempt(
  request: ExchangeRequest,
  { guard, resolve }: Gate,
  signal: AbortSignal,
): Promise<Answer | StoreRefusal> {
  const { base } = request;
  const addresses = await resolve(base.hostname.replaceAll(/[[\]]/g, ''));
  const permitted = addresses.filter(({ address }) => guard(base, address));
  if (permitted.length === 0) {
    const secure = new URL(`https://${base.host}`);
    const wayOut = addresses.some(({ address }) => guard(secure, address)) ? 'https' : 'configuration';
    return { type: 'not-allowed', host: base.host, wayOut };
  }
  const client = new Client(base.origin, {
    connect: { lookup: pinnedTo(permitted), timeout: 1000 * CONNECT_SECONDS },
    allowH2: false,
    // The deadline of the caller covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const { method = 'GET', content, path, headers } = request;
    const answer = await client.request({ method, path, headers, signal, body: content ?? null });
    return await received(answer, request);
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

async function received(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { headers: { 'accept-encoding': wanted }, mebibytes }: ExchangeRequest,
): Promise<Answer> {
  const isSuccess = status >= 200 && status < 300;
  // Some servers name the compression of an archive, which belongs to it.
  const encoding = wanted === 'identity' ? '' : [headers['content-encoding'] ?? ''].flat().join();
  const content = isSuccess ? await readBody(body, encoding, mebibytes) : undefined;
  return { type: 'answer', status, headers, body: content };
}

/** Refusal of a network error, by its code: its message may hold what was sent. */
function lost(error: unknown, { mebibytes }: ExchangeRequest): StoreRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) {
    throw error;
  }
  return code === 'UND_ERR_HEADERS_OVERFLOW'
    ? { type: 'too-large', mebibytes }
    : { type: 'unreachable', code };
}
