import { type Fields, fieldsOf } from '../../base/fields.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { STATEFUL_SETS } from '../../objects/workload.ts';
import type { MarketCaches } from '../caches.ts';
import type { PlannedComponent, PlannedObject } from '../expand/expansion.ts';
import { templateName } from '../expand/workload/pod.ts';
import { allOwned, type FindStored } from '../lookup.ts';

/** Uids of the StatefulSets that an install has, by name. */
export type StandingSets = ReadonlyMap<string, string>;

/**
 * The StatefulSets that an install has. A plan follows from what is immutable in them: from their claim templates, and
 * from the names of the Services of their pods. One that is created again may have others.
 */
export function standingSets(caches: MarketCaches, install: MarketInstall): StandingSets {
  return new Map(allOwned(caches, install, STATEFUL_SETS).map(({ metadata: { name, uid } }) => [name, uid]));
}

/**
 * Components with the claim templates that their StatefulSets have already. The API server refuses every change of
 * these, so that a release that makes other ones, or a model with other sizes, would never be applied. A template that
 * the model does not have any more stays: its claims are not mounted.
 */
export function withStandingTemplates(
  components: readonly PlannedComponent[],
  find: FindStored,
): readonly PlannedComponent[] {
  return components.map((component) => {
    const { workload } = component;
    const standing = templatesOf(fieldsOf(fieldsOf(find(workload)).spec));
    return standing.length === 0 ? component : { ...component, workload: withTemplates(workload, standing) };
  });
}

function withTemplates({ resource, draft }: PlannedObject, standing: readonly Fields[]): PlannedObject {
  const spec = fieldsOf(draft.spec);
  const names = new Set(standing.map(templateName));
  const added = templatesOf(spec).filter((template) => !names.has(templateName(template)));
  return {
    resource,
    draft: { ...draft, spec: { ...spec, volumeClaimTemplates: [...standing.map(asPlanned), ...added] } },
  };
}

/** Template without what the API server adds. */
function asPlanned({ metadata, spec }: Fields): Fields {
  const { name, labels } = fieldsOf(metadata);
  return { metadata: { name, labels }, spec };
}

function templatesOf({ volumeClaimTemplates }: Fields): readonly Fields[] {
  return Array.isArray(volumeClaimTemplates) ? volumeClaimTemplates.map(fieldsOf) : [];
}
