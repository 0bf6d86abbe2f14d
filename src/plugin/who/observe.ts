import { inParallel } from '../../base/parallel.ts';
import { firstFew } from '../../base/text.ts';
import type { KubeClient } from '../../kube/client.ts';
import { isFailure, KubeError, tryRead } from '../../kube/error.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { KindOfRoute } from '../../match/attach.ts';
import {
  type AnyRoute,
  HOST_ROUTES,
  type HostRouteKind,
  type ReferenceGrant,
} from '../../objects/anyroute.ts';
import { NAMESPACES } from '../../objects/core.ts';
import {
  GATEWAY_CLASSES,
  GATEWAYS,
  type Gateway,
  type GatewayClass,
  LISTENER_SETS,
  type ListenerSet,
  REFERENCE_GRANTS,
} from '../../objects/gatewayapi.ts';
import { Refused } from '../failure.ts';

/** Gateways and what is attached to them, as far as the user may read it. */
export interface ObservedGateways {
  readonly gateways: readonly Gateway[];
  readonly classes: readonly GatewayClass[];
  readonly sets: readonly ListenerSet[];
  readonly routes: readonly KindOfRoute[];
  readonly namespaces: readonly KubeObject[];
  readonly grants: readonly ReferenceGrant[];
  /** Sentences on what the user may not read. */
  readonly gaps: readonly string[];
}

/** Reads Gateways and routes of all namespaces, or of one where the user may not. Throws Refused and KubeError. */
export async function observeGateways(client: KubeClient, namespace: string): Promise<ObservedGateways> {
  const reader: Reader = { client, namespace, gaps: { own: new Set(), all: new Set() } };
  const kinds = Object.keys(HOST_ROUTES) as HostRouteKind[];
  const [byKind, sets, namespaces, grants, classes] = await Promise.all([
    inParallel(kinds, async (kind) =>
      (await routesOf(reader, kind)).map((route): KindOfRoute => ({ kind, route })),
    ),
    listed(reader, LISTENER_SETS),
    listed(reader, NAMESPACES),
    listed(reader, REFERENCE_GRANTS as Resource<ReferenceGrant>),
    listed(reader, GATEWAY_CLASSES),
  ]);
  const routes = byKind.flat();
  return {
    gateways: await gatewaysOf(reader, routes),
    classes: classes ?? [],
    sets: sets ?? [],
    routes,
    namespaces: namespaces ?? [],
    grants: grants ?? [],
    gaps: gapTexts(reader),
  };
}

/** Most Gateways that a sentence names. */
const MOST_NAMES = 3;

/** A client, the namespace that is read where not all may be, and the plurals of what could not be read. */
interface Reader {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly gaps: Readonly<Record<'own' | 'all', Set<string>>>;
}

function gapTexts({ namespace, gaps: { own, all } }: Reader): readonly string[] {
  const text = (plurals: ReadonlySet<string>) => [...plurals].toSorted().join(', ');
  return [
    ...(own.size === 0 ? [] : [`you may list ${text(own)} of the namespace ${namespace} only`]),
    ...(all.size === 0 ? [] : [`you may not list ${text(all)}`]),
  ];
}

/** Routes of a kind, in the first version that the cluster serves. */
async function routesOf(reader: Reader, kind: HostRouteKind): Promise<readonly AnyRoute[]> {
  for (const resource of HOST_ROUTES[kind]) {
    const found = await listed(reader, resource);
    if (found !== undefined) {
      return found;
    }
  }
  return [];
}

/** All objects of a kind, or those of the namespace; undefined where the cluster does not serve the kind. */
async function listed<T extends KubeObject>(
  { client, namespace, gaps }: Reader,
  resource: Resource<T>,
): Promise<readonly T[] | undefined> {
  try {
    return await client.list(resource);
  } catch (error) {
    if (isUnserved(error)) {
      return undefined;
    }
    if (!isFailure(error, 'forbidden')) {
      throw error;
    }
  }
  const own = resource.namespaced ? await tryRead(client.list(resource, { namespace })) : undefined;
  gaps[own?.type === 'found' ? 'own' : 'all'].add(resource.plural);
  return own?.type === 'found' ? own.value : [];
}

function isUnserved(error: unknown): boolean {
  return error instanceof KubeError && error.failure.type === 'refused' && error.failure.status === 404;
}

/** The Gateways that routes name, in a sentence. */
function namesText(named: ReadonlyMap<string, unknown>): string {
  return named.size === 0 ? 'the Gateway' : firstFew([...named.keys()].toSorted(), MOST_NAMES, ', ');
}

/** All Gateways, or where the user may not list them, those that the routes name and the user may read. */
async function gatewaysOf({ client }: Reader, routes: readonly KindOfRoute[]): Promise<readonly Gateway[]> {
  const all = await tryRead(client.list(GATEWAYS));
  if (all.type === 'found') {
    return all.value;
  }
  const named = routes.flatMap(({ route: { metadata, spec } }) =>
    (spec.parentRefs ?? [])
      .filter(({ kind = 'Gateway' }) => kind === 'Gateway')
      .map(({ namespace = metadata.namespace, name }) => ({ ...(namespace && { namespace }), name })),
  );
  const distinct = new Map(named.map((metadata) => [keyOf({ metadata }), metadata]));
  const found = await inParallel([...distinct.values()], (target) => tryRead(client.get(GATEWAYS, target)));
  const gateways = found.flatMap((each) => (each.type === 'found' ? [each.value] : []));
  if (gateways.length === 0) {
    throw new Refused(
      `you may read no Gateway: ask the administrators of the cluster for the right to get ${namesText(distinct)} (gateways.gateway.networking.k8s.io); without the right to list gateways and routes everywhere, the answer tells what it does not know`,
    );
  }
  return gateways;
}
