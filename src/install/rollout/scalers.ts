import type { InventoryItem } from '../../api/marketinstall.ts';
import { fieldAt, fieldsOf } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import { AUTOSCALERS } from '../../objects/installable.ts';
import { kindAndName, type PlannedObject } from '../../objects/planned.ts';
import type { FindStored } from '../caches.ts';
import { scalerOf } from '../diff.ts';

/** Field manager of the controller that obeys HorizontalPodAutoscalers. */
const CONTROLLER = 'kube-controller-manager';

/**
 * Workloads whose number of replicas an autoscaler holds that the plan no longer has, and that have one in the plan: it is
 * theirs again once the autoscaler is gone. `objectOf` finds the object of an item; of an autoscaler that is gone by
 * now, nobody knows what it scaled. Pure.
 */
export function freedWorkloads(
  planned: readonly PlannedObject[],
  surplus: readonly InventoryItem[],
  find: FindStored,
  objectOf: (item: InventoryItem) => KubeObject | undefined,
): readonly PlannedObject[] {
  const scalers = surplus.filter(({ kind }) => kind === AUTOSCALERS.kind).map(objectOf);
  const targets = new Set(scalers.map(targetOf));
  return planned.filter((each) => {
    const replicas = fieldAt(each.draft, ['spec', 'replicas']);
    const stored = typeof replicas === 'number' && replicas > 0 ? find(each) : undefined;
    const scaler = stored && scalerOf(stored);
    const isUnknown = targets.has(undefined) && scaler === CONTROLLER;
    return scaler !== undefined && (isUnknown || targets.has(kindAndName(each)));
  });
}

/** Kind and name of what an autoscaler scales. */
function targetOf(scaler: KubeObject | undefined): string | undefined {
  const { kind, name } = fieldsOf(fieldAt(scaler, ['spec', 'scaleTargetRef']));
  return scaler && `${String(kind)}/${String(name)}`;
}
