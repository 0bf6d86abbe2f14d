import type { Permission } from '../kube/permissions.ts';
import type { Resource } from '../kube/resource.ts';

const FOLLOW = ['list', 'watch'];

/** What the market feature must be allowed to do in namespaces of teams; deploy/chart/templates/_rules.tpl grants it. */
export function marketPermissions(kinds: readonly Resource[]): readonly Permission[] {
  return [
    { group: 'stoa.dev', resource: 'marketinstalls', verbs: ['get', ...FOLLOW, 'patch'] },
    { group: 'stoa.dev', resource: 'marketinstalls/status', verbs: ['patch'] },
    { group: 'stoa.dev', resource: 'marketinstalls/finalizers', verbs: ['update'] },
    { group: 'stoa.dev', resource: 'applications', verbs: FOLLOW },
    { group: '', resource: 'pods', verbs: FOLLOW },
    { group: '', resource: 'secrets', verbs: ['get', 'update'] },
    ...kinds.map(({ group, plural }) => ({
      group,
      resource: plural,
      verbs: [...FOLLOW, 'create', 'patch', 'delete'],
    })),
    { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] },
  ];
}

/** What it must be allowed to do with what is in no namespace, where it works in all of them. */
export const STORAGE_PERMISSIONS: readonly Permission[] = [
  { group: 'storage.k8s.io', resource: 'storageclasses', verbs: FOLLOW },
];
