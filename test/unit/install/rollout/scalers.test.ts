import { expect, it } from 'vitest';
import { FIELD_MANAGER } from '../../../../src/install/owned.ts';
import { freedWorkloads } from '../../../../src/install/rollout/scalers.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { AUTOSCALERS } from '../../../../src/objects/installable.ts';
import type { PlannedObject } from '../../../../src/objects/planned.ts';
import { DEPLOYMENTS } from '../../../../src/objects/workload.ts';
import { plannedObject } from '../../../support/plans.ts';

const SCALER = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler', name: 'web' };

/** Workload as it is stored, scaled by a client. */
function scaled({ draft }: PlannedObject, manager: string): KubeObject {
  const owned = { operation: 'Apply', manager: FIELD_MANAGER, fieldsV1: {} } as const;
  const scale = {
    ...{ operation: 'Update', manager, subresource: 'scale' },
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  } as const;
  const server = { uid: 'u', resourceVersion: '1', creationTimestamp: 't', managedFields: [owned, scale] };
  return { ...draft, metadata: { ...draft.metadata, ...server }, spec: { replicas: 6 } } as KubeObject;
}

function namesOf(found: readonly PlannedObject[]): readonly string[] {
  return found.map(({ draft }) => draft.metadata.name);
}

const PLANNED = ['web', 'api', 'unnamed'].map((name) =>
  plannedObject(DEPLOYMENTS, name, { spec: name === 'unnamed' ? {} : { replicas: 2 } }),
);

const find = (planned: PlannedObject) => scaled(planned, 'kube-controller-manager');

it('are those that an autoscaler scales that the version drops', () => {
  const scaler = plannedObject(AUTOSCALERS, 'web', {
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } },
  }).draft as unknown as KubeObject;
  expect(namesOf(freedWorkloads(PLANNED, [SCALER], find, () => scaler))).toEqual(['web']);
  expect(freedWorkloads(PLANNED, [], find, () => scaler)).toEqual([]);
  expect(
    freedWorkloads(
      PLANNED,
      [SCALER],
      () => undefined,
      () => scaler,
    ),
  ).toEqual([]);
});

it('are all that the controller of autoscalers holds, where it is gone by now', () => {
  const others = (planned: PlannedObject) =>
    scaled(planned, planned.draft.metadata.name === 'web' ? 'keda' : 'kube-controller-manager');
  expect(namesOf(freedWorkloads(PLANNED, [SCALER], others, () => undefined))).toEqual(['api']);
});
