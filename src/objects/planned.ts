import type { ObjectDraft } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

/** Planned object; its metadata has namespace, name and labels, never owner references. */
export interface PlannedObject {
  readonly resource: Resource;
  readonly draft: ObjectDraft;
}

/** Kind and name, by which the objects of an install differ. */
export function kindAndName({ resource, draft }: PlannedObject): string {
  return `${resource.kind}/${draft.metadata.name}`;
}
