import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  componentOf,
  noPortText,
  numberOf,
  otherPortText,
  resolveBackend,
  synonymsFor,
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

describe('no rule leads to', () => {
  const service = serviceOf('kubernetes', [{ name: 'https', port: 443, targetPort: 6443 }]);
  const inNamespace = (namespace: string, name = 'kubernetes') => ({
    ...service,
    metadata: { ...service.metadata, namespace, name },
  });
  const external = { ...service, spec: { ...service.spec, type: 'ExternalName' } };

  it.each([
    ['a Service that is the name of a host elsewhere', external, 'it has the type ExternalName'],
    ['the API server', inNamespace('default'), 'it is the API server of the cluster'],
  ])('%s, by whatever number or name', (_, barred, why) => {
    for (const port of [443, 6443, 'https']) {
      const backend = resolveBackend(exposed([barred]), port);
      expect(backend).toEqual({ type: 'no-port', ports: [], barred: why });
      expect(backend.type === 'no-port' && noPortText('it', `${port}`, backend)).toBe(
        `no rule leads to it: ${why}`,
      );
    }
  });

  it('the API server beside another Service of a component', () => {
    const both = exposed([inNamespace('default'), inNamespace('default', 'web')]);
    expect(resolveBackend(both, 443)).toMatchObject({ type: 'resolved', service: 'web' });
    expect(resolveBackend(both, 80)).toEqual({ type: 'no-port', ports: ['443 (or 6443, by name https)'] });
  });

  it.each([
    ['of another namespace', inNamespace('team')],
    ['of another name', inNamespace('default', 'kubernetes-dashboard')],
  ])('but to a Service %s', (_, other) => {
    expect(resolveBackend(exposed([other]), 443)).toMatchObject({ type: 'resolved', port: 443 });
  });
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
      expect(resolveBackend(of, 9000)).toEqual({ type: 'no-port', ports: ['80 (or 8080, by name web)'] });
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
      ports: ['80 (by name web)'],
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

describe('the numbers and names of a port', () => {
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
    ['its names too', [{ name: 'http', port: 80, targetPort: 'web' }], 80, [80, 'http', 'web']],
    ['the same from a name', [{ name: 'http', port: 80, targetPort: 'web' }], 'web', [80, 'http', 'web']],
    [
      'never a name that means another port',
      [
        { name: 'web', port: 80, targetPort: 8080 },
        { name: 'admin', port: 81, targetPort: 'web' },
      ],
      81,
      [81, 'admin'],
    ],
  ])('are %s', (_, ports, port, expected) => {
    const found = synonymsFor(exposed([serviceOf('web', ports)]), port);
    expect(new Set(found)).toEqual(new Set(expected));
  });

  const anyNumber = fc.integer({ min: 1, max: 5 });
  const anyName = fc.constantFrom('a', 'b');
  const anyPort = fc.record(
    {
      name: anyName,
      port: anyNumber,
      targetPort: fc.oneof(anyNumber, anyName),
      protocol: fc.constantFrom('TCP', 'UDP'),
    },
    { requiredKeys: ['port'] },
  );
  const anyTransport = fc.constantFrom(undefined, 'TCP' as const, 'UDP' as const);
  const anyServices = fc
    .array(fc.array(anyPort, { maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map((services) => exposed(services.map((ports, index) => serviceOf('web', ports, `web-${index}`))));

  it('mean each other, and lead to the same place', () => {
    fc.assert(
      fc.property(anyServices, fc.oneof(anyNumber, anyName), anyTransport, (of, port, transport) => {
        for (const other of synonymsFor(of, port, transport)) {
          expect(synonymsFor(of, other, transport)).toContain(port);
          expect(resolveBackend(of, other, transport).type).toBe(resolveBackend(of, port, transport).type);
        }
      }),
    );
  });

  it('a name means what its number means, unless that means the port of other containers', () => {
    fc.assert(
      fc.property(anyServices, anyName, anyTransport, (of, name, transport) => {
        const number = numberOf(of, name, transport);
        const byName = resolveBackend(of, name, transport);
        expect(byName.type === 'resolved').toBe(number !== undefined);
        const synonyms = synonymsFor(of, name, transport);
        const numbers = [...synonyms].filter((each) => typeof each === 'number');
        expect(numbers.length === 0 || numbers.includes(number ?? 0)).toBe(true);
        for (const each of numbers) {
          expect(synonymsFor(of, each, transport)).toEqual(synonyms);
        }
      }),
    );
  });
});

describe('a port by its name', () => {
  const web = serviceOf('web', [
    { name: 'metrics', port: 9100 },
    { name: 'http', port: 80, targetPort: 'main' },
    { name: 'dns', port: 53, protocol: 'UDP' },
  ]);

  it.each([
    ['name of the port of the Service', 'http', { port: 80 }],
    ['name that the Service targets', 'main', { port: 80 }],
    ['name of a port for UDP', 'dns', { port: 53, protocol: 'UDP' }],
  ])('is found by the %s', (_, name, expected) => {
    expect(resolveBackend(exposed([web]), name)).toMatchObject({ type: 'resolved', ...expected });
  });

  it.each([
    ['no port has it', 'https', undefined],
    ['the port that has it is for the other transport', 'dns', 'TCP'],
    ['it reads like a property of objects', 'constructor', undefined],
  ] as const)('is not found where %s, and the answer lists numbers and names', (_, name, transport) => {
    expect(resolveBackend(exposed([web]), name, transport)).toEqual({
      type: 'no-port',
      ports: ['9100 (by name metrics)', '80 (by name http or main)', '53/UDP (by name dns)'],
    });
  });

  it.each([
    ['TCP', 5300],
    ['UDP', 53],
  ] as const)('is that for %s of two ports with it', (transport, port) => {
    const both = [serviceOf('dns', [{ name: 'dns', port: 53, protocol: 'UDP' }], 'a')];
    const other = serviceOf('dns', [{ name: 'dns', port: 5300 }], 'b');
    expect(resolveBackend(exposed([...both, other]), 'dns', transport)).toMatchObject({ port });
  });

  it('is the first of several Services that have it', () => {
    const services = ['b', 'a'].map((name) => serviceOf('web', [{ name: 'http', port: 80 }], name));
    expect(resolveBackend(exposed(services), 'http')).toMatchObject({ service: 'a' });
  });

  it('means that of the Service before one that it targets, and the other port is told', () => {
    const crossed = serviceOf('shop', [
      { name: 'admin', port: 81, targetPort: 'web' },
      { name: 'web', port: 80, targetPort: 8080 },
    ]);
    const backend = resolveBackend(exposed([crossed]), 'web');
    expect(backend).toMatchObject({ port: 80, other: { port: 81 } });
    expect(backend.type === 'resolved' && otherPortText('web', backend)).toBe(
      'web means port 80 of Service shop, which has that name, not port 81 of Service shop, which targets it',
    );
  });

  it.each([
    ['that of the Service', [{ name: 'http', port: 80, targetPort: 8080 }], 80],
    [
      'that of the containers where that of the Service means another port',
      [
        { name: 'http', port: 80, targetPort: 8080 },
        { name: 'other', port: 8000, targetPort: 80 },
      ],
      8080,
    ],
    ['none where no port has the name', [{ name: 'https', port: 443 }], undefined],
  ])('has the number %s', (_, ports, expected) => {
    expect(numberOf(exposed([serviceOf('web', ports)]), 'http')).toBe(expected);
  });
});
