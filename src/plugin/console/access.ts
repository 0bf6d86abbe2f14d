import { createHash, timingSafeEqual } from 'node:crypto';
import { isFailure, KubeError } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { KubeRequest } from '../../kube/request.ts';
import { pathOf } from '../../kube/resource.ts';
import type { Transport } from '../../kube/transport.ts';
import { NAMESPACES, SERVICES } from '../../objects/core.ts';
import { APPLICATIONS, GATEWAY_RULES } from '../../objects/stoa.ts';

/** Sender of requests as the user of the kubeconfig. */
type Own = Pick<Transport, 'call' | 'open'>;

/**
 * Carries the calls of who has the key, as the user of the kubeconfig: the key takes the place of a token, which a user
 * with a client certificate does not have. Other tokens are nobody's.
 */
export function withKey(own: Own, key: string): Transport {
  const expected = digest(`Bearer ${key}`);
  const asOwn = ({ headers = [], ...request }: KubeRequest): KubeRequest => {
    const given = headers.find(isAuthorization)?.[1] ?? '';
    if (!timingSafeEqual(digest(given), expected)) {
      throw new KubeError({ type: 'unauthorized' }, 'this is not the key of the console');
    }
    return { ...request, headers: headers.filter((header) => !isAuthorization(header)) };
  };
  return {
    call: async (request) => own.call(asOwn(request)),
    open: async (request) => own.open(asOwn(request)),
    close: async () => undefined,
  };
}

function isAuthorization([name]: readonly [string, string]): boolean {
  return name.toLowerCase() === 'authorization';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Kinds that the REST API lists in the whole cluster as itself. */
const LISTED = new Map([APPLICATIONS, GATEWAY_RULES, SERVICES].map((each) => [pathOf(each, {}), each]));

/**
 * Reads in place of the service, which the REST API is elsewhere. Where the user may not list the cluster, it sees one
 * namespace: the user's teams are found, and what other teams have is left to the operator.
 */
export function asService(own: Own, namespace: string): Transport {
  return {
    call: (request) =>
      own.call(request).catch(async (error: unknown) => {
        if (!isFailure(error, 'forbidden') || request.method !== 'GET') {
          throw error;
        }
        const resource = LISTED.get(request.path);
        if (resource !== undefined) {
          return await own.call({ ...request, path: pathOf(resource, { namespace }) });
        }
        if (request.path !== pathOf(NAMESPACES, {})) {
          throw error;
        }
        return await soleNamespace(own, namespace, request);
      }),
    open: (request) => own.open(request),
    close: async () => undefined,
  };
}

/** List of the one namespace, if a request selects it. */
async function soleNamespace(own: Own, name: string, { query = {}, signal, timeoutMs }: KubeRequest) {
  const path = pathOf(NAMESPACES, { name });
  const found = (await own.call({ method: 'GET', path, signal, timeoutMs })) as KubeObject;
  return { metadata: {}, items: isSelected(found, query) ? [found] : [] };
}

function isSelected(
  { metadata }: KubeObject,
  { labelSelector, fieldSelector }: NonNullable<KubeRequest['query']>,
) {
  const [label, value] = labelSelector?.split('=') ?? [];
  const own = label === undefined ? undefined : metadata.labels?.[label];
  const hasLabel = label === undefined || (own !== undefined && (value === undefined || own === value));
  return hasLabel && (fieldSelector === undefined || fieldSelector === `metadata.name=${metadata.name}`);
}
