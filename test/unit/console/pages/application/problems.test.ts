import { expect, it } from 'vitest';
import {
  fareOf,
  listed,
  problemsOf,
  stoppedOf,
} from '../../../../../src/console/pages/application/problems.ts';
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

it('a stopped component is a problem where rules lead to it, and told where none does', () => {
  const components = [
    someComponent({ service_id: 'search', name: 'search', state: 'closed' }),
    someComponent({ service_id: 'batch', name: 'batch', state: 'closed' }),
  ];
  const one = someTopology({ components, rules: [someRule({ name: 'find', service_id: 'search' })] });
  expect(problemsOf(one)).toMatchObject([
    {
      kind: 'component',
      id: 'search',
      health: 'warning',
      message: 'It is stopped, and the rule find leads to it.',
    },
  ]);
  expect(stoppedOf(one).map(({ name }) => name)).toEqual(['search', 'batch']);
  const rules = ['a', 'b'].map((name) => someRule({ rule_id: name, name, service_id: 'search' }));
  expect(problemsOf({ ...one, rules })[0]?.message).toBe('It is stopped, and the rules a, b lead to it.');
});

it('a rule without endpoints is a problem of its own only where nobody has stopped its component', () => {
  const lacking = { ready: 'False' as const, reason: 'NoEndpoints', message: 'no endpoint is ready' };
  const kinds = (state: 'closed' | 'running') => {
    const components = [someComponent({ service_id: 'web', name: 'web', state })];
    return problemsOf(someTopology({ components, rules: [someRule(lacking)] })).map(({ kind }) => kind);
  };
  expect(kinds('closed')).toEqual(['component']);
  expect(kinds('running')).toEqual(['rule']);
});

it('a long list of names ends with the number of the others', () => {
  expect(listed(['a', 'b'])).toBe('a, b');
  expect(listed([...'abcdefg'])).toBe('a, b, c, d, e and 2 more');
});

it('an application with a broken rule is not well, whatever its components do', () => {
  expect(fareOf(someTopology())).toEqual(['good', 'running']);
  const broken = someTopology({ rules: [someRule({ ready: 'False' })] });
  expect(fareOf(broken)).toEqual(['bad', 'not well']);
  const application = { ...broken.application, phase: 'PARTIAL_ABNORMAL' as const };
  expect(fareOf({ ...broken, application })).toEqual(['bad', 'partly failing']);
});
