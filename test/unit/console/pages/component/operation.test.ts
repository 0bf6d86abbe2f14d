import { expect, it } from 'vitest';
import { operationOf, whyNotOperated } from '../../../../../src/console/pages/component/operation.ts';
import { someComponent } from '../../topology.ts';

it('what has no pods is started, and what has some is stopped', () => {
  expect(operationOf({ state: 'closed' })).toBe('start');
  expect(operationOf({ state: 'undeploy' })).toBe('start');
  expect(operationOf({ state: 'abnormal' })).toBe('stop');
  expect(operationOf({ state: 'running' })).toBe('stop');
});

it.each([
  [{}, ''],
  [{ kind: 'StatefulSet' }, ''],
  [{ managed_by: 'Argo CD (Application shop)' }, 'Argo CD (Application shop) keeps'],
  [{ install_id: 'i1' }, 'An install made'],
  [{ kind: 'CronJob' }, 'A CronJob is not'],
])('of a component with %j, the page says %s', (members, expected) => {
  const why = whyNotOperated(someComponent(members));
  expected === '' ? expect(why).toBe('') : expect(why).toContain(expected);
});
