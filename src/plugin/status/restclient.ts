import { isLoopback } from '../../base/loopback.ts';
import { withoutTrailing } from '../../base/text.ts';
import { createStoaClient, type StoaClient } from '../../client/client.ts';
import { KubeError } from '../../kube/error.ts';
import type { KubeRequest } from '../../kube/request.ts';
import type { Connection } from '../connect.ts';
import { isLabel } from '../name.ts';
import { UsageError } from '../options.ts';
import { BEHIND_PROXY, fetchThrough } from './restproxy.ts';

/** Place of Stoa's REST API: a base URL, or a Service behind the proxy of the API server. */
export type RestPlace =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'service'; readonly namespace: string; readonly name: string };

/** Service of the chart. Other Services are not searched: their owners would receive tokens. */
const INSTALLED: RestPlace = { type: 'service', namespace: 'stoa-system', name: 'stoa-rest' };

/** Place that a text names, or the Service of the chart. Throws UsageError. Pure. */
export function restPlaceOf(text: string | undefined): RestPlace {
  if (text === undefined) {
    return INSTALLED;
  }
  const [namespace = '', name = '', ...more] = text.split('/');
  if (isLabel(namespace) && isLabel(name) && more.length === 0) {
    return { type: 'service', namespace, name };
  }
  const url = URL.parse(text);
  if (!/^https?:$/.test(url?.protocol ?? '')) {
    throw new UsageError(
      `--rest (or STOA_REST): ${text} is no URL such as https://stoa.example.com, and no NAMESPACE/SERVICE`,
    );
  }
  if (url?.protocol === 'http:' && !isLoopback(url)) {
    throw new UsageError(
      `--rest (or STOA_REST): ${text} would get your token in the clear: use https, or NAMESPACE/SERVICE`,
    );
  }
  return { type: 'url', url: withoutTrailing(text, '/') };
}

/** Access to the REST API as a user. */
export interface RestAccess {
  readonly connection: Connection;
  readonly place: RestPlace;
  readonly token: string;
}

/** Access for requests that are answered as a whole. */
interface ReadAccess extends RestAccess {
  /** Milliseconds for a response. */
  readonly timeoutMs?: number;
}

/** Response as the client of the REST API has it. */
type ClientReply =
  | { readonly data: unknown; readonly error?: undefined }
  | { readonly error: { readonly detail?: string }; readonly response: Response };

/** JSON of a response, or why there is none, for the user. */
type RestReply =
  | { readonly type: 'json'; readonly json: unknown }
  | { readonly type: 'none'; readonly why: string };

/** Milliseconds for a response where nothing is said; Prometheus has 10 s. */
const TIMEOUT_MS = 15_000;

/** Reads from the REST API. */
export async function readRest(
  access: ReadAccess,
  read: (client: StoaClient) => Promise<ClientReply>,
): Promise<RestReply> {
  const { connection, place, timeoutMs = TIMEOUT_MS } = access;
  const client = clientOf(access, {
    directly: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
    proxied: async (request) => Response.json(await connection.call({ ...request, timeoutMs })),
  });
  try {
    const reply = await read(client);
    return reply.error === undefined
      ? { type: 'json', json: reply.data }
      : { type: 'none', why: refusal(place, reply.response.status, reply.error.detail) };
  } catch (error) {
    return { type: 'none', why: outage(place, error) };
  }
}

/** Longest time (ms) of a stream through the API server. */
const STREAM_MS = 3_600_000;

/** Opens a stream of the REST API, which `signal` ends; undefined where it is refused. Throws where nothing answers. */
export async function openRest<Stream>(
  access: RestAccess,
  open: (client: StoaClient) => Promise<{ readonly data?: Stream }>,
  signal: AbortSignal,
): Promise<Stream | undefined> {
  const { connection } = access;
  const client = clientOf(access, {
    directly: (request) => fetch(request, { signal }),
    proxied: async (request) =>
      new Response(ReadableStream.from(await connection.open({ ...request, signal, timeoutMs: STREAM_MS }))),
  });
  const { data } = await open(client);
  return data;
}

/** Ways to send a request: to a URL, and through the proxy of the API server. */
interface Ways {
  readonly directly: (request: Request) => Promise<Response>;
  readonly proxied: (request: KubeRequest) => Promise<Response>;
}

function clientOf({ place, token }: RestAccess, { directly, proxied }: Ways): StoaClient {
  return place.type === 'url'
    ? createStoaClient({ url: place.url, token, fetch: directly })
    : createStoaClient({ url: BEHIND_PROXY, token, fetch: fetchThrough(place, token, proxied) });
}

function refusal(place: RestPlace, status: number, detail = 'without a reason'): string {
  return `the REST API at ${nameOf(place)} answers ${status}: ${detail}`;
}

/** Reason for no response; throws the error again if it is not about that. */
function outage(place: RestPlace, error: unknown): string {
  if (place.type === 'url') {
    return `the REST API at ${nameOf(place)} cannot be reached: ${messageOf(error)}`;
  }
  if (!(error instanceof KubeError)) {
    throw error;
  }
  return `the Service ${nameOf(place)} of the REST API gives none (${error.message}); --rest or STOA_REST names another`;
}

function nameOf(place: RestPlace): string {
  return place.type === 'url' ? new URL(place.url).origin : `${place.namespace}/${place.name}`;
}

/** Message of an error; that of `fetch` says why only in its cause. */
function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
