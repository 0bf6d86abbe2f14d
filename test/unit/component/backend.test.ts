import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  componentOf,
  numbersFor,
  otherPortText,
  resolveBackend,
  transportTo,
} from '../../../src/component/backend.ts';
import type { Exposure } from '../../../src/component/exposure.ts';
import type { Service } from '../../../src/objects/core.ts';
import { type Container, trimWorkload } from '../../../src/objects/workload.ts';
import { serviceOf } from '../../support/rules.ts';
import { workloadOf } from '../../support/workloads.ts';

/** A component without workloads. */
function exposed(services: readonly Service[]): Exposure {
  return { services, workloads: [] };
}

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
  expect(resolveBackend(exposed([serviceOf('web', ports)]), wanted)).toMatchObject({
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
  expect(resolveBackend(exposed([serviceOf('dns', ports)]), 53)).toMatchObject({ protocol });
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
  expect(resolveBackend(exposed([serviceOf('dns', BOTH)]), 53, transport)).toMatchObject(expected);
});

it('a port for the other transport alone is none', () => {
  const ports = [{ port: 53, protocol: 'UDP' }, { port: 8080 }];
  expect(resolveBackend(exposed([serviceOf('dns', ports)]), 53, 'TCP')).toEqual({
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
  expect(transportTo(rule, exposed([serviceOf('dns', ports)]))).toBe(expected);
});

it('the backend does not depend on the order of Services', () => {
  const services = [
    serviceOf('web', [{ port: 80, targetPort: 8080 }], 'b'),
    serviceOf('web', [{ port: 81, targetPort: 8080 }], 'a'),
  ];
  expect(resolveBackend(exposed(services), 8080)).toEqual(
    resolveBackend(exposed(services.toReversed()), 8080),
  );
  expect(resolveBackend(exposed(services), 8080)).toMatchObject({ service: 'a' });
});

it('a missing component or port is reported', () => {
  expect(resolveBackend(exposed([]), 80)).toEqual({ type: 'no-component' });
  expect(resolveBackend(exposed([serviceOf('web', [{ port: 80, targetPort: 8080 }])]), 9)).toEqual({
    type: 'no-port',
    ports: ['80 (or 8080)'],
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
  expect(resolveBackend(exposed([external]), 80)).toEqual({ type: 'no-port', ports: [] });
});

describe('a target with a name', () => {
  const services = [serviceOf('api', [{ port: 80, targetPort: 'web' }])];
  const container = (ports: NonNullable<Container['ports']>) => ({ name: 'c', image: 'i', ports });
  const listening = (...containers: readonly Container[]) =>
    workloadOf('Deployment', { template: { spec: { containers } } });
  const named = container([
    { containerPort: 9100 },
    { name: 'admin', containerPort: 9000 },
    { name: 'web', containerPort: 8080 },
  ]);

  it.each([
    ['a Deployment', listening(named)],
    ['a StatefulSet', workloadOf('StatefulSet', { template: { spec: { containers: [named] } } })],
    ['a DaemonSet', workloadOf('DaemonSet', { template: { spec: { containers: [named] } } })],
    ['another container than the first', listening(container([]), named)],
    [
      'a sidecar',
      workloadOf('Deployment', {
        template: { spec: { containers: [], initContainers: [{ ...named, restartPolicy: 'Always' }] } },
      }),
    ],
  ])('has the number that the container of %s gives it, also from the cache', (_, workload) => {
    for (const each of [workload, trimWorkload(workload)]) {
      const of = { services, workloads: [each] };
      expect(resolveBackend(of, 8080)).toMatchObject({ service: 'api', port: 80 });
      expect(resolveBackend(of, 80)).toMatchObject({ service: 'api', port: 80 });
      expect(resolveBackend(of, 9000)).toEqual({ type: 'no-port', ports: ['80 (or 8080)'] });
    }
  });

  it('has several numbers where workloads give it several', () => {
    const other = listening(container([{ name: 'web', containerPort: 8081 }]));
    const of = { services, workloads: [listening(named), other] };
    expect([8080, 8081].map((port) => resolveBackend(of, port).type)).toEqual(['resolved', 'resolved']);
  });

  it('is that of its transport', () => {
    const ports = [{ port: 80, targetPort: 'web', protocol: 'UDP' }];
    const workloads = [listening(named, container([{ name: 'web', containerPort: 5000, protocol: 'UDP' }]))];
    const of = { services: [serviceOf('api', ports)], workloads };
    expect([8080, 5000].map((port) => resolveBackend(of, port).type)).toEqual(['no-port', 'resolved']);
  });

  it.each([
    ['without workloads', []],
    [
      'whose init container alone has the name',
      [workloadOf('Deployment', { template: { spec: { containers: [], initContainers: [named] } } })],
    ],
    ['that no container has', [listening(container([{ name: 'http', containerPort: 8080 }]))]],
  ])('%s is reached by the port of the Service, which the answer says', (_, workloads) => {
    const of = { services, workloads };
    expect(resolveBackend(of, 80)).toMatchObject({ port: 80 });
    expect(resolveBackend(of, 8080)).toEqual({
      type: 'no-port',
      ports: ['80 (targets the name web: write 80)'],
    });
  });
});

describe('a number that fits two ports', () => {
  const crossed = serviceOf('shop', [
    { port: 8080, targetPort: 9090 },
    { port: 80, targetPort: 8080 },
  ]);

  it('means that of the containers, and the other port is told', () => {
    const backend = resolveBackend(exposed([crossed]), 8080);
    expect(backend).toMatchObject({ port: 80, other: { service: 'shop', port: 8080 } });
    expect(backend.type === 'resolved' && otherPortText(8080, backend)).toBe(
      '8080 means the port of the containers, not port 8080 of Service shop, which is for 9090',
    );
  });

  it.each([
    ['a port that targets itself', [{ port: 8080 }, { port: 80, targetPort: 8080 }]],
    ['two numbers of one port', [{ port: 80, targetPort: 8080 }]],
  ])('is not %s', (_, ports) => {
    for (const number of [80, 8080]) {
      const backend = resolveBackend(exposed([serviceOf('shop', ports)]), number);
      expect(backend.type === 'resolved' && otherPortText(number, backend)).toBe('');
    }
  });
});

describe('the numbers of a port', () => {
  it.each([
    ['those of the Service and of the container', [{ port: 80, targetPort: 8080 }], 8080, [80, 8080]],
    ['the same from the other one', [{ port: 80, targetPort: 8080 }], 80, [80, 8080]],
    ['one alone where both are equal', [{ port: 8080 }], 8080, [8080]],
    [
      'never one that means another port',
      [
        { port: 8080, targetPort: 9090 },
        { port: 80, targetPort: 8080 },
      ],
      8080,
      [80, 8080],
    ],
    ['its own where there is no such port', [{ port: 80, targetPort: 8080 }], 7, [7]],
  ])('are %s', (_, ports, port, expected) => {
    const found = numbersFor(exposed([serviceOf('web', ports)]), port);
    expect([...found].toSorted((a, b) => a - b)).toEqual(expected);
  });

  const anyPort = fc.record({
    port: fc.integer({ min: 1, max: 5 }),
    targetPort: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom('a', 'b')),
    protocol: fc.constantFrom('TCP', 'UDP'),
  });

  it('mean each other, and lead to the same place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyPort, { maxLength: 4 }), { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(undefined, 'TCP' as const, 'UDP' as const),
        (services, port, transport) => {
          const of = exposed(services.map((ports, index) => serviceOf('web', ports, `web-${index}`)));
          for (const other of numbersFor(of, port, transport)) {
            expect(numbersFor(of, other, transport)).toContain(port);
            expect(resolveBackend(of, other, transport).type).toBe(resolveBackend(of, port, transport).type);
          }
        },
      ),
    );
  });
});
