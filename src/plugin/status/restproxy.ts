import { KubeError } from '../../kube/error.ts';
import type { KubeRequest } from '../../kube/request.ts';
import { pathOf } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import { TOKEN_HEADER } from '../../rest/guard/headers.ts';

/** Base URL of which the proxy of the API server gets only the path. */
export const BEHIND_PROXY = 'http://stoa-rest.invalid';

/**
 * Ports of the chart's Service, as the proxy of the API server names them: with TLS, and without. The proxy does not
 * verify the certificate.
 */
const PORTS = { tls: (name: string) => `https:${name}:https`, plain: (name: string) => `${name}:http` };

/** Header by which a stream resumes. */
const LAST_EVENT = 'last-event-id';

/**
 * Function that sends requests that only read to a Service through the proxy of the API server, which consumes the
 * header Authorization, by `send`.
 */
export function fetchThrough(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  token: string,
  send: (request: KubeRequest) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async ({ url, headers }) => {
    const { pathname, searchParams } = new URL(url);
    const lastEvent = headers.get(LAST_EVENT);
    const resumption: KubeRequest['headers'] = lastEvent === null ? [] : [[LAST_EVENT, lastEvent]];
    const through = (port: string) =>
      send({
        method: 'GET',
        path: pathOf(SERVICES, { namespace, name: port, subresource: 'proxy' }) + pathname,
        query: Object.fromEntries(searchParams),
        headers: [[TOKEN_HEADER, token], ...resumption],
      });
    try {
      return await through(PORTS.tls(name));
    } catch (error) {
      if (!isElsewhere(error)) {
        throw error;
      }
      return through(PORTS.plain(name)).catch((failure: unknown) => {
        throw isElsewhere(failure) ? error : failure;
      });
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
