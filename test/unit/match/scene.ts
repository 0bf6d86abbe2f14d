import { entriesOf } from '../../../src/match/attach.ts';
import type { Entry } from '../../../src/match/entry.ts';
import { listenersOf } from '../../../src/match/listener.ts';
import type { AnyRoute } from '../../../src/objects/anyroute.ts';
import type { Gateway, GatewayListener } from '../../../src/objects/gatewayapi.ts';

/** A Gateway with listeners, which allow routes of all namespaces unless they say otherwise. */
export function gatewayWith(listeners: readonly GatewayListener[]): Gateway {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: metadataOf('ops', 'main'),
    spec: {
      gatewayClassName: 'any',
      listeners: listeners.map((each) => ({ allowedRoutes: { namespaces: { from: 'All' } }, ...each })),
    },
  };
}

/** An HTTPRoute of the namespace `shop` that is attached to the Gateway. */
export function routeNamed(
  name: string,
  spec: Partial<AnyRoute['spec']> = {},
  creationTimestamp = '2026-01-01T00:00:00Z',
): AnyRoute {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { ...metadataOf('shop', name), creationTimestamp },
    spec: { parentRefs: [{ namespace: 'ops', name: 'main' }], rules: [{}], ...spec },
  };
}

/** The first entry of an HTTPRoute for all requests. */
export function entryOf(name: string): Entry {
  const listeners = listenersOf(gatewayWith([{ name: 'all', port: 80, protocol: 'HTTP' }]), []);
  const [entry] = entriesOf({ kind: 'HTTPRoute', route: routeNamed(name) }, listeners, () => ({}));
  return entry as Entry;
}

function metadataOf(namespace: string, name: string) {
  return {
    namespace,
    name,
    uid: `${namespace}/${name}`,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    generation: 1,
  };
}
