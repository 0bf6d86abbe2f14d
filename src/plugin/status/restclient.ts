import { request } from 'undici';
import { z } from 'zod';
import { withoutTrailing } from '../../base/text.ts';
import { KubeError } from '../../kube/error.ts';
import { pathOf } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import { TOKEN_HEADER } from '../../rest/guard/headers.ts';
import type { Connection } from '../connect.ts';
import { UsageError } from '../options.ts';
import { clean } from '../text/measure.ts';

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
  const [, namespace, name] = /^([a-z0-9-]+)\/([a-z0-9-]+)$/.exec(text) ?? [];
  if (namespace !== undefined && name !== undefined) {
    return { type: 'service', namespace, name };
  }
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new UsageError(
      `--rest (or STOA_REST): ${text} is no URL such as https://stoa.example.com, and no NAMESPACE/SERVICE`,
    );
  }
  return { type: 'url', url: withoutTrailing(text, '/') };
}

/** A GET request to the REST API. */
interface RestRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly token: string;
}

/** JSON of a response, or why there is none, for the user. */
type RestReply =
  | { readonly type: 'json'; readonly json: unknown }
  | { readonly type: 'none'; readonly why: string };

/** Milliseconds for a response; Prometheus has 10 s. */
const TIMEOUT_MS = 15_000;

/** Sends a request to the REST API. */
export function requestRest(connection: Connection, place: RestPlace, call: RestRequest): Promise<RestReply> {
  return place.type === 'url' ? requestUrl(place.url, call) : requestService(connection, place, call);
}

/** The part of a problem response that is shown. */
const problemSchema = z.object({ detail: z.string() });

async function requestUrl(base: string, { path, query, token }: RestRequest): Promise<RestReply> {
  const { origin } = new URL(base);
  try {
    const response = await request(`${base}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const json: unknown = await response.body.json();
    if (response.statusCode !== 200) {
      const detail = problemSchema.safeParse(json).data?.detail ?? 'without a reason';
      return {
        type: 'none',
        why: `the REST API at ${origin} answers ${response.statusCode}: ${clean(detail)}`,
      };
    }
    return { type: 'json', json };
  } catch (error) {
    const why = `the REST API at ${origin} cannot be reached: ${clean((error as Error).message)}`;
    return { type: 'none', why };
  }
}

/**
 * Ports of the chart's Service, as the proxy of the API server names them: without TLS, and with. The proxy does not
 * verify the certificate.
 */
const PORTS = { plain: (name: string) => `${name}:http`, tls: (name: string) => `https:${name}:https` };

/** Sends a request through the proxy of the API server, which consumes the header Authorization. */
async function requestService(
  connection: Connection,
  { namespace, name }: Extract<RestPlace, { type: 'service' }>,
  { path, query, token }: RestRequest,
): Promise<RestReply> {
  const through = (port: string) =>
    connection.call({
      method: 'GET',
      path: pathOf(SERVICES, { namespace, name: port, subresource: 'proxy' }) + path,
      query,
      headers: [[TOKEN_HEADER, token]],
      timeoutMs: TIMEOUT_MS,
    });
  try {
    const json = await through(PORTS.plain(name)).catch((error: unknown) => {
      if (!isUnserved(error)) {
        throw error;
      }
      return through(PORTS.tls(name)).catch((failure: unknown) => {
        throw isUnserved(failure) ? error : failure;
      });
    });
    return { type: 'json', json };
  } catch (error) {
    if (!(error instanceof KubeError)) {
      throw error;
    }
    const why = `the Service ${namespace}/${name} of the REST API gives none (${clean(error.message)}); --rest or STOA_REST names another`;
    return { type: 'none', why };
  }
}

/** Whether nothing serves a port: the Service has no such port, or no pod is ready. */
function isUnserved(error: unknown): boolean {
  return error instanceof KubeError && error.failure.type === 'refused' && error.failure.status === 503;
}
