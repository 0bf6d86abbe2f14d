import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applicationWatches } from '../../../src/application/watches.ts';
import { Pace } from '../../../src/controller/pace.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { startWatches } from '../../../src/controller/watches.ts';
import { ApplicationCluster, applicationOf, installOf, readyIs } from '../../support/applications.ts';
import { drain } from '../../support/queue.ts';
import { ruleOf } from '../../support/rules.ts';
import { POD_STATUS, podOf, workloadOf } from '../../support/workloads.ts';

let world: ApplicationCluster;
let queue: WorkQueue;
let pace: Pace;

beforeEach(async () => {
  vi.useFakeTimers();
  world = new ApplicationCluster();
  queue = new WorkQueue();
  pace = new Pace(1_000);
  startWatches(applicationWatches(world.caches), queue, pace);
  world.application(applicationOf());
  world.workload(workloadOf('Deployment'));
  world.pod(podOf('web-1', POD_STATUS.unready));
  world.rule(ruleOf());
  world.install(installOf('i', false));
  await drain(queue);
});

afterEach(() => {
  vi.useRealTimers();
});

it.each<[string, () => void]>([
  ['an edit of the application', () => world.application(applicationOf('shop', 1, { generation: 2 }))],
  ['a workload that changes', () => world.workload(workloadOf('Deployment', {}, { readyReplicas: 1 }))],
  ['a new workload', () => world.workload(workloadOf('Job'))],
  ['a workload that goes', () => world.without(workloadOf('Deployment'))],
  ['a pod of an adopted workload', () => world.pod(podOf('web-1', POD_STATUS.ready))],
  ['a new pod', () => world.pod(podOf('web-2', POD_STATUS.unready))],
  [
    'a rule that becomes ready',
    () => world.rule({ ...ruleOf(), status: { observedGeneration: 1, conditions: [readyIs(true)] } }),
  ],
  ['a new rule', () => world.rule(ruleOf({}, { name: 'another' }))],
  ['an install that is in place', () => world.install(installOf('i', true))],
])('%s enqueues its application', async (_, change) => {
  change();
  expect(await drain(queue)).toEqual(['team/shop']);
});

it.each<[string, () => void]>([
  ['a pod that does not change', () => world.pod(podOf('web-1', POD_STATUS.unready))],
  ['a pod without an owner', () => world.pod(podOf('other-1', POD_STATUS.ready, { ownerReferences: [] }))],
  ['a rule that stays unready', () => world.rule(ruleOf({ domainName: 'other.example.com' }))],
  [
    'a workload of another application',
    () => world.workload(workloadOf('Deployment', {}, {}, { name: 'x', namespace: 'else' })),
  ],
])('%s enqueues nothing', async (_, change) => {
  change();
  expect(await drain(queue)).toEqual([]);
});

it('a new application enqueues those with its id', async () => {
  world.application(applicationOf('twin'));
  expect((await drain(queue)).toSorted()).toEqual(['team/shop', 'team/twin']);
});

it('changes of its parts are paced and coalesced', async () => {
  pace.begin('team/shop', performance.now());
  for (const index of Array.from({ length: 100 }, (_, n) => n)) {
    world.pod(podOf(`web-${index}`, POD_STATUS.ready));
  }
  expect(await drain(queue)).toEqual([]);
  await vi.advanceTimersByTimeAsync(999);
  expect(await drain(queue)).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(await drain(queue)).toEqual(['team/shop']);
});

it('edits of the application are not paced', async () => {
  pace.begin('team/shop', performance.now());
  world.application(applicationOf('shop', 1, { generation: 2 }));
  expect(await drain(queue)).toEqual(['team/shop']);
});

it('a pace forgets keys that are no longer paced', () => {
  pace.begin('a', 0);
  pace.begin('b', 500);
  expect(pace.waitMs('a', 600)).toBe(400);
  pace.begin('b', 1_500);
  expect(pace.waitMs('a', 1_500)).toBe(0);
  expect(pace.waitMs('b', 1_500)).toBe(1_000);
});
