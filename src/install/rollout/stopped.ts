import { fieldsOf } from '../../base/fields.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';

/** The same workload without pods; an object that is no workload stays as it is. */
export function asStopped(planned: PlannedObject): PlannedObject {
  const { resource, draft } = planned;
  return isWorkloadKind(resource.kind)
    ? { resource, draft: { ...draft, spec: WORKLOAD_KINDS[resource.kind].stop(fieldsOf(draft.spec)) } }
    : planned;
}
