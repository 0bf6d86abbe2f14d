import { expect, it } from 'vitest';
import { fareOfPod, fareOfReady, worstOf } from '../../../../src/console/parts/health.ts';
import { somePod } from '../topology.ts';

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

it('what is not ready is told by its reason', () => {
  expect(fareOfReady({ ready: 'False', reason: 'PortNotFound' })).toEqual(['bad', 'PortNotFound']);
  expect(fareOfReady({ ready: 'Unknown', reason: '' })).toEqual(['busy', 'not seen yet']);
  expect(fareOfReady({ ready: 'True', reason: 'Ready' })).toEqual(['good', 'ready']);
});

it('the worst of several states is the one that calls for somebody', () => {
  expect(worstOf(['good', 'warning', 'bad', 'off'])).toBe('bad');
  expect(worstOf(['off', 'good'])).toBe('good');
  expect(worstOf([])).toBe('off');
});
