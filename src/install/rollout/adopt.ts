import { LABELS } from '../../api/group.ts';
import { present } from '../../base/fields.ts';
import { inParallel } from '../../base/parallel.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { installId, type MarketInstall } from '../../objects/stoa.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { cacheOf } from '../caches.ts';
import { nameOwner } from '../nameowner.ts';
import { FIELD_MANAGER } from '../owned.ts';
import type { Plan } from '../plan/plan.ts';
import type { Writer } from '../writer.ts';

/**
 * Adopts volumes that a deleted install of the same name has left and that the StatefulSets of the plan use. They are
 * in no plan: a deletion finds them by their label. Throws KubeError.
 */
export async function adoptVolumes(
  { account, caches, signal }: Writer,
  install: MarketInstall,
  plan: Plan,
): Promise<void> {
  const { namespace } = install.metadata;
  const isOfPlan = templatedClaims(plan);
  const left = (cacheOf(caches, CLAIMS)?.store.list() ?? []).filter(
    (claim) =>
      claim.metadata.namespace === namespace &&
      isOfPlan(claim.metadata.name) &&
      nameOwner(caches, install, CLAIMS, claim) === 'deleted',
  );
  await inParallel(left, async ({ metadata }) => {
    const draft = {
      apiVersion: 'v1',
      kind: CLAIMS.kind,
      // With the uid, an apply never creates a claim that is gone by now.
      metadata: {
        name: metadata.name,
        ...present({ namespace }),
        uid: metadata.uid,
        labels: { [LABELS.install]: installId(install) },
      },
    };
    cacheOf(caches, CLAIMS)?.wrote(await account.apply(CLAIMS, draft, FIELD_MANAGER, { signal }));
  });
}

/** Part of the spec of a workload with stable pods that names their volumes. */
interface Templates {
  readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
}

/** Predicate of the names of claims that the components of a plan make from their templates. */
export function templatedClaims({ waves }: Plan): (name: string) => boolean {
  return templatedBy(waves.flat().map(({ workload }) => workload));
}

/** Predicate of the names of claims that workloads make from their templates, or mount where they exist. */
export function templatedBy(workloads: readonly PlannedObject[]): (name: string) => boolean {
  const heads = new Set(
    workloads.flatMap(({ resource, draft }) => {
      const { volumeClaimTemplates = [] } = (draft.spec ?? {}) as Templates;
      return isWorkloadKind(resource.kind) && WORKLOAD_KINDS[resource.kind].stablePods
        ? volumeClaimTemplates.map(({ metadata }) => `${metadata.name}-${draft.metadata.name}-`)
        : [];
    }),
  );
  return (name) => {
    const at = name.lastIndexOf('-') + 1;
    return heads.has(name.slice(0, at)) && /^\d+$/.test(name.slice(at));
  };
}
