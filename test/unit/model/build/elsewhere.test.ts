import { expect, it } from 'vitest';
import { overrideModel } from '../../../../src/model/build/overrides/overrides.ts';
import { expanded, objectsOf } from '../../../support/models.ts';
import { startIn } from '../../../support/started.ts';
import { app, modelOf, templateOf, type Wire } from '../../../support/template.ts';

const DB_PORT = { container_port: 3306, protocol: 'mysql', port_alias: 'DB', k8s_service_name: 'ext-db' };

const database = (endpoints: readonly string[], fields: Wire = {}) =>
  app('db', {
    service_source: 'third_party',
    port_map_list: [DB_PORT],
    endpoints: { endpoints_type: 'static', endpoints_info: JSON.stringify(endpoints) },
    ...fields,
  });

const web = app('web', { dep_service_map_list: [{ dep_service_key: 'db+db' }] });

function objects(...apps: readonly unknown[]) {
  return objectsOf(expanded(templateOf(apps), { domain: 'shop.example' }).expansion).map(
    ({ draft }) => draft,
  );
}

const ofKind = (kind: string, ...apps: readonly unknown[]) =>
  objects(...apps).filter((each) => each.kind === kind);

/** `<address> … at <port name>=<port> …` of each EndpointSlice, by name. */
function slices(...apps: readonly unknown[]): Record<string, string> {
  return Object.fromEntries(
    ofKind('EndpointSlice', ...apps).map(({ metadata, endpoints, ports }) => [
      metadata.name,
      `${(endpoints as { addresses: string[] }[]).flatMap(({ addresses }) => addresses).join(' ')} at ${(
        ports as { name: string; port: number; protocol: string }[]
      )
        .map(({ name, port, protocol }) => `${name}=${port}/${protocol}`)
        .join(' ')}`,
    ]),
  );
}

it('becomes a Service without selector, and an EndpointSlice with its address and port', () => {
  const given = database(['192.168.10.5:3307']);
  const [service] = ofKind('Service', given);
  expect(service).toMatchObject({
    metadata: { name: 'ext-db' },
    spec: { type: 'ClusterIP', ports: [{ name: 'tcp-3306', port: 3306, protocol: 'TCP' }] },
  });
  expect(service?.spec).not.toHaveProperty('selector');
  expect(ofKind('EndpointSlice', given)).toMatchObject([
    {
      metadata: { namespace: 'team', labels: { 'kubernetes.io/service-name': 'ext-db' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.168.10.5'], conditions: { ready: true } }],
      ports: [{ name: 'tcp-3306', port: 3307, protocol: 'TCP' }],
    },
  ]);
  expect(ofKind('Deployment', given)).toEqual([]);
});

it.each<[string, Wire, Record<string, string>]>([
  [
    'all ports of a component at an address without port',
    database(['192.168.10.5'], {
      port_map_list: [DB_PORT, { ...DB_PORT, container_port: 53, protocol: 'udp' }],
    }),
    { 'ext-db-ipv4': '192.168.10.5 at tcp-3306=3306/TCP udp-53=53/UDP' },
  ],
  [
    'addresses with ports of their own',
    database(['192.168.10.5:3307', '192.168.10.6:3308', '192.168.10.7:3307']),
    {
      'ext-db-ipv4-3307': '192.168.10.5 192.168.10.7 at tcp-3306=3307/TCP',
      'ext-db-ipv4-3308': '192.168.10.6 at tcp-3306=3308/TCP',
    },
  ],
  [
    'the port of a component at an address that has this one only',
    database(['192.168.10.5', '192.168.10.6:80'], {
      port_map_list: [DB_PORT, { container_port: 80, k8s_service_name: 'admin' }],
    }),
    {
      'ext-db-ipv4': '192.168.10.5 at tcp-3306=3306/TCP',
      'admin-ipv4': '192.168.10.5 at tcp-80=80/TCP',
      'admin-ipv4-80': '192.168.10.6 at tcp-80=80/TCP',
    },
  ],
  [
    'addresses of both families',
    database(['192.168.10.5', 'fd00:10::5']),
    {
      'ext-db-ipv4': '192.168.10.5 at tcp-3306=3306/TCP',
      'ext-db-ipv6': 'fd00:10::5 at tcp-3306=3306/TCP',
    },
  ],
])('has %s', (_, given, expected) => {
  expect(slices(given)).toEqual(expected);
});

it('asks for both families where it has IPv6 addresses', () => {
  expect(ofKind('Service', database(['fd00:10::5']))[0]?.spec).toMatchObject({
    ipFamilyPolicy: 'PreferDualStack',
  });
  expect(ofKind('Service', database(['192.168.10.5']))[0]?.spec).not.toHaveProperty('ipFamilyPolicy');
});

it('keeps the name of its EndpointSlice when its addresses change', () => {
  expect(Object.keys(slices(database(['192.168.10.5'])))).toEqual(
    Object.keys(slices(database(['192.168.10.6', '192.168.10.7']))),
  );
});

it('gives those that depend on it its host and port, and what it offers', () => {
  const offers = { service_connect_info_map_list: [{ attr_name: 'DB_USER', attr_value: `u-\${DB_PORT}` }] };
  const { expansion } = expanded(templateOf([web, database(['192.168.10.5:3307'], offers)]));
  expect(expansion.components.map(({ key }) => key)).toEqual(['web']);
  const envs = startIn(expansion, 'web').containers[0]?.env;
  expect(envs).toMatchObject({ DB_HOST: 'ext-db', DB_PORT: '3306', DB_USER: 'u-3306' });
});

it('has rules for its outer ports, by the component that its Services name', () => {
  const outer = { ...DB_PORT, protocol: 'http', is_outer_service: true };
  const given = database(['192.168.10.5'], { port_map_list: [outer] });
  const [service] = ofKind('Service', given);
  expect(ofKind('GatewayRule', given)).toMatchObject([
    {
      spec: { http: { serviceId: service?.metadata.labels?.['stoa.dev/component-id'], containerPort: 3306 } },
    },
  ]);
});

it('is left out with what refers to it where an address is not allowed', () => {
  const { expansion } = expanded(templateOf([web, database(['192.168.10.5', '10.0.0.5'])]));
  expect(objectsOf(expansion).map(({ draft }) => draft.kind)).not.toContain('EndpointSlice');
  expect(expansion.notApplied).toEqual(
    expect.arrayContaining([
      {
        path: 'apps[1]',
        why: expect.stringContaining('10.0.0.5 is in no range of market.endpoints.allowed'),
      },
      { path: 'apps[0].dep_service_map_list[0]', why: expect.stringContaining('no component') },
    ]),
  );
});

it('cannot be overridden', () => {
  const allowed = [{ address: '192.168.10.0', prefix: 24 }];
  const model = modelOf([web, database(['192.168.10.5'])], {}, allowed);
  expect(overrideModel(model, [{ component: 'db', replicas: 2 }], {}).problems).toEqual([
    {
      path: 'spec.overrides[db].component',
      why: 'the component runs elsewhere, so that nothing of it can be set here',
    },
  ]);
});
