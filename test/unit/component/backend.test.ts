import { expect, it } from 'vitest';
import { componentOf, resolveBackend, transportTo } from '../../../src/component/backend.ts';
import { serviceOf } from '../../support/rules.ts';

it.each([
  ['the port of the same number', [{ port: 8080 }], 8080, 8080],
  ['the port that targets it', [{ port: 80, targetPort: 8080 }], 8080, 80],
  [
    'the one that targets it before the one that has its number',
    [
      { port: 8080, targetPort: 1 },
      { port: 80, targetPort: 8080 },
    ],
    8080,
    80,
  ],
  ['the port itself where its target is a name', [{ port: 8080, targetPort: 'http' }], 8080, 8080],
])('the backend is %s', (_, ports, wanted, port) => {
  expect(resolveBackend([serviceOf('web', ports)], wanted)).toEqual({
    type: 'resolved',
    service: 'web',
    port,
    protocol: 'TCP',
  });
});

it.each([
  [undefined, 'TCP'],
  ['UDP', 'UDP'],
])('a port of the protocol %s is %s', (given, protocol) => {
  const ports = [{ port: 53, ...(given === undefined ? {} : { protocol: given }) }];
  expect(resolveBackend([serviceOf('dns', ports)], 53)).toMatchObject({ protocol });
});

const BOTH = [
  { port: 5353, targetPort: 53, protocol: 'UDP' },
  { port: 53, protocol: 'TCP' },
];

it.each([
  [undefined, { port: 5353, protocol: 'UDP' }],
  ['UDP', { port: 5353, protocol: 'UDP' }],
  ['TCP', { port: 53, protocol: 'TCP' }],
] as const)('of a port for both, the transport %s chooses', (transport, expected) => {
  expect(resolveBackend([serviceOf('dns', BOTH)], 53, transport)).toMatchObject(expected);
});

it('a port for the other transport alone is none', () => {
  const ports = [{ port: 53, protocol: 'UDP' }, { port: 8080 }];
  expect(resolveBackend([serviceOf('dns', ports)], 53, 'TCP')).toEqual({
    type: 'no-port',
    ports: ['53/UDP', '8080'],
  });
});

it.each([
  ['of the first port with the number', undefined, BOTH, 'UDP'],
  ['the one that it states', 'TCP', BOTH, 'TCP'],
  ['TCP where there is no such port', undefined, [], 'TCP'],
] as const)('the transport of a TCP rule is %s', (_, transport, ports, expected) => {
  const rule = { containerPort: 53, ...(transport && { transport }) };
  expect(transportTo(rule, [serviceOf('dns', ports)])).toBe(expected);
});

it('the backend does not depend on the order of Services', () => {
  const services = [
    serviceOf('web', [{ port: 80, targetPort: 8080 }], 'b'),
    serviceOf('web', [{ port: 81, targetPort: 8080 }], 'a'),
  ];
  expect(resolveBackend(services, 8080)).toEqual(resolveBackend(services.toReversed(), 8080));
  expect(resolveBackend(services, 8080)).toMatchObject({ service: 'a' });
});

it('a missing component or port is reported', () => {
  expect(resolveBackend([], 80)).toEqual({ type: 'no-component' });
  expect(resolveBackend([serviceOf('web', [{ port: 80, targetPort: 8080 }])], 9)).toEqual({
    type: 'no-port',
    ports: ['8080'],
  });
});

it('a Service belongs to a component only by both labels', () => {
  const service = serviceOf('web', []);
  expect(componentOf(service)).toEqual(['team/1/web']);
  expect(componentOf({ ...service, metadata: { ...service.metadata, labels: {} } })).toEqual([]);
});

it('is never a Service that is the name of a host elsewhere', () => {
  const service = serviceOf('web', [{ port: 80 }]);
  const external = { ...service, spec: { ...service.spec, type: 'ExternalName' } };
  expect(resolveBackend([external], 80)).toEqual({ type: 'no-port', ports: [] });
});
