import { isLoopback } from '../../base/loopback.ts';
import { withoutTrailing } from '../../base/text.ts';
import { createStoaClient, type StoaClient } from '../../client/client.ts';
import { KubeError } from '../../kube/error.ts';
import { pathOf } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import { TOKEN_HEADER } from '../../rest/guard/headers.ts';
import type { Connection } from '../connect.ts';
import { isLabel } from '../name.ts';
import { UsageError } from '../options.ts';

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
interface RestAccess {
  readonly connection: Connection;
  readonly place: RestPlace;
  readonly token: string;
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
  access: RestAccess,
  read: (client: StoaClient) => Promise<ClientReply>,
): Promise<RestReply> {
  const { place, token, timeoutMs = TIMEOUT_MS } = access;
  const client =
    place.type === 'url'
      ? createStoaClient({ url: place.url, token, fetch: fetchIn(timeoutMs) })
      : createStoaClient({ url: BEHIND_PROXY, token, fetch: fetchThrough({ ...access, timeoutMs }, place) });
  try {
    const reply = await read(client);
    return reply.error === undefined
      ? { type: 'json', json: reply.data }
      : { type: 'none', why: refusal(place, reply.response.status, reply.error.detail) };
  } catch (error) {
    return { type: 'none', why: outage(place, error) };
  }
}

function fetchIn(timeoutMs: number): (request: Request) => Promise<Response> {
  return (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
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

/** Base URL of which the proxy of the API server gets only the path. */
const BEHIND_PROXY = 'http://stoa-rest.invalid';

/**
 * Ports of the chart's Service, as the proxy of the API server names them: with TLS, and without. The proxy does not
 * verify the certificate.
 */
const PORTS = { tls: (name: string) => `https:${name}:https`, plain: (name: string) => `${name}:http` };

/** Sends requests that only read through the proxy of the API server, which consumes the header Authorization. */
function fetchThrough(
  { connection, token, timeoutMs }: Required<RestAccess>,
  { namespace, name }: Extract<RestPlace, { type: 'service' }>,
): (request: Request) => Promise<Response> {
  return async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const through = (port: string) =>
      connection.call({
        method: 'GET',
        path: pathOf(SERVICES, { namespace, name: port, subresource: 'proxy' }) + pathname,
        query: Object.fromEntries(searchParams),
        headers: [[TOKEN_HEADER, token]],
        timeoutMs,
      });
    try {
      return Response.json(await through(PORTS.tls(name)));
    } catch (error) {
      if (!isElsewhere(error)) {
        throw error;
      }
      return through(PORTS.plain(name)).then(
        (json) => Response.json(json),
        (failure: unknown) => {
          throw isElsewhere(failure) ? error : failure;
        },
      );
    }
  };
}

/**
 * Whether the other port may answer: nothing serves this one (the Service has no such port, or no pod is ready), or the
 * user has no right to it.
 */
function isElsewhere(error: unknown): boolean {
  if (!(error instanceof KubeError)) {
    return false;
  }
  const { failure } = error;
  return failure.type === 'forbidden' || (failure.type === 'refused' && failure.status === 503);
}
