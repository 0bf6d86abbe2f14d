import { isDeepStrictEqual } from 'node:util';
import { LABELS } from '../../api/group.ts';
import { type Fields, fieldAt, fieldsOf } from '../../base/fields.ts';
import { parseQuantity } from '../../base/quantity.ts';
import type { KubeObject } from '../../kube/object.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { WORKLOADS } from '../../objects/workload.ts';
import type { OverriddenClaim, PlannedComponent } from '../../source/content.ts';
import type { StandingMount, StandingVolumes } from '../../source/surroundings.ts';
import { dataMountsOf } from '../../workload/datamounts.ts';
import { isWorkloadKind } from '../../workload/kinds.ts';
import { allOwned, cacheOf, finderOf, findOwned, type MarketCaches } from '../caches.ts';
import { nameOwner } from '../nameowner.ts';
import { templatedBy } from '../rollout/adopt.ts';
import type { Writer } from '../writer.ts';
import type { Plan } from './plan.ts';
import type { PlanProblem } from './problem.ts';

/** Workloads of a plan that do not exist yet: of its components, and of those that the model brings along. */
export interface NewWorkloads {
  readonly components: readonly PlannedObject[];
  readonly brought: readonly PlannedObject[];
}

/**
 * Problems of the claims that new workloads would mount because these have the names of theirs: the API server does
 * not refuse that. Throws KubeError.
 */
export async function claimProblems(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
): Promise<readonly PlanProblem[]> {
  const find = finderOf(writer.caches, install);
  const isNew = (planned: PlannedObject) => find(planned) === undefined;
  const workloads = {
    components: plan.waves
      .flat()
      .map(({ workload }) => workload)
      .filter(isNew),
    brought: plan.shared.filter(isNew),
  };
  if (![...workloads.components, ...workloads.brought].some(hasTemplates)) {
    return [];
  }
  const { namespace } = install.metadata;
  const claims = await writer.client.listMetadata(CLAIMS, { namespace, signal: writer.signal });
  return writer.charge(() => foreignClaims(writer.caches, install, workloads, claims));
}

function hasTemplates({ draft }: PlannedObject): boolean {
  return Object.hasOwn(fieldsOf(draft.spec), 'volumeClaimTemplates');
}

/** Problems of the claims of a namespace that new workloads would mount and must not. Pure. */
export function foreignClaims(
  caches: Pick<MarketCaches, 'installs'>,
  install: MarketInstall,
  { components, brought }: NewWorkloads,
  claims: readonly KubeObject[],
): readonly PlanProblem[] {
  const [isOfComponent, isOfBrought] = [templatedBy(components), templatedBy(brought)];
  const isUsable = (claim: KubeObject) => {
    const { name } = claim.metadata;
    const owner = nameOwner(caches, install, CLAIMS, claim);
    const isGranted = install.spec.grants?.claims?.includes(name) === true;
    return owner === 'install' || isGranted || (owner === 'deleted' && !isOfBrought(name));
  };
  return claims
    .filter(({ metadata: { name } }) => isOfComponent(name) || isOfBrought(name))
    .filter((claim) => !isUsable(claim))
    .map(({ metadata: { name } }) => ({ type: 'not-granted', claim: name }));
}

/**
 * Whether a planned volume may take over one that a deleted install has left. The names of those of components
 * derive from the name of the install; those that a model brings along have any name, and need a grant.
 */
export function mayAdopt(
  { spec: { grants = {} } }: MarketInstall,
  { shared }: Plan,
  planned: PlannedObject,
): boolean {
  return !shared.includes(planned) || grants.claims?.includes(planned.draft.metadata.name) === true;
}

/** Lookup of the spec of a stored claim, or of the stored template of the claims of pods. */
export type FindClaim = (component: PlannedComponent, claim: string) => Fields | undefined;

/** Lookup of claims in the caches. */
export function claimFinderOf(caches: MarketCaches, install: MarketInstall): FindClaim {
  return ({ workload: { resource, draft } }, name) => {
    const claim = findOwned(caches, install, CLAIMS, name);
    const workload = findOwned(caches, install, resource, draft.metadata.name);
    const templates = fieldAt(workload, ['spec', 'volumeClaimTemplates']);
    const template = (Array.isArray(templates) ? templates : []).find(
      (each) => fieldAt(each, ['metadata', 'name']) === name,
    );
    const stored = claim ?? template;
    return stored === undefined ? undefined : fieldsOf(fieldsOf(stored).spec);
  };
}

/** Problems of overrides that would change a volume that exists: what is in it must stay. Pure. */
export function fixedVolumes({ waves }: Pick<Plan, 'waves'>, find: FindClaim): readonly PlanProblem[] {
  return waves.flat().flatMap((component) =>
    (component.overriddenClaims ?? []).flatMap((claim) => {
      const stored = find(component, claim.name);
      return stored === undefined ? [] : problemsOf(claim, stored);
    }),
  );
}

function problemsOf({ path, size, storageClass, name }: OverriddenClaim, stored: Fields): PlanProblem[] {
  const was = String(fieldAt(stored, ['resources', 'requests', 'storage']) ?? '');
  const wasClass = String(stored.storageClassName ?? '');
  return [
    ...(size === undefined || isSame(size, was)
      ? []
      : [
          fixed(
            `${path}.size`,
            was,
            isLess(size, was) ? 'volumes never shrink' : `to have more, resize PersistentVolumeClaim ${name}`,
          ),
        ]),
    ...(storageClass === undefined || storageClass === wasClass
      ? []
      : [fixed(`${path}.storageClass`, wasClass, 'the class of a volume cannot change')]),
  ];
}

function fixed(path: string, was: string, why: string): PlanProblem {
  return { type: 'volume-fixed', object: path, was, why };
}

function isSame(one: string, other: string): boolean {
  return nanosOf(one) === nanosOf(other);
}

function isLess(one: string, other: string): boolean {
  return nanosOf(one) < nanosOf(other);
}

function nanosOf(amount: string): bigint {
  return parseQuantity(amount)?.nanos ?? 0n;
}

/** Volumes that an install has in the caches, and those that a deleted install of its namespace has left. */
export function standingVolumesOf(caches: MarketCaches, install: MarketInstall): StandingVolumes {
  const claims = new Set(standingClaims(caches, install).map(({ metadata }) => metadata.name));
  const workloads = WORKLOADS.flatMap((resource) => allOwned(caches, install, resource));
  const byComponent = Map.groupBy(workloads, ({ metadata }) => metadata.labels?.[LABELS.componentId]);
  const brought = byComponent.get(undefined) ?? [];
  return {
    mountsOf: (componentId) => (byComponent.get(componentId) ?? []).flatMap(mountsOf),
    mountsOfBrought: ({ draft }) =>
      brought
        .filter((stored) => stored.metadata.name === draft.metadata.name || hasSelectorOf(stored, draft))
        .flatMap(mountsOf),
    hasClaim: (name) => claims.has(name),
    claimsOf: (template, workload) =>
      [...claims].filter((name) => isOfPod(name, `${template}-${workload}-`)).toSorted(),
  };
}

function hasSelectorOf(one: object, other: object): boolean {
  const selector = fieldAt(one, ['spec', 'selector', 'matchLabels']);
  return (
    selector !== undefined && isDeepStrictEqual(selector, fieldAt(other, ['spec', 'selector', 'matchLabels']))
  );
}

/** Volumes with data that a stored workload mounts. */
function mountsOf(workload: KubeObject): readonly StandingMount[] {
  const { kind, metadata } = workload;
  return isWorkloadKind(kind)
    ? dataMountsOf(kind, fieldsOf(fieldsOf(workload).spec)).map((mount) => ({
        ...mount,
        workload: metadata.name,
      }))
    : [];
}

function isOfPod(name: string, head: string): boolean {
  return name.startsWith(head) && /^\d+$/.test(name.slice(head.length));
}

/** Claims that an install may mount; one that a user has deleted goes as soon as nothing mounts it. */
function standingClaims(caches: MarketCaches, install: MarketInstall): readonly KubeObject[] {
  return (cacheOf(caches, CLAIMS)?.store.list() ?? []).filter(
    (claim) =>
      claim.metadata.namespace === install.metadata.namespace &&
      claim.metadata.deletionTimestamp === undefined &&
      nameOwner(caches, install, CLAIMS, claim) !== 'others',
  );
}
