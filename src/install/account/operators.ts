import { INSTALL_ACCOUNT } from '../../api/group.ts';
import { REASONS } from '../../api/reason.ts';
import type { KubeClient } from '../../kube/client.ts';
import type { KubeObject } from '../../kube/object.ts';
import { missingRights, type Permission, WATCH } from '../../kube/permissions.ts';
import type { Resource } from '../../kube/resource.ts';
import { ENDPOINT_SLICES, SLICES_OF_STOA } from '../../objects/endpointslice.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, type MarketCaches } from '../caches.ts';
import { type Plan, plannedObjects } from '../plan/plan.ts';
import { RECHECK_MS, type StatusDraft, waiting } from '../status/verdicts.ts';

/** Whether the operator itself writes the objects of a kind, and not the account of their namespace. */
export function isOperators({ group, kind }: Pick<Resource, 'group' | 'kind'>): boolean {
  return group === ENDPOINT_SLICES.group && kind === ENDPOINT_SLICES.kind;
}

/** Whether an object of such a kind has the label of those that Stoa writes. */
export function isWrittenByStoa({ metadata }: KubeObject): boolean {
  return Object.entries(SLICES_OF_STOA).every(([label, value]) => metadata.labels?.[label] === value);
}

/** Permissions of the operator to read and write the objects that it writes itself. */
export const OPERATORS_PERMISSION: Permission = {
  group: ENDPOINT_SLICES.group,
  resource: ENDPOINT_SLICES.plural,
  verbs: [...WATCH, 'create', 'patch', 'delete'],
};

/** Client with the rights of the operator, and its caches. */
interface Operator {
  readonly client: KubeClient;
  readonly caches: MarketCaches;
}

/** Verbs that the operator lacks on the objects of a plan that it writes itself. Throws KubeError. */
export async function verbsMissing(
  { client, caches }: Operator,
  { metadata: { namespace } }: MarketInstall,
  plan: Plan,
): Promise<readonly string[]> {
  if (!plannedObjects(plan).some(({ resource }) => isOperators(resource))) {
    return [];
  }
  const missing = await missingRights(client, [{ ...OPERATORS_PERMISSION, namespace }]);
  const verbs = missing.map(({ verb }) => verb);
  // A right to read counts once the operator has found it: then it watches the kind.
  return verbs.length === 0 && !isWatched(caches) ? WATCH : verbs;
}

/** Status of an install for whose plan the operator lacks rights; undefined where it has them all. Throws KubeError. */
export async function operatorLacks(
  operator: Operator,
  install: MarketInstall,
  plan: Plan,
): Promise<StatusDraft | undefined> {
  const verbs = await verbsMissing(operator, install, plan);
  return verbs.length === 0 ? undefined : operatorRightMissing(verbs);
}

/** Whether the operator watches the objects that it writes itself. */
export function isWatched(caches: MarketCaches): boolean {
  return cacheOf(caches, ENDPOINT_SLICES) !== undefined;
}

/** Draft of an install with components that run elsewhere, where the operator lacks verbs on EndpointSlices. */
export function operatorRightMissing(verbs: readonly string[]): StatusDraft {
  const { resource, group } = OPERATORS_PERMISSION;
  const message = `components of the model run elsewhere, and the operator may not ${verbs.join(', ')} ${resource}.${group}: a cluster administrator grants it, as the chart does with config.market.endpoints`;
  return waiting('Applied', REASONS.rightMissing, message, RECHECK_MS);
}

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
