import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostPods, podRecords } from '../../../../../src/rest/resources/topology/podrecords.ts';
import { POD_STATUS, podOf } from '../../../../support/workloads.ts';

it('has of too many pods those that are not ready first, and all by name', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z]{1,4}$/), ready: fc.boolean() }), {
        selector: ({ name }) => name,
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 20 }),
      (pods, most) => {
        const made = podRecords(
          pods.map(({ name, ready }) => podOf(name, ready ? POD_STATUS.ready : POD_STATUS.unready)),
          most,
        );
        expect(made).toHaveLength(Math.min(most, pods.length));
        expect(made.map(({ name }) => name)).toEqual(made.map(({ name }) => name).toSorted());
        const bad = pods.filter(({ ready }) => !ready).length;
        expect(made.filter(({ ready }) => !ready)).toHaveLength(Math.min(bad, most));
      },
    ),
  );
});

it.each([
  [0, 20],
  [1, 20],
  [100, 20],
  [101, 19],
  [500, 4],
  [5_000, 1],
])('has for each of %d components at most %d pods', (components, most) => {
  expect(mostPods(components)).toBe(most);
});

it('says what is wrong with a pod, and never what its container wrote', () => {
  const crashing = { ...POD_STATUS.crashing, startTime: '2026-01-01T00:00:01Z' };
  const [main] = crashing.containerStatuses;
  const pod = podOf('web-1', {
    ...crashing,
    containerStatuses: [{ ...main, name: 'main', restartCount: 4 }],
  });
  expect(podRecords([{ ...pod, spec: { ...pod.spec, nodeName: 'node-1' } }], 20)).toEqual([
    {
      name: 'web-1',
      phase: 'Running',
      ready: false,
      restarts: 4,
      reason: 'CrashLoopBackOff',
      message: 'container main of pod web-1 exited with 3',
      node: 'node-1',
      started_at: '2026-01-01T00:00:01Z',
    },
  ]);
});

it('calls a pod that is being deleted Terminating, as kubectl does', () => {
  const pod = podOf('web-1', POD_STATUS.ready, { deletionTimestamp: '2026-01-01T00:00:00Z' });
  expect(podRecords([pod], 20)).toMatchObject([{ phase: 'Terminating' }]);
});
