import { expect, it } from 'vitest';
import { problemsOf } from '../../../../../src/console/pages/application/problems.ts';
import { someComponent, someInstall, someRule, someTopology } from '../../topology.ts';

it('an application that is well has no problems', () => {
  const components = [
    someComponent(),
    someComponent({ state: 'closed' }),
    someComponent({ state: 'starting' }),
  ];
  const rules = [someRule(), someRule({ ready: 'Unknown' })];
  expect(problemsOf(someTopology({ components, rules, installs: [someInstall()] }))).toEqual([]);
});

it('what fails goes before what fails in part, each with what the API says about it', () => {
  const topology = someTopology({
    components: [
      someComponent({ service_id: 'half', name: 'half', state: 'some_abnormal' }),
      someComponent({
        service_id: 'down',
        name: 'down',
        state: 'abnormal',
        reason: 'CrashLoopBackOff',
        message: 'exit code 1',
      }),
    ],
    rules: [someRule({ ready: 'False', message: 'no port 81', todo: 'Correct the port.' })],
  });
  expect(problemsOf(topology).map(({ name, message, todo }) => [name, message, todo])).toEqual([
    ['down', 'CrashLoopBackOff: exit code 1', ''],
    ['web', 'no port 81', 'Correct the port.'],
    ['half', 'It is partly failing.', ''],
  ]);
});
