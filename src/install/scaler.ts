import { ANNOTATIONS } from '../api/group.ts';
import type { KubeObject } from '../kube/object.ts';
import { appliedFields, otherOwner, ownsField } from '../kube/ownedfields.ts';
import { SCALABLE } from '../objects/workload.ts';
import { FIELD_MANAGER } from './owned.ts';

const REPLICAS = ['spec', 'replicas'];

/** Field managers of people, who scale by the same subresource as autoscalers. */
const OF_PEOPLE = /^kubectl/;

/**
 * Field manager that holds the number of replicas of a workload: an autoscaler, which writes the subresource `scale`, or
 * whoever else scales a workload with the annotation `stoa.dev/keep-replicas`. Undefined where it is that of the model.
 */
export function scalerOf(stored: KubeObject): string | undefined {
  const isScalable = SCALABLE.some(({ kind }) => kind === stored.kind);
  const isOwn = ownsField(appliedFields(stored, FIELD_MANAGER) ?? {}, REPLICAS);
  const other = isScalable && !isOwn ? otherOwner(stored, FIELD_MANAGER, REPLICAS) : undefined;
  if (other?.manager === undefined) {
    return undefined;
  }
  const isAutoscaler = other.subresource === 'scale' && !OF_PEOPLE.test(other.manager);
  const isKept = stored.metadata.annotations?.[ANNOTATIONS.keepReplicas] === 'true';
  return isAutoscaler || isKept ? other.manager : undefined;
}
