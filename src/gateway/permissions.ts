import { type Permission, WATCH } from '../kube/permissions.ts';
import type { SupportedKinds } from './supportedkinds.ts';

const OWN = [...WATCH, 'create', 'patch', 'delete'];

/**
 * Permissions to read Services and what answers behind their ports: components, and, where not all namespaces are watched,
 * the replicas of the Gateway, which are asked what they serve.
 */
export const SERVICES_PERMISSIONS: readonly Permission[] = [
  { group: '', resource: 'services', verbs: WATCH },
  { group: 'discovery.k8s.io', resource: 'endpointslices', verbs: WATCH },
];

/** Permissions of the gateway feature in namespaces of teams; deploy/chart/templates/_rules.tpl grants them. */
export function gatewayPermissions({ owned }: SupportedKinds): readonly Permission[] {
  return [
    { group: 'stoa.dev', resource: 'gatewayrules', verbs: ['get', ...WATCH] },
    { group: 'stoa.dev', resource: 'gatewayrules/status', verbs: ['patch'] },
    { group: 'stoa.dev', resource: 'gatewayrules/finalizers', verbs: ['update'] },
    ...SERVICES_PERMISSIONS,
    { group: '', resource: 'secrets', verbs: WATCH },
    { group: '', resource: 'configmaps', verbs: WATCH },
    { group: 'gateway.networking.k8s.io', resource: 'referencegrants', verbs: OWN },
    ...owned.map(({ group, plural }) => ({ group, resource: plural, verbs: OWN })),
    { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] },
  ];
}

/** Permissions in the namespace of the Gateway. */
export function listenerPermissions({ served: { listenerSets } }: SupportedKinds): readonly Permission[] {
  return [
    { group: 'gateway.networking.k8s.io', resource: 'gateways', verbs: [...WATCH, 'create', 'patch'] },
    ...(listenerSets === undefined
      ? []
      : [{ group: listenerSets.group, resource: listenerSets.plural, verbs: OWN }]),
  ];
}

/** Permissions for objects in no namespace, where all namespaces are watched. */
export const CLASS_PERMISSIONS: readonly Permission[] = [
  { group: '', resource: 'namespaces', verbs: WATCH },
  { group: 'gateway.networking.k8s.io', resource: 'gatewayclasses', verbs: WATCH },
];
