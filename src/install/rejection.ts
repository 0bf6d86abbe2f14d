import { isImmutableField, KubeError } from '../kube/error.ts';
import type { KubeObject } from '../kube/object.ts';
import { type FieldPath, otherOwner } from '../kube/ownedfields.ts';
import type { PlannedObject } from '../objects/planned.ts';
import { STATEFUL_SETS } from '../objects/workload.ts';
import { FIELD_MANAGER } from './owned.ts';

/** Rejection of the write of an object, with the way out for users where the API server does not name it. */
export function withWayOut(
  error: KubeError,
  planned: PlannedObject,
  stored: KubeObject | undefined,
): KubeError {
  const ways = stored === undefined ? [] : [wayAround(error, planned), ...othersIn(error, stored)].flat();
  return ways.length === 0
    ? error
    : new KubeError(error.failure, [error.message, ...ways].join('; '), { cause: error });
}

/** Way around a field that cannot change, where Stoa does not create the object again itself. */
function wayAround(error: KubeError, { resource, draft }: PlannedObject): readonly string[] {
  const { name, namespace = '' } = draft.metadata;
  const isSet = resource.kind === STATEFUL_SETS.kind;
  return isSet && isImmutableField(error)
    ? [
        `this cannot change while the StatefulSet exists: kubectl delete statefulset ${name} -n ${namespace} --cascade=orphan keeps its pods and volumes, and Stoa creates it as this version has it`,
      ]
    : [];
}

/** Rejected fields of which another client holds a part, with this client. */
function othersIn({ failure }: KubeError, stored: KubeObject): readonly string[] {
  const fields = failure.type === 'invalid' ? failure.causes.map(({ field }) => field) : [];
  return [...new Set(fields)].flatMap((field) => {
    const path: FieldPath = field.replace(/\[.*/, '').split('.');
    const manager = path.length < 2 ? undefined : otherOwner(stored, FIELD_MANAGER, path)?.manager;
    return manager === undefined ? [] : [`${manager} holds a part of ${field}: remove it there`];
  });
}
