import { expect, it } from 'vitest';
import { lastCrumb } from '../../../../src/console/app/crumb.ts';
import { someComponent, someInstall, someRule, someTopology } from '../topology.ts';

const topology = someTopology({
  rules: [someRule({ rule_id: 'r7', name: 'front' })],
  components: [someComponent({ service_id: 'web', name: 'Shop front' })],
  installs: [someInstall({ install_id: 'i7', name: 'shop' })],
});

it.each([
  [{ path: '/teams/a/local/apps/1' }, ''],
  [{ path: '/teams/a/local/certificates' }, 'Certificates'],
  [{ path: '/teams/a/local/apps/1/events' }, 'Events'],
  [{ path: '/teams/a/local/apps/1/rules/new' }, 'New rule'],
  [{ path: '/teams/a/local/apps/1/rules/r7', rule: 'r7' }, 'front'],
  [{ path: '/teams/a/local/apps/1/components/web', component: 'web' }, 'Shop front'],
  [{ path: '/teams/a/local/apps/1/installs/i7', install: 'i7' }, 'shop'],
  [{ path: '/teams/a/local/apps/1/installs/gone', install: 'gone' }, 'Install'],
])('the last crumb of %j is %j', (address, expected) => {
  expect(lastCrumb(address, topology)).toBe(expected);
});
