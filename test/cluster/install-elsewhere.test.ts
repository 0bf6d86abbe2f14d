import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LABELS } from '../../src/api/group.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { ENDPOINT_SLICES } from '../../src/objects/endpointslice.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { PODS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { failure } from './support/things.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** EndpointSlice, reduced to what tests read. */
interface EndpointSlice extends KubeObject {
  readonly addressType: string;
  readonly endpoints: readonly { readonly addresses: readonly string[] }[];
  readonly ports: readonly { readonly name: string; readonly port: number }[];
}

const SLICES: Resource<EndpointSlice> = ENDPOINT_SLICES as Resource<EndpointSlice>;

let client: KubeClient;
let shop: Shop;

/** Model of a component that uses a database that runs elsewhere, at these endpoints. */
function modelOf(endpoints: readonly string[], others: readonly object[] = []): string {
  const database = app('db', {
    service_source: 'third_party',
    port_map_list: [{ container_port: 5432, port_alias: 'DB', k8s_service_name: 'ext-db' }],
    endpoints: { endpoints_type: 'static', endpoints_info: JSON.stringify(endpoints) },
  });
  return templateOf([
    app('web', { dep_service_map_list: [{ dep_service_key: 'db+db' }] }),
    database,
    ...others,
  ]);
}

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  await shop.offer('elsewhere', '1.0', modelOf(['192.168.10.5:5433']));
  await shop.offer('elsewhere', '2.0', modelOf(['192.168.10.6:5433', '192.168.10.7']));
  await shop.offer('elsewhere', '3.0', modelOf(['192.168.10.6', '10.0.0.7']));
});

afterAll(() => shop.close());

/** `<address> … at <port>` of the EndpointSlices of a namespace, by name. */
async function endpointsIn({ namespace }: Team): Promise<Record<string, string>> {
  const slices = await client.list(SLICES, { namespace });
  return Object.fromEntries(
    slices.map(({ metadata, endpoints, ports }) => [
      metadata.name,
      `${endpoints.flatMap(({ addresses }) => addresses).join(' ')} at ${ports.map(({ port }) => port)}`,
    ]),
  );
}

async function installed(version: string): Promise<{ team: Team; install: Install }> {
  const team = await Team.create(client);
  const install = new Install(client, team, shop, 'elsewhere');
  await install.apply(version);
  await install.condition('Ready', 'True');
  return { team, install };
}

describe('a component that runs elsewhere', () => {
  it('has a Service with its endpoints, which change with an upgrade and vanish with the install', async () => {
    const { team, install } = await installed('1.0');
    const { namespace } = team;
    expect(await endpointsIn(team)).toEqual({ 'ext-db-ipv4-5433': '192.168.10.5 at 5433' });
    const [before] = await client.list(SLICES, { namespace });
    const service = await client.get(SERVICES, { namespace, name: 'ext-db' });
    expect(service.spec).toMatchObject({ ports: [{ name: 'tcp-5432', port: 5432 }] });
    expect(service.spec).not.toHaveProperty('selector');
    const pods = await client.list(PODS, { namespace });
    const envs = pods[0]?.spec.containers[0] as { readonly env?: readonly object[] };
    expect(envs.env).toEqual(
      expect.arrayContaining([
        { name: 'DB_HOST', value: 'ext-db' },
        { name: 'DB_PORT', value: '5432' },
      ]),
    );
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    expect(await endpointsIn(team)).toEqual({
      'ext-db-ipv4-5433': '192.168.10.6 at 5433',
      'ext-db-ipv4': '192.168.10.7 at 5432',
    });
    const after = await client.get(SLICES, { namespace, name: 'ext-db-ipv4-5433' });
    expect(after.metadata.uid).toBe(before?.metadata.uid);
    await install.apply('3.0');
    await install.condition('Ready', 'True');
    expect((await install.get()).status?.notApplied).toEqual(
      expect.arrayContaining([
        {
          path: 'apps[1]',
          why: expect.stringContaining('10.0.0.7 is in no range of market.endpoints.allowed'),
        },
      ]),
    );
    expect(await endpointsIn(team)).toEqual({});
    await install.apply('1.0');
    await install.condition('Ready', 'True');
    expect(Object.keys(await endpointsIn(team))).toEqual(['ext-db-ipv4-5433']);
    await install.remove();
    expect([await endpointsIn(team), await contentsOf(client, namespace)]).toEqual([{}, []]);
  });

  it('gets its endpoints back when somebody edits or deletes them', async () => {
    const { team } = await installed('1.0');
    const { namespace } = team;
    const name = 'ext-db-ipv4-5433';
    const { apiVersion = '', kind = '', ...given } = await client.get(SLICES, { namespace, name });
    const endpoints = [{ addresses: ['192.168.10.66'] }];
    const metadata = { namespace, name };
    const draft = {
      apiVersion,
      kind,
      metadata,
      addressType: given.addressType,
      endpoints,
      ports: given.ports,
    };
    await client.apply(SLICES, draft, TESTER);
    const expected = { [name]: '192.168.10.5 at 5433' };
    await eventually(async () => expect(await endpointsIn(team)).toEqual(expected));
    await client.delete(SLICES, { namespace, name, uid: given.metadata.uid });
    await eventually(async () => expect(await endpointsIn(team)).toEqual(expected));
    expect((await client.get(SLICES, { namespace, name })).metadata.uid).not.toBe(given.metadata.uid);
  });

  it('is the destination of rules', async () => {
    const { team } = await installed('1.0');
    const { namespace } = team;
    const { metadata } = await client.get(SERVICES, { namespace, name: 'ext-db' });
    const http = {
      ...{ serviceId: metadata.labels?.[LABELS.componentId] ?? '', containerPort: 5432 },
      ...{ domainName: `elsewhere.${namespace}.example`, domainPath: '/', whetherOpen: true },
    };
    const spec = { appId: 1, protocol: 'http', http };
    const rule = { ...GATEWAY_RULE_TYPE, metadata: { namespace, name: 'ext' }, spec };
    await client.apply(GATEWAY_RULES, rule, TESTER);
    // Nobody answers there, which is told of the rule once the gateway has its route.
    await eventually(async () => {
      const { status } = await client.get(GATEWAY_RULES, { namespace, name: 'ext' });
      const said = Object.fromEntries((status?.conditions ?? []).map(({ type, status: is }) => [type, is]));
      expect(said).toMatchObject({ ResolvedRefs: 'True', Programmed: 'True' });
    });
  });
});

/** An EndpointSlice of somebody else. */
function foreignSlice(namespace: string, labels: Readonly<Record<string, string>> = {}) {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { namespace, name: 'ext-db-ipv4-5433', labels },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['192.168.10.99'] }],
    ports: [{ name: 'tcp-1', port: 1 }],
  };
}

it('an EndpointSlice of somebody else stays as it is', async () => {
  const team = await Team.create(client);
  const { namespace } = team;
  const foreign = await client.create(SLICES, foreignSlice(namespace), TESTER);
  const install = new Install(client, team, shop, 'elsewhere');
  await install.apply('1.0');
  const { message } = await install.condition('Applied', 'False', 'NameTaken');
  expect(message).toContain('EndpointSlice ext-db-ipv4-5433 exists and is not part of this install');
  expect(await endpointsIn(team)).toEqual({ 'ext-db-ipv4-5433': '192.168.10.99 at 1' });
  const now = await client.get(SLICES, { namespace, name: 'ext-db-ipv4-5433' });
  expect(now.metadata.resourceVersion).toBe(foreign.metadata.resourceVersion);
  await install.remove();
  expect(Object.keys(await endpointsIn(team))).toEqual(['ext-db-ipv4-5433']);
});

it('the account of installs may not write EndpointSlices', async () => {
  const { namespace } = await Team.create(client);
  const account = client.as({ user: `system:serviceaccount:${namespace}:stoa-install`, groups: [] });
  const written = account.create(SLICES, foreignSlice(namespace), TESTER);
  expect(await failure(written)).toMatchObject({ type: 'forbidden' });
});
