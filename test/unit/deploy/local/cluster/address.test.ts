import { expect, test } from 'vitest';
import {
  CONTROL_PLANE_PORTS,
  endpointOf,
  gatewayTcpPorts,
  MAX_PORT_BASE,
  octetAddresses,
  portUses,
  SERVICE_PORTS,
  tcpPortUses,
} from '../../../../../deploy/local/cluster/address.ts';

const address = { host: '127.0.0.1', portBase: 18000 };

test('no two servers share a port', () => {
  const uses = [...portUses(address, [...CONTROL_PLANE_PORTS, ...SERVICE_PORTS]), ...tcpPortUses(address)];
  expect(new Set(uses.map(({ port }) => port)).size).toBe(uses.length);
});

test('the port table that scripts rely on', () => {
  expect(endpointOf(address, 'rest')).toBe('127.0.0.1:18000');
  expect(endpointOf(address, 'gatewayHttp')).toBe('127.0.0.1:18080');
  expect(gatewayTcpPorts(address)).toEqual(Array.from({ length: 10 }, (_, index) => 18300 + index));
  expect(portUses({ host: '', portBase: MAX_PORT_BASE }, ['gatewayHttps'])[0]?.port).toBe(65_535);
});

test('the addresses of an octet lie outside its service range', () => {
  expect(octetAddresses(70)).toEqual({
    serviceRange: '127.70.0.0/17',
    kubernetesServiceIp: '127.70.0.1',
    ownHost: '127.70.255.1',
    reservationHost: '127.70.255.254',
  });
});
