import { firstFew } from '../../base/text.ts';
import type { KubeObject } from '../../kube/object.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Kept } from '../../source/kept.ts';
import type { MarketCaches } from '../caches.ts';
import { nameOwner } from '../nameowner.ts';
import { isVolume } from '../owned.ts';
import { templatedBy } from '../rollout/adopt.ts';
import type { Writer } from '../writer.ts';
import { KEPT_TYPE, keptName } from './keptsecret.ts';
import { type Plan, plannedObjects } from './plan.ts';
import type { LostValues } from './problem.ts';

/** Evidence that an install without kept values had some before. */
export type Evidence =
  | { readonly type: 'status' }
  | { readonly type: 'claims'; readonly names: readonly string[] };

/**
 * Evidence that an install had generated values that are lost: its status, or volumes that its plan uses, whose data may
 * need them. Undefined where nothing does. Throws KubeError.
 */
export async function evidenceOf(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
): Promise<Evidence | undefined> {
  const { serving, recorded } = install.status ?? {};
  if (serving !== undefined || recorded !== undefined) {
    return { type: 'status' };
  }
  const { namespace } = install.metadata;
  const claims = await writer.client.listMetadata(CLAIMS, { namespace, signal: writer.signal });
  const names = writer.charge(() => usedClaims(writer.caches, install, plan, claims));
  return names.length === 0 ? undefined : { type: 'claims', names };
}

/** Names of those claims of a namespace that the workloads of a plan use, and may use. Pure. */
export function usedClaims(
  caches: Pick<MarketCaches, 'installs'>,
  install: MarketInstall,
  plan: Plan,
  claims: readonly KubeObject[],
): readonly string[] {
  const objects = plannedObjects(plan);
  const planned = new Set(
    objects.filter(({ resource }) => isVolume(resource)).map(({ draft }) => draft.metadata.name),
  );
  const isTemplated = templatedBy(objects);
  const isGranted = (name: string) => install.spec.grants?.claims?.includes(name) === true;
  return claims
    .filter((claim) => claim.metadata.deletionTimestamp === undefined)
    .filter((claim) => planned.has(claim.metadata.name) || isTemplated(claim.metadata.name))
    .filter(
      (claim) => isGranted(claim.metadata.name) || nameOwner(caches, install, CLAIMS, claim) !== 'others',
    )
    .map(({ metadata }) => metadata.name);
}

/** Plan with the allocations that it follows from. */
interface AllocatedPlan {
  readonly plan: Plan;
  readonly kept: Kept;
}

/**
 * Whether two plans of the same model, each with allocations of its own, have other generated values. Of a chart, only
 * values of Secrets stay over its releases. Pure.
 */
export function differInValues(one: AllocatedPlan, other: AllocatedPlan): boolean {
  return textOf(one) !== textOf(other);
}

function textOf({ plan, kept: { secrets, chart } }: AllocatedPlan): string {
  const contentOf = () =>
    plannedObjects(plan).map(({ resource, draft: { metadata: _, ...rest } }) => [resource.kind, rest]);
  return JSON.stringify([secrets, chart === undefined ? contentOf() : chart.secrets]);
}

/** Most claims that a message names. */
const NAMED = 3;

/** Refusal to generate values anew. Pure. */
export function lostValues(install: MarketInstall, evidence: Evidence): LostValues {
  const secret = keptName(install);
  const { namespace } = install.metadata;
  const why =
    evidence.type === 'status'
      ? 'what is in place was made with them'
      : `${evidence.names.length === 1 ? 'PersistentVolumeClaim' : 'PersistentVolumeClaims'} ${firstFew(evidence.names, NAMED, ', ')} may have data that needs them`;
  const anew = `kubectl create secret generic ${secret} --namespace=${namespace} --type=${KEPT_TYPE}`;
  return {
    type: 'values-lost',
    message: `the Secret ${secret} with the generated values, such as passwords, is gone, and ${why}: restore it from a backup; or, to have new values made, create it empty: ${anew}`,
  };
}
