import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { HttpRule } from '../../src/api/gatewayrule.ts';
import { basicAuthorization } from '../../src/base/basic.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS, SERVICES } from '../../src/objects/core.ts';
import { ENDPOINT_SLICES } from '../../src/objects/endpointslice.ts';
import { GRPC_ROUTES } from '../../src/objects/grpcroute.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { call, type GrpcServer, grpcClient, messages, serveGrpc, serverAddress } from './support/grpc.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

const CART = 'shop.v1.Cart';
const PATHS = ['/shop.v1.Cart/Get', '/shop.v1.Cart/GetAll', '/shop.v1.Cart/Watch', '/shop.v1.CartAdmin/Get'];

let client: KubeClient;
let team: Team;
const servers: Record<string, GrpcServer> = {};
const clients: Client[] = [];
let plain: HttpServer;

/** Creates a Service for a server on this machine. */
async function expose(name: string, port: number, appProtocol?: string): Promise<void> {
  const metadata = { name, namespace: team.namespace };
  const spec = { ports: [{ name: 'rpc', port, ...(appProtocol && { appProtocol }) }] };
  await client.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, spec }, TESTER);
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...metadata, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    ports: [{ name: 'rpc', port, protocol: 'TCP' }],
    endpoints: [{ addresses: [serverAddress()], conditions: { ready: true } }],
  };
  await client.apply(ENDPOINT_SLICES, slice, TESTER);
}

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  for (const name of ['cart', 'next', 'rest']) {
    const server = await serveGrpc(name, PATHS);
    servers[name] = server;
    await expose(name, server.port);
  }
  plain = createServer((_, response) => response.end('HTTP/1 only'));
  plain.listen(0, '0.0.0.0');
  await once(plain, 'listening');
});

afterAll(() => {
  for (const each of clients) {
    each.close();
  }
  for (const server of Object.values(servers)) {
    server.close();
  }
  plain.close();
});

/** Client for a host, which is closed with the tests. */
function clientOf(host: string, ca?: string): Client {
  const opened = grpcClient(host, ca);
  clients.push(opened);
  return opened;
}

/** Applies a rule for calls that leads to a server. */
async function rule(
  name: string,
  host: string,
  service: string,
  http: Partial<HttpRule> = {},
): Promise<void> {
  const { port } = servers[service] ?? { port: (plain.address() as AddressInfo).port };
  await team.rule(name, {
    serviceName: service,
    serviceId: undefined,
    containerPort: port,
    domainName: host,
    policy: { match: { grpc: {} } },
    ...http,
  });
}

const forCalls = (service?: string, method?: string): Partial<HttpRule> => ({
  policy: { match: { grpc: { ...(service && { service }), ...(method && { method }) } } },
});

describe('rules for calls of gRPC', () => {
  it('lead calls by service and method, and no others', async () => {
    const host = `by-name.${team.host}`;
    await rule('by-service', host, 'cart', forCalls(CART));
    await rule('by-method', host, 'next', forCalls(CART, 'Get'));
    await team.condition('by-service', 'Ready', 'True');
    await team.condition('by-method', 'Ready', 'True');
    const caller = clientOf(host);
    await eventually(async () => expect(await call(caller, `/${CART}/Get`)).toBe('next'));
    await eventually(async () => expect(await call(caller, `/${CART}/GetAll`)).toBe('cart'));
    // A service whose name begins alike, and a path below another.
    expect(await call(caller, '/shop.v1.CartAdmin/Get')).toBe('UNIMPLEMENTED');
    expect(await call(caller, `/x/${CART}/Get`)).toBe('UNIMPLEMENTED');
    expect(await messages(caller, `/${CART}/Watch`, 'cart'.length)).toBe('cart');
    const calls = servers.next?.calls.filter((path) => path !== `/${CART}/Get`);
    expect(calls).toEqual([]);
  });

  it('lead calls by headers, share them by weight, and change headers', async () => {
    const host = `shared.${team.host}`;
    await rule('any', host, 'cart');
    await rule('share', host, 'next');
    await rule('staged', host, 'rest', {
      domainHeader: { 'x-stage': 'beta' },
      policy: { match: { grpc: {} }, requestHeaders: { set: [{ key: 'x-added', value: 'added' }] } },
    });
    await team.condition('staged', 'Ready', 'True');
    await team.condition('share', 'FullyExpressed', 'True');
    const caller = clientOf(host);
    await eventually(async () =>
      expect(await call(caller, `/${CART}/Get`, { 'x-stage': 'beta' })).toBe('rest added'),
    );
    const answers = new Set<string>();
    await eventually(async () => {
      answers.add(await call(caller, `/${CART}/Get`));
      expect([...answers].toSorted()).toEqual(['cart', 'next']);
    });
  });

  it('keep calls out that lack a password', async () => {
    const host = `guarded.${team.host}`;
    await client.create(
      SECRETS,
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'users', namespace: team.namespace },
        stringData: { users: 'ann:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=' },
      },
      TESTER,
    );
    await rule('guarded', host, 'cart', {
      policy: { match: { grpc: { service: CART } }, basicAuth: { secretName: 'users' } },
    });
    await rule('open', host, 'cart');
    await team.condition('guarded', 'Ready', 'True');
    await team.condition('open', 'Ready', 'True');
    const caller = clientOf(host);
    const authorization = basicAuthorization('ann:password');
    await eventually(async () => expect(await call(caller, `/${CART}/Get`, { authorization })).toBe('cart'));
    await eventually(async () => expect(await call(caller, '/shop.v1.CartAdmin/Get')).toBe('cart'));
    expect(await call(caller, `/${CART}/Get`)).toBe('UNAUTHENTICATED');
    // Words that a component could take for the same call, past the guard.
    for (const path of [
      '/shop.v1.Cart%2FGet',
      '/shop.v1.Cart/%47et',
      '//shop.v1.Cart/Get',
      '/./shop.v1.Cart/Get',
    ]) {
      expect(await call(caller, path)).not.toBe('cart');
    }
  });

  it('lead calls by TLS', async () => {
    const host = `secure.${team.host}`;
    const authority = await createAuthority();
    await team.certificate(7, await issueServer(authority, host, [host]));
    await rule('secure', host, 'cart', { certificateId: 7, ...forCalls(CART) });
    await team.condition('secure', 'Ready', 'True');
    const caller = clientOf(host, authority.certificate);
    await eventually(async () => expect(await call(caller, `/${CART}/Get`)).toBe('cart'));
  });

  it('end with their rule', async () => {
    const host = `gone.${team.host}`;
    await rule('gone', host, 'cart');
    await team.condition('gone', 'Ready', 'True');
    const caller = clientOf(host);
    await eventually(async () => expect(await call(caller, `/${CART}/Get`)).toBe('cart'));
    const { metadata } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'gone' });
    await client.delete(GATEWAY_RULES, { namespace: team.namespace, name: 'gone', uid: metadata.uid });
    await eventually(async () => expect(await call(caller, `/${CART}/Get`)).toBe('UNIMPLEMENTED'));
    const routes = await client.list(GRPC_ROUTES, { namespace: team.namespace });
    expect(routes.flatMap(({ spec }) => spec.hostnames)).not.toContain(host);
  });
});

it('a host is for requests or for calls, for whichever was there first', async () => {
  const host = `either.${team.host}`;
  await team.component('web');
  await team.rule('web', { domainName: host, domainPath: '/web' });
  await team.condition('web', 'Ready', 'True');
  await rule('calls', host, 'cart');
  const refused = await team.condition('calls', 'Accepted', 'False', 'ProtocolConflict');
  expect(refused.message).toContain(`${team.namespace}/web has ${host} for HTTP`);
  await eventually(async () => expect((await throughGateway(host, '/web')).status).toBe(200));
  const { metadata } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'web' });
  await client.delete(GATEWAY_RULES, { namespace: team.namespace, name: 'web', uid: metadata.uid });
  await team.condition('calls', 'Ready', 'True');
  const caller = clientOf(host);
  await eventually(async () => expect(await call(caller, `/${CART}/Get`)).toBe('cart'));
});

it('of a wildcard for requests and a host below it for calls, the engine refuses the younger', async () => {
  const above = `wild.${team.host}`;
  await team.component('pages');
  await team.rule('pages', { serviceId: 'pages', domainName: `*.${above}` });
  await team.condition('pages', 'Ready', 'True');
  await rule('below', `calls.${above}`, 'cart');
  await team.condition('below', 'Programmed', 'False', 'HostnameConflict');
  await eventually(async () =>
    expect(await throughGateway(`www.${above}`)).toMatchObject({ body: { component: 'pages' } }),
  );
  const { metadata } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'pages' });
  await client.delete(GATEWAY_RULES, { namespace: team.namespace, name: 'pages', uid: metadata.uid });
  await team.condition('below', 'Ready', 'True');
});

it('a component that speaks HTTP/1 is told, and one beside it is ready', async () => {
  const host = `silent.${team.host}`;
  await expose('silent', (plain.address() as AddressInfo).port);
  await rule('silent', host, 'silent', forCalls('shop.v1.Silent'));
  await rule('beside', host, 'cart', forCalls(CART));
  const { message } = await team.condition('silent', 'Ready', 'False', 'NoCallAnswered');
  expect(message).toContain('speaks no HTTP/2');
  await team.condition('beside', 'Serving', 'True');
  await team.condition('beside', 'Ready', 'True');
});

it('a port that declares HTTP/1 is told', async () => {
  await expose('plain', (plain.address() as AddressInfo).port, 'http');
  await rule('plain', `plain.${team.host}`, 'plain');
  const { message } = await team.condition('plain', 'Ready', 'False', 'PortNotForGrpc');
  expect(message).toContain('set kubernetes.io/h2c');
});
