import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../../src/install/plan/plan.ts';
import { afterPredecessors, predecessorsOf } from '../../../../src/install/rollout/predecessor.ts';
import { rolloutOf } from '../../../../src/install/rollout/rollout.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import type { PlannedObject } from '../../../../src/objects/planned.ts';
import { CRON_JOBS, DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import type { PlannedComponent } from '../../../../src/source/content.ts';
import { Cluster, component, plannedObject, planOf } from '../../../support/plans.ts';

/** Workload with a selector and a claim, if it is to have these. */
function workload(
  resource: Resource,
  name: string,
  { run, claim, componentId }: { run?: string; claim?: string; componentId?: string } = {},
): PlannedObject {
  const volumes = claim === undefined ? [] : [{ name: 'v', persistentVolumeClaim: { claimName: claim } }];
  const pod = { containers: [{ name: 'a', volumeMounts: [{ name: 'v', mountPath: '/v' }] }], volumes };
  const made = plannedObject(resource, name, {
    spec: {
      replicas: 1,
      ...(run === undefined ? {} : { selector: { matchLabels: { run } } }),
      template: { spec: pod },
    },
  });
  const labels = componentId === undefined ? {} : { 'stoa.dev/component-id': componentId };
  return { resource, draft: { ...made.draft, metadata: { ...made.draft.metadata, labels } } };
}

/** Plan that brings workloads along. */
function bringing(...shared: readonly PlannedObject[]): Plan {
  return { ...planOf([]), shared };
}

function observed(plan: Plan, before: readonly PlannedObject[], cluster = new Cluster()) {
  for (const each of before) {
    cluster.apply(each);
  }
  const stored = before.flatMap((each) => cluster.find(each) ?? []);
  const rollout = rolloutOf(plan, true, cluster.stored);
  const predecessors = predecessorsOf(rollout, stored as readonly KubeObject[], cluster.find);
  return { predecessors, rollout: afterPredecessors(rollout, predecessors) };
}

describe('a workload of an earlier version', () => {
  it.each([
    ['the same name', workload(DEPLOYMENTS, 'a'), workload(STATEFUL_SETS, 'a')],
    ['the same selector', workload(DEPLOYMENTS, 'a', { run: 'x' }), workload(DEPLOYMENTS, 'b', { run: 'x' })],
    [
      'the same claim',
      workload(DEPLOYMENTS, 'a', { claim: 'x' }),
      workload(STATEFUL_SETS, 'b', { claim: 'x' }),
    ],
    [
      'the same component',
      workload(CRON_JOBS, 'a', { componentId: 'x' }),
      workload(JOBS, 'b', { componentId: 'x' }),
    ],
  ])('goes with its pods before one with %s comes', (_, before, next) => {
    const { predecessors, rollout } = observed(bringing(next), [before]);
    expect(predecessors).toMatchObject([{ stored: { metadata: { name: 'a' } }, due: true }]);
    expect(rollout).toMatchObject({ stages: [], complete: false });
  });

  it.each([
    ['another name, selector and claim', workload(DEPLOYMENTS, 'a', { run: 'x', claim: 'x' })],
    ['a Job', workload(JOBS, 'b', { claim: 'y' })],
  ])('with %s stays meanwhile', (_, before) => {
    const next = workload(STATEFUL_SETS, 'b', { run: 'y', claim: 'y' });
    const { predecessors, rollout } = observed(bringing(next), [before]);
    expect(predecessors).toEqual([]);
    expect(rollout.stages).toEqual([[next]]);
  });

  it('stays where the workload of the plan stands beside it', () => {
    const next = workload(DEPLOYMENTS, 'b', { claim: 'x' });
    const cluster = new Cluster();
    cluster.apply(next);
    expect(
      observed(bringing(next), [workload(DEPLOYMENTS, 'a', { claim: 'x' })], cluster).predecessors,
    ).toEqual([]);
  });
});

describe('a component that gets another kind of workload', () => {
  const set: PlannedComponent = { ...component('web', ['db']), workload: workload(STATEFUL_SETS, 'web') };
  const plan = planOf([[component('db')], [set]]);

  it('keeps the earlier one until its wave begins, and says what it waits for then', () => {
    const cluster = new Cluster();
    const before = [workload(DEPLOYMENTS, 'web')];
    const ahead = observed(plan, before, cluster);
    expect(ahead.predecessors).toMatchObject([{ due: false }]);
    const kinds = ahead.rollout.stages.flat().map(({ resource }) => resource.kind);
    expect(kinds).toContain('Deployment');
    expect(kinds).not.toContain('StatefulSet');
    for (const each of ahead.rollout.stages.flat()) {
      cluster.apply(each);
    }
    cluster.ready('db');
    const reached = observed(plan, before, cluster);
    expect(reached.predecessors).toMatchObject([{ due: true }]);
    expect(reached.rollout).toMatchObject({ stages: [], complete: false });
    expect(reached.rollout.components[1]?.state).toEqual({
      type: 'progressing',
      why: 'it waits until Deployment web, in whose place it comes, and its pods are gone',
    });
    expect(observed(plan, [], cluster).rollout.stages.flat()).toEqual(
      [set.workload].map(() => expect.objectContaining({ resource: STATEFUL_SETS })),
    );
  });
});
