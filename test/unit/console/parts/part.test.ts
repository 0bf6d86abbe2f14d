import { expect, it } from 'vitest';
import { partOf } from '../../../../src/console/parts/part.ts';
import { someComponent, someInstall, somePod, someRule, someTopology } from '../topology.ts';

const topology = someTopology({
  rules: [someRule({ rule_id: 'r7', name: 'front' })],
  components: [someComponent({ pods: [somePod({ name: 'web-1' })] })],
  installs: [someInstall({ install_id: 'i7', name: 'shop' })],
});

it.each([
  ['GatewayRule', 'front', { kind: 'rule', id: 'r7' }],
  ['MarketInstall', 'shop', { kind: 'install', id: 'i7' }],
  ['Deployment', 'web', { kind: 'component', id: 'web' }],
  ['Pod', 'web-1', { kind: 'component', id: 'web' }],
  ['StatefulSet', 'web', undefined],
  ['Pod', 'gone', undefined],
  ['Application', 'shop', undefined],
])('a %s with the name %s is %j', (kind, name, expected) => {
  expect(partOf(topology, { kind, name })).toEqual(expected);
});
