import { fieldsOf } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { installOf, type MarketCaches } from '../caches.ts';
import { finderOf } from '../lookup.ts';
import { isAbandoned, templatedBy } from '../rollout/adopt.ts';
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
  return writer.budget.run(() => foreignClaims(writer.caches, install, workloads, claims));
}

function hasTemplates({ draft }: PlannedObject): boolean {
  return Object.hasOwn(fieldsOf(draft.spec), 'volumeClaimTemplates');
}

/** Problems of the claims of a namespace that new workloads would mount and must not. Pure. */
export function foreignClaims(
  caches: Pick<MarketCaches, 'installs'>,
  { metadata: { uid }, spec: { grants = {} } }: MarketInstall,
  { components, brought }: NewWorkloads,
  claims: readonly KubeObject[],
): readonly PlanProblem[] {
  const [isOfComponent, isOfBrought] = [templatedBy(components), templatedBy(brought)];
  const isUsable = (claim: KubeObject) =>
    installOf(claim).includes(uid) ||
    grants.claims?.includes(claim.metadata.name) ||
    (!isOfBrought(claim.metadata.name) && isAbandoned(caches, { ...claim, kind: CLAIMS.kind }));
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
