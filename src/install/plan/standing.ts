import { type Fields, fieldsOf } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { STATEFUL_SETS } from '../../objects/workload.ts';
import type { Content } from '../../source/content.ts';
import { templateName } from '../../workload/datamounts.ts';
import { allOwned, type FindStored, type MarketCaches } from '../caches.ts';

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
 * Expansion whose StatefulSets have the claim templates that they have already. The API server refuses every change of
 * these, so that a release that makes other ones, or a model with other sizes, would never be applied. A template that
 * the model does not have any more stays: its claims are not mounted. With one that the model adds, the StatefulSet is
 * created again (../diff.ts); its pods find their claims by the names of the templates.
 */
export function withStandingTemplates<T extends Pick<Content, 'components' | 'shared'>>(
  expansion: T,
  find: FindStored,
): T {
  const standing = (planned: PlannedObject) => withTemplatesOf(planned, find(planned));
  return {
    ...expansion,
    components: expansion.components.map((each) => ({ ...each, workload: standing(each.workload) })),
    shared: expansion.shared.map(standing),
  };
}

function withTemplatesOf(planned: PlannedObject, stored: KubeObject | undefined): PlannedObject {
  const standing = planned.resource === STATEFUL_SETS ? templatesOf(fieldsOf(fieldsOf(stored).spec)) : [];
  return standing.length === 0 ? planned : withTemplates(planned, standing);
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
