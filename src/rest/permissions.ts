import type { KubeClient } from '../kube/client.ts';
import { missingPermissions, type Permission, WATCH } from '../kube/permissions.ts';
import { type LedgerSettings, ledgerOf } from '../names/ledger.ts';
import { REPLICA_SETS, SCALABLE, WORKLOADS } from '../objects/workload.ts';

/** Permissions of the service itself; deploy/chart grants these and no others. */
export function restPermissions(operator: LedgerSettings): readonly Permission[] {
  return [
    ...['namespaces', 'services'].map((resource) => ({ group: '', resource, verbs: WATCH })),
    ...['applications', 'gatewayrules'].map((resource) => ({ group: 'stoa.dev', resource, verbs: WATCH })),
    { group: '', resource: 'configmaps', verbs: WATCH, ...ledgerOf(operator) },
  ];
}

/** Calls that the service makes as its callers. */
const AS_CALLERS: readonly Permission[] = [
  { group: 'stoa.dev', resource: 'applications', verbs: ['list', 'create', 'delete'] },
  { group: 'stoa.dev', resource: 'gatewayrules', verbs: ['get', 'list', 'create', 'update', 'delete'] },
  { group: 'stoa.dev', resource: 'marketinstalls', verbs: ['get', 'list', 'create', 'update', 'delete'] },
  { group: '', resource: 'services', verbs: ['list'] },
  { group: '', resource: 'pods', verbs: ['list'] },
  { group: '', resource: 'events', verbs: ['list'] },
  { group: '', resource: 'secrets', verbs: ['get', 'list', 'create', 'patch', 'delete'] },
  ...[...WORKLOADS, REPLICA_SETS].map(({ group, plural }) => ({ group, resource: plural, verbs: ['list'] })),
  ...SCALABLE.map(({ group, plural }) => ({ group, resource: plural, verbs: ['patch'] })),
  { group: 'gateway.networking.k8s.io', resource: 'httproutes', verbs: ['list'] },
  { group: 'gateway.networking.k8s.io', resource: 'gateways', verbs: ['get'] },
  { group: 'authorization.k8s.io', resource: 'selfsubjectrulesreviews', verbs: ['create'] },
  { group: 'authorization.k8s.io', resource: 'selfsubjectaccessreviews', verbs: ['create'] },
];

/** API group of identities. */
const IDENTITIES = 'authentication.k8s.io';

const REVIEWS: Permission = { group: IDENTITIES, resource: 'tokenreviews', verbs: ['create'] };

/** Attributes of users beside name and groups; the extra ones are those that Kubernetes itself sets. */
const ATTRIBUTES = [
  'uids',
  ...['credential-id', 'node-name', 'node-uid', 'pod-name', 'pod-uid'].map(
    (name) => `userextras/authentication.kubernetes.io/${name}`,
  ),
];

/**
 * Further permissions with `rest.audiences`, where the service impersonates its callers, since Kubernetes 1.36: any user
 * but nodes and `system:masters`, for the calls that the service makes.
 */
export const CONSTRAINED_IMPERSONATION: readonly Permission[] = [
  REVIEWS,
  ...['users', 'groups', ...ATTRIBUTES].map((resource) => ({
    group: IDENTITIES,
    resource,
    verbs: ['impersonate:user-info'],
  })),
  { group: IDENTITIES, resource: 'serviceaccounts', verbs: ['impersonate:serviceaccount'] },
  ...AS_CALLERS.map(({ verbs, ...rest }) => ({
    ...rest,
    verbs: ['user-info', 'serviceaccount'].flatMap((mode) =>
      verbs.map((verb) => `impersonate-on:${mode}:${verb}`),
    ),
  })),
];

/** The same before Kubernetes 1.36, which knows no limits of impersonation. */
export const IMPERSONATION: readonly Permission[] = [
  REVIEWS,
  ...['users', 'groups', 'serviceaccounts'].map((resource) => ({
    group: '',
    resource,
    verbs: ['impersonate'],
  })),
  ...ATTRIBUTES.map((resource) => ({ group: IDENTITIES, resource, verbs: ['impersonate'] })),
];

/** Missing permissions of the service, in words. Throws KubeError. */
export async function missingRestPermissions(
  client: KubeClient,
  operator: LedgerSettings,
  audiences: readonly string[],
): Promise<string[]> {
  const own = await missingPermissions(client, restPermissions(operator));
  if (audiences.length === 0) {
    return own;
  }
  const constrained = await missingPermissions(client, CONSTRAINED_IMPERSONATION);
  const any = constrained.length === 0 ? [] : await missingPermissions(client, IMPERSONATION);
  return any.length === 0 ? own : [...own, ...constrained];
}
