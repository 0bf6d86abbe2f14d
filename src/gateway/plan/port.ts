import { apiVersionOf } from '../../kube/resource.ts';
import type { EffectiveTcp } from '../../rule/effective.ts';
import type { Rendered } from '../dialects/dialect.ts';
import type { Routed } from '../member.ts';
import { portListenerName } from '../name.ts';
import type { GatewayView } from '../observed.ts';
import { metadataOf, ownersOf } from '../owned.ts';

/** The route from a port of the Gateway to a component; none where the cluster does not serve its kind. */
export function portRoute(
  name: string,
  member: Routed<EffectiveTcp>,
  { config, served }: GatewayView,
): Rendered[] {
  const { rule, backend, object } = member;
  const resource = served[backend.protocol];
  if (resource === undefined) {
    return [];
  }
  const parent = { group: 'gateway.networking.k8s.io', kind: 'Gateway', ...config.name };
  const owners = ownersOf([member]);
  const namespace = object.metadata.namespace ?? '';
  return [
    {
      resource,
      draft: {
        apiVersion: apiVersionOf(resource),
        kind: resource.kind,
        metadata: metadataOf({ name, namespace, route: name, owners }),
        spec: {
          parentRefs: [{ ...parent, sectionName: portListenerName(backend.protocol, rule.port) }],
          rules: [{ backendRefs: [{ name: backend.service, port: backend.port }] }],
        },
      },
    },
  ];
}
