import { describe, expect, it } from 'vitest';
import { rolloutOf } from '../../../../src/install/rollout/rollout.ts';
import { stalled, waiting } from '../../../../src/install/status/verdicts.ts';
import { IN_PLACE, statusAfter } from '../../../support/installstatus.ts';
import { Cluster, component, installOf, PINNED, planOf } from '../../../support/plans.ts';

describe('the status of an install', () => {
  const cluster = new Cluster();
  const plan = planOf([[component('db')], [component('web', ['db'])]]);
  const { stages } = rolloutOf(plan, true, cluster.stored);
  for (const each of stages.flat()) {
    cluster.apply(each);
  }
  cluster.ready('db');
  const rollout = rolloutOf(plan, true, cluster.stored);

  it('has the progress of the rollout', () => {
    const { progress, components } = statusAfter(installOf(), IN_PLACE, { rollout, waves: 2 });
    expect(progress).toEqual({ wave: '2/2', ready: '1/2' });
    expect(components).toEqual([
      { key: 'db', id: 'db-id', name: 'db', kind: 'Deployment', workload: 'db', wave: 1, ready: true },
      { key: 'web', id: 'web-id', name: 'web', kind: 'Deployment', workload: 'web', wave: 2, ready: false },
    ]);
  });

  it('keeps fields that a step does not set', () => {
    const before = statusAfter(installOf(), IN_PLACE, {
      rollout,
      waves: 2,
      template: PINNED,
      serving: PINNED,
      recorded: PINNED.digest,
      inventory: [{ group: '', version: 'v1', kind: 'Secret', name: 's' }],
      notApplied: [{ path: 'vm', why: 'no' }],
    });
    const draft = waiting('Accepted', 'ApplicationNotFound', 'there is none');
    const { conditions: _before, ...kept } = before;
    expect(statusAfter(installOf({}, before), draft)).toMatchObject(kept);
  });

  it('has no record of a plan that is withdrawn', () => {
    const before = statusAfter(installOf(), IN_PLACE, { template: PINNED, recorded: PINNED.digest });
    expect(before).toHaveProperty('recorded');
    const after = statusAfter(installOf({}, before), IN_PLACE, { recorded: null });
    expect(after).toMatchObject({ template: PINNED });
    expect(after).not.toHaveProperty('recorded');
  });

  it('has the observed generation', () => {
    const install = installOf();
    const edited = { ...install, metadata: { ...install.metadata, generation: 7 } };
    const { observedGeneration, conditions = [] } = statusAfter(edited);
    expect([observedGeneration, ...conditions.map((each) => each.observedGeneration)]).toEqual([
      7, 7, 7, 7, 7,
    ]);
  });

  it.each([
    [64, 64, { path: 'p63', why: 'no' }],
    [65, 64, { path: '…', why: '2 more parts have no effect here' }],
    [500, 64, { path: '…', why: '437 more parts have no effect here' }],
  ])('lists at most 64 of %i parts without effect, and counts the others', (count, shown, last) => {
    const parts = Array.from({ length: count }, (_, index) => ({ path: `p${index}`, why: 'no' }));
    const { notApplied } = statusAfter(installOf(), IN_PLACE, { notApplied: parts });
    expect(notApplied).toHaveLength(shown);
    expect(notApplied?.at(-1)).toEqual(last);
  });
});

it('has the HTTP status of a refusal only while the store refuses', () => {
  const refused = stalled('TemplateResolved', 'StoreRejected', 'the store answers 422');
  const first = statusAfter(installOf(), { ...refused, storeStatus: 422 });
  expect(first.storeStatus).toBe(422);
  expect(statusAfter(installOf({}, first), refused)).not.toHaveProperty('storeStatus');
});
