import { missingRights, type Permission } from '../../kube/permissions.ts';
import type { Resource } from '../../kube/resource.ts';
import { CONFIG_MAPS, SECRETS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { type Plan, plannedObjects } from '../plan/plan.ts';
import type { StatusDraft } from '../status/verdicts.ts';
import type { Writer } from '../writer.ts';
import { isOperators, operatorLacks } from './operators.ts';
import { type RightsAspect, rightsMissing } from './permitted.ts';

/** Verbs on the objects of an install; create and patch are both of an apply. */
const WRITES = ['create', 'patch', 'delete'];

/** Verbs on Secrets: access keys, pinned templates, allocations and values are read, and allocations are replaced. */
const SECRET_WRITES = ['get', 'update', ...WRITES];

/** Rights that the account needs to write objects of the kinds. */
export function accountPermissions(kinds: readonly Pick<Resource, 'group' | 'plural'>[]): Permission[] {
  return kinds.map(({ group, plural }) => ({
    group,
    resource: plural,
    verbs: group === SECRETS.group && plural === SECRETS.plural ? SECRET_WRITES : WRITES,
  }));
}

/** Right of the account to read values in ConfigMaps. */
export const VALUES_PERMISSION: Permission = {
  group: CONFIG_MAPS.group,
  resource: CONFIG_MAPS.plural,
  verbs: ['get'],
};

/** Rights that the account needs for an install, before its model is known. */
export function firstRights({
  metadata: { namespace },
  spec: { valuesFrom = [] },
}: MarketInstall): readonly Permission[] {
  const reads = valuesFrom.some(({ kind }) => kind === CONFIG_MAPS.kind) ? [VALUES_PERMISSION] : [];
  return placed([...accountPermissions([SECRETS]), ...reads], namespace);
}

/**
 * Rights that the account needs to roll out a plan and to delete what older versions have made; `kinds` are those that
 * installs make in this cluster.
 */
export function planRights(
  { metadata: { namespace }, status }: MarketInstall,
  plan: Plan,
  kinds: readonly Resource[],
): readonly Permission[] {
  const made = [...plannedObjects(plan).map(({ resource }) => resource), ...(status?.inventory ?? [])];
  const used = kinds.filter(
    (resource) =>
      !isOperators(resource) &&
      made.some((each) => each.group === resource.group && each.kind === resource.kind),
  );
  return placed(accountPermissions([...new Set([SECRETS, ...used])]), namespace);
}

/** Status of an install whose account lacks some of the rights; undefined where it has them all. Throws KubeError. */
export async function accountLacks(
  { account }: Pick<Writer, 'account'>,
  { metadata: { namespace } }: MarketInstall,
  aspect: RightsAspect,
  needed: readonly Permission[],
): Promise<StatusDraft | undefined> {
  const missing = await missingRights(account, needed);
  return missing.length === 0 ? undefined : rightsMissing(aspect, namespace, missing, needed);
}

/** Status of an install for whose plan the operator or the account lacks rights; undefined where they have them all. */
export async function planDenied(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
): Promise<StatusDraft | undefined> {
  const kinds = writer.caches.made.map(({ resource }) => resource);
  return (
    (await operatorLacks(writer, install, plan)) ??
    (await accountLacks(writer, install, 'Applied', planRights(install, plan, kinds)))
  );
}

function placed(permissions: readonly Permission[], namespace = ''): readonly Permission[] {
  return permissions.map((permission) => ({ ...permission, namespace }));
}
