import { expect, it } from 'vitest';
import { glanceOf } from '../../../../../src/console/pages/team/glance.ts';
import { someComponent, someInstall, someRule, someTopology } from '../../topology.ts';

it('an application at a glance counts what runs and what is ready, also of what the answer leaves out', () => {
  const topology = someTopology({
    components: [
      someComponent(),
      someComponent({ state: 'abnormal' }),
      someComponent({ state: 'succeeded' }),
    ],
    rules: [someRule(), someRule({ ready: 'False' })],
    rules_total: 1500,
    installs: [someInstall()],
  });
  expect(glanceOf(topology)).toEqual(['2/3 components running', '1499/1500 rules ready', '1 install']);
});
