import { expect, it } from 'vitest';
import { fareOfInstall, fareOfPod, fareOfRule, worstOf } from '../../../../src/console/parts/health.ts';
import { someInstall, somePod, someRule } from '../topology.ts';

it.each([
  [{}, ['good', 'ready']],
  [{ ready: false, reason: 'CrashLoopBackOff' }, ['bad', 'CrashLoopBackOff']],
  [{ ready: false, reason: 'ContainerCreating', phase: 'Pending' }, ['busy', 'ContainerCreating']],
  [{ ready: false }, ['busy', 'Running']],
  [{ ready: false, phase: 'Failed' }, ['bad', 'Failed']],
  [{ ready: false, phase: 'Succeeded', reason: 'Completed' }, ['good', 'completed']],
])('a pod with %j fares as %j', (members, expected) => {
  expect(fareOfPod(somePod(members))).toEqual(expected);
});

it('what is not ready is told by its reason, and a rule with fields without effect is ready in part', () => {
  const lossy = {
    type: 'FullyExpressed',
    status: 'False' as const,
    reason: '',
    message: '',
    since: '',
    todo: '',
  };
  expect(fareOfRule(someRule({ ready: 'False', reason: 'PortNotFound' }))).toEqual(['bad', 'PortNotFound']);
  expect(fareOfRule(someRule())).toEqual(['good', 'ready']);
  expect(fareOfRule(someRule({ conditions: [lossy] }))).toEqual(['warning', 'ready in part']);
  expect(fareOfRule(someRule({ ready: 'Unknown', reason: '', conditions: [lossy] }))).toEqual([
    'busy',
    'not seen yet',
  ]);
  expect(fareOfInstall(someInstall({ ready: 'Unknown', reason: 'Progressing' }))).toEqual([
    'busy',
    'Progressing',
  ]);
});

it('the worst of several states is the one that calls for somebody', () => {
  expect(worstOf(['good', 'warning', 'bad', 'off'])).toBe('bad');
  expect(worstOf(['off', 'good'])).toBe('good');
  expect(worstOf([])).toBe('off');
});
