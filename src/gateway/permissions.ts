import type { Permission } from '../kube/permissions.ts';

const FOLLOW = ['list', 'watch'];

/** What the gateway feature must be allowed to do; deploy/base/operator-rbac.yaml grants it. */
export const GATEWAY_PERMISSIONS: readonly Permission[] = [
  { group: 'stoa.dev', resource: 'gatewayrules', verbs: FOLLOW },
  { group: 'stoa.dev', resource: 'gatewayrules/status', verbs: ['patch'] },
  { group: 'stoa.dev', resource: 'gatewayrules/finalizers', verbs: ['update'] },
  { group: '', resource: 'services', verbs: FOLLOW },
  { group: '', resource: 'namespaces', verbs: FOLLOW },
  { group: 'gateway.networking.k8s.io', resource: 'gateways', verbs: FOLLOW },
  {
    group: 'gateway.networking.k8s.io',
    resource: 'httproutes',
    verbs: [...FOLLOW, 'create', 'patch', 'delete'],
  },
  { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] },
];
