import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { ownRanges } from '../../../src/store/allowed.ts';

/** An interface with these networks. */
function interfaceWith(...cidrs: readonly (string | null)[]): NetworkInterfaceInfo[] {
  return cidrs.map((cidr) => ({ cidr }) as NetworkInterfaceInfo);
}

it.each([
  [
    'of the API server',
    { KUBERNETES_SERVICE_HOST: '34.118.224.1' },
    {},
    [{ address: '34.118.224.1', prefix: 32 }],
  ],
  [
    'of it in IPv6',
    { KUBERNETES_SERVICE_HOST: '2600:1900::1' },
    {},
    [{ address: '2600:1900::1', prefix: 128 }],
  ],
  ['of none outside a cluster', {}, {}, []],
  ['of no name', { KUBERNETES_SERVICE_HOST: 'api.example.com' }, {}, []],
  [
    'of its own networks',
    {},
    { lo: interfaceWith('127.0.0.1/8'), eth0: interfaceWith('34.0.0.7/24', '2600:1900:1::7/64', null) },
    [
      { address: '127.0.0.1', prefix: 8 },
      { address: '34.0.0.7', prefix: 24 },
      { address: '2600:1900:1::7', prefix: 64 },
    ],
  ],
])('a pod knows the range %s', (_, env, interfaces, expected) => {
  expect(ownRanges(env, interfaces)).toEqual(expected);
});
