import type { Permission } from '../kube/permissions.ts';
import type { SupportedKinds } from './supportedkinds.ts';

const FOLLOW = ['list', 'watch'];
const OWN = [...FOLLOW, 'create', 'patch', 'delete'];

/** What the gateway feature must be allowed to do in namespaces of teams; deploy/chart/templates/_rules.tpl grants it. */
export function gatewayPermissions({ owned }: SupportedKinds): readonly Permission[] {
  return [
    { group: 'stoa.dev', resource: 'gatewayrules', verbs: ['get', ...FOLLOW] },
    { group: 'stoa.dev', resource: 'gatewayrules/status', verbs: ['patch'] },
    { group: 'stoa.dev', resource: 'gatewayrules/finalizers', verbs: ['update'] },
    { group: '', resource: 'services', verbs: FOLLOW },
    { group: '', resource: 'secrets', verbs: FOLLOW },
    { group: 'gateway.networking.k8s.io', resource: 'referencegrants', verbs: OWN },
    ...owned.map(({ group, plural }) => ({ group, resource: plural, verbs: OWN })),
    { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] },
  ];
}

/** What it must be allowed to do where the Gateway is. */
export const LISTENER_PERMISSIONS: readonly Permission[] = [
  { group: 'gateway.networking.k8s.io', resource: 'gateways', verbs: [...FOLLOW, 'create', 'patch'] },
];

/** What it must be allowed to do with what is in no namespace, where it works in all of them. */
export const CLASS_PERMISSIONS: readonly Permission[] = [
  { group: '', resource: 'namespaces', verbs: FOLLOW },
  { group: 'gateway.networking.k8s.io', resource: 'gatewayclasses', verbs: FOLLOW },
];
