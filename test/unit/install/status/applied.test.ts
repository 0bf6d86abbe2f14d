import { describe, expect, it } from 'vitest';
import { appliedVerdict, refusedVerdict } from '../../../../src/install/rollout/decide.ts';
import type { ComponentProgress, Rollout, RolloutState } from '../../../../src/install/rollout/rollout.ts';
import { SERVICES } from '../../../../src/objects/core.ts';
import { component, plannedObject } from '../../../support/plans.ts';

const READY: RolloutState = { type: 'ready' };
const STARTING: RolloutState = { type: 'progressing', why: '0 of 1 pods are available' };

function at(name: string, wave: number, state: RolloutState): ComponentProgress {
  return { component: component(name), wave, state, scaledBy: undefined };
}

function rollout(wave: number, ...components: readonly ComponentProgress[]): Rollout {
  const complete = components.every(({ state }) => state.type === 'ready');
  return { stages: [], components, wave, leaving: [], complete };
}

function verdict(of: Rollout, troubled: Readonly<Record<string, string>> = {}, deploy = true): string {
  const { status, reason, message } = appliedVerdict(
    of,
    2,
    deploy,
    ({ component: { name } }) => troubled[name],
  );
  return `${status} ${reason}: ${message}`;
}

describe('the condition Applied', () => {
  it.each<[string, string, string]>([
    [
      'everything is ready',
      verdict(rollout(2, at('db', 1, READY))),
      'True Applied: every component is ready',
    ],
    [
      'nothing is to run',
      verdict(rollout(2, at('db', 1, READY)), {}, false),
      'True Applied: nothing runs: deploy is not true',
    ],
    [
      'components of a wave start',
      verdict(rollout(1, at('db', 1, STARTING), at('web', 2, { type: 'due' }))),
      'False Progressing: wave 1 of 2: db: 0 of 1 pods are available',
    ],
    [
      'one is to be written',
      verdict(rollout(2, at('db', 1, READY), at('web', 2, { type: 'due' }))),
      'False Progressing: wave 2 of 2: web: is being applied',
    ],
    [
      'only its rules are missing',
      verdict({ ...rollout(2, at('db', 1, READY)), complete: false }),
      'False Progressing: wave 2 of 2',
    ],
    [
      'somebody deletes an object, which waits for something',
      verdict({
        ...rollout(2, at('db', 1, READY)),
        leaving: [plannedObject(SERVICES, 'web', {})],
        complete: false,
      }),
      'False Progressing: wave 2 of 2: Service web is being deleted, and is made again once it is gone',
    ],
    [
      'there are many',
      verdict(rollout(1, ...['a', 'b', 'c', 'd', 'e'].map((name) => at(name, 1, { type: 'due' })))),
      'False Progressing: wave 1 of 2: a: is being applied; b: is being applied; c: is being applied; and 2 more',
    ],
    [
      'pods are in trouble',
      verdict(rollout(1, at('cache', 1, STARTING), at('db', 1, STARTING)), { db: 'it exited with 1' }),
      'False ComponentsAbnormal: wave 1 of 2: db: 0 of 1 pods are available (it exited with 1)',
    ],
    [
      'pods of a later wave are in trouble',
      verdict(rollout(1, at('db', 1, STARTING), at('web', 2, STARTING)), { web: 'it waits for db' }),
      'False Progressing: wave 1 of 2: db: 0 of 1 pods are available',
    ],
    [
      'one is given up, in whatever wave',
      verdict(
        rollout(1, at('db', 1, STARTING), at('web', 2, { type: 'failed', why: 'no progress in time' })),
        { db: 'crash' },
      ),
      'False RolloutFailed: web: no progress in time',
    ],
  ])('is as expected for %s', (_, said, expected) => {
    expect(said).toBe(expected);
  });
});

it('the condition Applied names rules that are refused', () => {
  const rules = ['a', 'b', 'c', 'd'].map((name) => ({ name, reason: 'HostTaken', message: 'taken' }));
  expect(refusedVerdict([])).toBeUndefined();
  expect(refusedVerdict(rules)).toMatchObject({
    type: 'Applied',
    status: 'False',
    reason: 'RuleRefused',
    message:
      'GatewayRule a: HostTaken: taken; GatewayRule b: HostTaken: taken; GatewayRule c: HostTaken: taken; and 1 more',
  });
});
