import { isDeepStrictEqual } from 'node:util';
import { LABELS } from '../../api/group.ts';
import { fieldAt, fieldsOf } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { StandingMount, StandingVolumes } from '../../model/build/expansion.ts';
import { dataMountsOf } from '../../model/build/workload/datamount.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { WORKLOADS } from '../../objects/workload.ts';
import { isWorkloadKind } from '../../workload/kinds.ts';
import { cacheOf, installOf, type MarketCaches } from '../caches.ts';
import { allOwned } from '../lookup.ts';
import { isAbandoned } from '../rollout/adopt.ts';

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

/** Claims that an install may mount; one that somebody has deleted goes as soon as nothing mounts it. */
function standingClaims(
  caches: MarketCaches,
  { metadata: { namespace, uid } }: MarketInstall,
): readonly KubeObject[] {
  return (cacheOf(caches, CLAIMS)?.store.list() ?? []).filter(
    (claim) =>
      claim.metadata.namespace === namespace &&
      claim.metadata.deletionTimestamp === undefined &&
      (installOf(claim).includes(uid) || isAbandoned(caches, claim)),
  );
}
