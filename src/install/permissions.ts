import { INSTALL_ACCOUNT } from '../api/group.ts';
import { type Permission, WATCH } from '../kube/permissions.ts';
import type { Resource } from '../kube/resource.ts';
import { isOperators, OPERATORS_PERMISSION } from './account/operators.ts';

/**
 * Permissions of the controller in namespaces of teams; deploy/chart/templates/_rules.tpl grants them. It only reads
 * what installs make: it writes that as the account of each namespace (account/rights.ts), but for the kind that
 * account/operators.ts names.
 */
export function marketPermissions(kinds: readonly Resource[]): readonly Permission[] {
  return [
    { group: 'stoa.dev', resource: 'marketinstalls', verbs: ['get', ...WATCH, 'patch'] },
    { group: 'stoa.dev', resource: 'marketinstalls/status', verbs: ['patch'] },
    { group: 'stoa.dev', resource: 'applications', verbs: WATCH },
    { group: '', resource: 'pods', verbs: WATCH },
    { group: '', resource: 'serviceaccounts', verbs: ['impersonate'], name: INSTALL_ACCOUNT },
    ...kinds.map((kind) =>
      isOperators(kind) ? OPERATORS_PERMISSION : { group: kind.group, resource: kind.plural, verbs: WATCH },
    ),
    { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] },
  ];
}

/** Permissions for cluster-scoped objects, where the controller watches the whole cluster. */
export const STORAGE_PERMISSIONS: readonly Permission[] = [
  { group: 'storage.k8s.io', resource: 'storageclasses', verbs: WATCH },
];
