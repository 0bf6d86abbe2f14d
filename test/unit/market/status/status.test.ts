import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import { holds } from '../../../../src/api/verdict.ts';
import { SETTLED } from '../../../../src/controller/outcome.ts';
import { rolloutOf } from '../../../../src/market/rollout/rollout.ts';
import { installEventRecord, removalEventRecord } from '../../../../src/market/status/eventrecord.ts';
import { type StatusFields, statusOf } from '../../../../src/market/status/status.ts';
import { ACCEPTED, type StatusDraft, stalled, waiting } from '../../../../src/market/status/verdicts.ts';
import { Cluster, component, installOf, PINNED, planOf } from '../../../support/plans.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const RESOLVED = holds('TemplateResolved', 'Resolved', 'it is pinned');
const IN_PLACE: StatusDraft = {
  verdicts: [ACCEPTED, RESOLVED, holds('Applied', 'Applied', 'every component is ready')],
  outcome: SETTLED,
};

/** Conditions of a status, as `Type=Status Reason: message`. */
function told(status: MarketInstallStatus): string[] {
  return (status.conditions ?? []).map(
    ({ type, status: is, reason, message }) => `${type}=${is} ${reason}: ${message}`,
  );
}

function statusAfter(
  install = installOf(),
  draft = IN_PLACE,
  fields: StatusFields = {},
): MarketInstallStatus {
  return statusOf(install, draft, fields, NOW);
}

describe('the conditions of an install', () => {
  it('are all True when it is in place, and there is nothing to reconcile', () => {
    expect(told(statusAfter())).toEqual([
      'Accepted=True Accepted: the install is valid',
      'TemplateResolved=True Resolved: it is pinned',
      'Applied=True Applied: every component is ready',
      'Ready=True Ready: version 1.0 is in place',
    ]);
  });

  it('say of what comes after the first that fails that it was not looked at', () => {
    const draft = stalled([ACCEPTED], 'TemplateResolved', 'TemplateInvalid', 'it is broken');
    expect(told(statusAfter(installOf(), draft))).toEqual([
      'Accepted=True Accepted: the install is valid',
      'TemplateResolved=False TemplateInvalid: it is broken',
      'Applied=Unknown Pending: see the conditions before this one',
      'Ready=False TemplateInvalid: it is broken',
      'Stalled=True TemplateInvalid: it is broken',
    ]);
  });

  it('tell what is under way from what waits for somebody', () => {
    const draft = waiting([ACCEPTED, RESOLVED], 'Applied', 'Progressing', 'wave 1 of 2');
    expect(told(statusAfter(installOf(), draft)).at(-1)).toBe('Reconciling=True Progressing: wave 1 of 2');
  });

  it.each([
    ['an older version is in place', '0.9', 'it is broken; version 0.9 is still in place'],
    ['the same version is in place', '1.0', 'it is broken'],
  ])('where %s', (_, version, message) => {
    const install = installOf({}, { serving: { ...PINNED, version } });
    const { conditions = [] } = statusAfter(
      install,
      stalled([ACCEPTED], 'TemplateResolved', 'TemplateInvalid', 'it is broken'),
    );
    const find = (type: string) => conditions.find((condition) => condition.type === type);
    expect(find('Ready')?.message).toBe(message);
    expect(find('Applied')?.message).toBe('see the conditions before this one');
  });

  it('keep the time of what has not changed, so that the same again is the same status', () => {
    const first = statusAfter();
    expect(statusOf(installOf({}, first), IN_PLACE, {}, new Date('2026-06-02T12:00:00Z'))).toEqual(first);
  });

  it('are the same again where an install with an older version is suspended', () => {
    const draft = stalled([], 'Accepted', 'Suspended', 'nothing is done');
    const serving = { serving: { ...PINNED, version: '0.9' } };
    const first = statusOf(installOf({}, serving), draft, {}, NOW);
    expect(statusOf(installOf({}, first), draft, {}, NOW)).toEqual(first);
  });
});

describe('the status of an install', () => {
  const cluster = new Cluster();
  const plan = planOf([[component('db')], [component('web', ['db'])]]);
  const { stages } = rolloutOf(plan, true, cluster.find);
  for (const each of stages.flat()) {
    cluster.apply(each);
  }
  cluster.ready('db');
  const rollout = rolloutOf(plan, true, cluster.find);

  it('tells how far the roll-out is', () => {
    const { progress, components } = statusAfter(installOf(), IN_PLACE, { rollout, waves: 2 });
    expect(progress).toEqual({ wave: '2/2', ready: '1/2' });
    expect(components).toEqual([
      { key: 'db', id: 'db-id', name: 'db', kind: 'Deployment', workload: 'db', wave: 1, ready: true },
      { key: 'web', id: 'web-id', name: 'web', kind: 'Deployment', workload: 'web', wave: 2, ready: false },
    ]);
  });

  it('keeps what a pass has found out nothing about', () => {
    const before = statusAfter(installOf(), IN_PLACE, {
      rollout,
      waves: 2,
      template: PINNED,
      serving: PINNED,
      recorded: PINNED.digest,
      inventory: [{ group: '', version: 'v1', kind: 'Secret', name: 's' }],
      notApplied: [{ path: 'vm', why: 'no' }],
    });
    const draft = waiting([], 'Accepted', 'ApplicationNotFound', 'there is none');
    const { conditions: _before, ...kept } = before;
    expect(statusAfter(installOf({}, before), draft)).toMatchObject(kept);
  });

  it('speaks of the generation that it has seen', () => {
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
  ])(
    'has room for some of %i parts without effect, and says how many more there are',
    (count, shown, last) => {
      const parts = Array.from({ length: count }, (_, index) => ({ path: `p${index}`, why: 'no' }));
      const { notApplied } = statusAfter(installOf(), IN_PLACE, { notApplied: parts });
      expect(notApplied).toHaveLength(shown);
      expect(notApplied?.at(-1)).toEqual(last);
    },
  );
});

describe('what users hear of an install', () => {
  const arrived = { ...statusAfter(), serving: PINNED };
  const failed = statusAfter(
    installOf(),
    stalled([ACCEPTED], 'TemplateResolved', 'TemplateInvalid', 'broken'),
  );
  const moving = statusAfter(
    installOf(),
    waiting([ACCEPTED, RESOLVED], 'Applied', 'Progressing', 'wave 1 of 2'),
  );
  const next = {
    ...statusAfter(installOf({ appModelVersion: '2.0' })),
    serving: { ...PINNED, version: '2.0' },
  };

  it.each<[string, MarketInstallStatus | undefined, MarketInstallStatus, string | undefined]>([
    ['a version that arrives', moving, arrived, 'Normal Installed: version 1.0 is in place'],
    ['the next version', arrived, next, 'Normal Upgraded: version 2.0 is in place'],
    ['a roll-out', undefined, moving, undefined],
    ['a roll-out of what is in place', arrived, { ...moving, serving: PINNED }, undefined],
    ['the same version, ready again', { ...moving, serving: PINNED }, arrived, undefined],
    ['a problem', moving, failed, 'Warning TemplateInvalid: broken'],
    ['a version that arrives after a problem', failed, arrived, 'Normal Installed: version 1.0 is in place'],
    [
      'a problem that is over',
      { ...failed, serving: PINNED },
      arrived,
      'Normal Ready: version 1.0 is in place',
    ],
    [
      'a suspension',
      arrived,
      { ...statusAfter(installOf(), stalled([], 'Accepted', 'Suspended', 'nothing')), serving: PINNED },
      undefined,
    ],
  ])('%s', (_, before, now, expected) => {
    const event = installEventRecord(before, now);
    expect(event && `${event.type} ${event.reason}: ${event.note}`).toBe(expected);
  });

  it('is what a removal has left', () => {
    expect(removalEventRecord([]).note).toBe('the install is removed; nothing is left');
    expect(removalEventRecord(['a', 'b']).note).toContain('a, b');
  });
});

it('says by which status the store refuses, for as long as it does', () => {
  const refused = stalled([ACCEPTED], 'TemplateResolved', 'StoreRejected', 'the store answers 422');
  const first = statusAfter(installOf(), refused, { storeStatus: 422 });
  expect(first.storeStatus).toBe(422);
  expect(statusAfter(installOf({}, first), refused)).not.toHaveProperty('storeStatus');
});
