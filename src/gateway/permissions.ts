import type { Permission } from '../kube/permissions.ts';
import type { Serving } from './serving.ts';

const FOLLOW = ['list', 'watch'];
const OWN = [...FOLLOW, 'create', 'patch', 'delete'];

/** What the gateway feature must be allowed to do; deploy/chart/templates/_rules.tpl grants it. */
export function gatewayPermissions({ owned }: Serving): readonly Permission[] {
  return [
    { group: 'stoa.dev', resource: 'gatewayrules', verbs: ['get', ...FOLLOW] },
    { group: 'stoa.dev', resource: 'gatewayrules/status', verbs: ['patch'] },
    { group: 'stoa.dev', resource: 'gatewayrules/finalizers', verbs: ['update'] },
    { group: '', resource: 'services', verbs: FOLLOW },
    { group: '', resource: 'secrets', verbs: FOLLOW },
    { group: '', resource: 'namespaces', verbs: FOLLOW },
    { group: 'gateway.networking.k8s.io', resource: 'gateways', verbs: [...FOLLOW, 'create', 'patch'] },
    { group: 'gateway.networking.k8s.io', resource: 'gatewayclasses', verbs: FOLLOW },
    { group: 'gateway.networking.k8s.io', resource: 'referencegrants', verbs: OWN },
    ...owned.map(({ group, plural }) => ({ group, resource: plural, verbs: OWN })),
    { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] },
  ];
}
