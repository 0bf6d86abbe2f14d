import { type Fields, fieldAt, fieldsOf } from '../../base/fields.ts';
import { parseQuantity } from '../../base/quantity.ts';
import type { OverriddenClaim, PlannedComponent } from '../../model/build/expansion.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { MarketCaches } from '../caches.ts';
import { findOwned } from '../lookup.ts';
import type { Plan } from './plan.ts';
import type { PlanProblem } from './problem.ts';

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
