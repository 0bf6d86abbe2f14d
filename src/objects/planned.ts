import type { ObjectDraft } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

/** Planned object; its metadata has namespace, name and labels, never owner references. */
export interface PlannedObject {
  readonly resource: Resource;
  readonly draft: ObjectDraft;
}
