import { once } from 'node:events';
import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcp,
  type Server,
  type Socket,
} from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { conditionOf } from '../../src/api/condition.ts';
import type { HttpRule } from '../../src/api/gatewayrule.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { CONFIG_MAPS } from '../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { authorityOf, serverOf } from '../support/authorities.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freeport.ts';
import { externalService } from './support/external.ts';
import { openPort } from './support/port.ts';
import { connect, TESTER, Team } from './support/world.ts';

const NAME = 'vault.internal.example.com';

let client: KubeClient;
let team: Team;
const closing: (() => void)[] = [];
const ports: Record<string, number> = {};

const answering: RequestListener = (_, response) => void response.end('here');

/** Takes each request, and answers after all clients of this test have given up. */
const late: RequestListener = () => undefined;

/** Starts a server of a component. */
async function serve(name: string, server: Server): Promise<void> {
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port: own } = server.address() as AddressInfo;
  ports[name] = own;
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': name };
  await externalService(client, team.namespace, { name, port: own, labels });
}

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  const [authority, other] = await Promise.all([authorityOf('Root'), authorityOf('Other')]);
  const { pem, key } = await serverOf(authority, { hosts: [NAME] });
  await serve('plain', createPlain(answering));
  await serve(
    'busy',
    createPlain((_, response) => void response.writeHead(503).end('closed for today')),
  );
  await serve(
    'ending',
    createTcp((socket) => socket.once('data', () => socket.destroy())),
  );
  await serve('late', createPlain(late));
  await serve('secure', createSecure({ cert: pem, key }, answering));
  ports.nobody = await freePort();
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'nobody' };
  await externalService(client, team.namespace, { name: 'nobody', port: ports.nobody, labels });
  const metadata = { name: 'other-ca', namespace: team.namespace };
  const data = { 'ca.crt': other.pem };
  await client.apply(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }, TESTER);
});

afterAll(() => {
  for (const close of closing) {
    close();
  }
});

async function statusAt(host: string): Promise<number> {
  const { statusCode, body } = await request(inject('cluster').gatewayHttpUrl, { headers: { host } });
  await body.dump();
  return statusCode;
}

/** Creates a rule for a component, and returns its host. */
async function rule(name: string, component: string, http: Partial<HttpRule> = {}): Promise<string> {
  const host = `${name}.${team.host}`;
  const containerPort = ports[component] ?? 0;
  await team.rule(name, { serviceId: component, containerPort, domainName: host, ...http });
  return host;
}

const BY_TLS = { protocol: 'https', serverName: NAME } as const;

describe('a rule is ready as clients meet it, and says what is wrong', () => {
  it.each<[string, string, Partial<HttpRule>, number, string]>([
    ['whose port nobody listens at', 'nobody', {}, 502, 'ComponentRefuses'],
    ['whose component ends connections', 'ending', {}, 502, 'ComponentRefuses'],
    [
      'whose component is slower than its timeout',
      'late',
      { policy: { timeouts: { backendRequest: '1s' } } },
      504,
      'ComponentTooSlow',
    ],
    ['that speaks TLS to plain HTTP', 'plain', { policy: { backend: BY_TLS } }, 500, 'ProtocolMismatch'],
    [
      'that does not trust the certificate',
      'secure',
      { policy: { backend: { ...BY_TLS, caConfigMapName: 'other-ca' } } },
      500,
      'ProtocolMismatch',
    ],
    [
      'that does not trust the certificate, with a timeout',
      'secure',
      {
        configuration: { proxyConnectTimeout: 3 },
        policy: { backend: { ...BY_TLS, caConfigMapName: 'other-ca' } },
      },
      500,
      'ProtocolMismatch',
    ],
  ])('%s', async (what, component, http, status, reason) => {
    const name = what.replaceAll(/[^a-z]+/gi, '-').toLowerCase();
    const host = await rule(name, component, http);
    await team.condition(name, 'Ready', 'False', reason);
    expect(await statusAt(host)).toBe(status);
  });

  it('that speaks plain HTTP to TLS: the component itself answers with an error, and never with more', async () => {
    const host = await rule('to-tls', 'secure');
    await team.condition('to-tls', 'Ready', 'False', 'ProtocolMismatch');
    expect(await statusAt(host)).toBeGreaterThanOrEqual(400);
  });

  it('whose component answers with an error of its own is ready: that is its own affair', async () => {
    const host = await rule('busy', 'busy');
    await team.condition('busy', 'Ready', 'True');
    expect(await statusAt(host)).toBe(503);
  });

  it('whose component is slow without a timeout is ready, and says that nobody knows', async () => {
    await rule('slow', 'late');
    const { message } = await team.condition('slow', 'Ready', 'True');
    expect(message).toBe('the rule carries traffic');
    expect((await team.condition('slow', 'Serving', 'True')).message).toContain('did not answer a question');
  });
});

it.each<[string, Partial<HttpRule>]>([
  ['without settings', {}],
  ['with a timeout', { configuration: { proxyConnectTimeout: 3 } }],
  ['with affinity', { ruleExtensions: [{ key: 'lb-type', value: 'cookie-session-affinity' }] }],
])('plain HTTP behind a port with the number and the name of HTTPS answers %s', async (what, http) => {
  const name = what.replaceAll(' ', '-');
  await externalService(client, team.namespace, {
    name,
    port: ports.plain ?? 0,
    servicePort: 443,
    portName: 'https-main',
    labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': name },
  });
  const host = await rule(name, name, { ...http, containerPort: 443 });
  await team.condition(name, 'Ready', 'True');
  expect(await statusAt(host)).toBe(200);
});

it('a component that begins to listen makes its rule ready, and one that ends makes it fail', async () => {
  const port = await freePort();
  ports.later = port;
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'later' };
  await externalService(client, team.namespace, { name: 'later', port, labels });
  const host = await rule('later', 'later');
  await team.condition('later', 'Ready', 'False', 'ComponentRefuses');
  const server = createPlain(answering).listen(port, '0.0.0.0');
  await once(server, 'listening');
  await team.condition('later', 'Ready', 'True');
  expect(await statusAt(host)).toBe(200);
  server.close();
  server.closeAllConnections();
  // Among many routes, each is asked for again within a minute.
  await eventually(async () => {
    const { status } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'later' });
    expect(conditionOf(status, 'Ready')?.reason).toBe('ComponentRefuses');
  }, 100_000);
});

describe('a rule that passes connections on is ready as clients meet it', () => {
  const connections: Record<string, number> = {};

  /** Starts a server, whose connections are counted by its name, and returns its port. */
  async function listen(name: string, server: Server, port = 0): Promise<number> {
    server.on('connection', (socket: Socket) => {
      connections[name] = (connections[name] ?? 0) + 1;
      socket.on('error', () => undefined);
    });
    server.listen(port, '0.0.0.0');
    await once(server, 'listening');
    closing.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  /** Starts a server, if there is one, behind a Service with its name, and returns its port. */
  async function serveAs(name: string, server?: Server): Promise<number> {
    const port = server === undefined ? await freePort() : await listen(name, server);
    await externalService(client, team.namespace, { name, port });
    return port;
  }

  /** Meeting of a client with a port of the gateway, by TLS where it names a host. */
  async function met(port: number, servername?: string): Promise<'ended' | 'spoken' | 'open'> {
    const { hostname: host } = new URL(inject('cluster').gatewayHttpsUrl);
    const { promise, resolve } = Promise.withResolvers<'ended' | 'spoken' | 'open'>();
    const spoken = () => resolve('spoken');
    const socket =
      servername === undefined
        ? connectTcp(port, host).on('data', spoken)
        : connectTls({ host, port, servername, rejectUnauthorized: false }).on('secureConnect', spoken);
    socket.on('error', () => resolve('ended')).on('end', () => resolve('ended'));
    socket.setTimeout(1_000, () => resolve('open'));
    try {
      return await promise;
    } finally {
      socket.destroy();
    }
  }

  const httpsPort = () => Number(new URL(inject('cluster').gatewayHttpsUrl).port);
  const ends = (socket: Socket) => socket.resetAndDestroy();
  const endsAfterWords = (socket: Socket) => socket.once('data', () => ends(socket));
  const secure = async () => {
    const { pem: cert, key } = await serverOf(await authorityOf('Own'), { hosts: [NAME] });
    return { cert, key };
  };

  it('for TCP, with a component that does not listen, and one that resets connections', async () => {
    const resetting = createTcp(ends);
    const [refused, reset] = [await serveAs('tcp-refused'), await serveAs('tcp-reset', resetting)];
    const atRefused = await openPort(client, team, { serviceName: 'tcp-refused', containerPort: refused }, 4);
    const atReset = await openPort(client, team, { serviceName: 'tcp-reset', containerPort: reset }, 5);
    const { message } = await team.condition('tcp-refused', 'Ready', 'False', 'ComponentRefuses');
    expect(message).toBe(
      `the gateway ends the connections of clients to Service tcp-refused at port ${refused} of Service tcp-refused: connections are refused, or end before an answer`,
    );
    await team.condition('tcp-reset', 'Ready', 'False', 'ComponentRefuses');
    expect([await met(atRefused), await met(atReset)]).toEqual(['ended', 'ended']);
    resetting.close();
    await once(resetting, 'close');
    await listen(
      'tcp-refused',
      createTcp(() => undefined),
      refused,
    );
    await listen(
      'tcp-reset',
      createTcp((socket) => socket.end('220 ready')),
      reset,
    );
    await team.condition('tcp-refused', 'Ready', 'True');
    await team.condition('tcp-reset', 'Ready', 'True');
    expect([await met(atRefused), await met(atReset)]).toEqual(['open', 'spoken']);
  });

  it('for TLS, with a component that does not listen, and one that resets connections', async () => {
    const resetting = createTcp(endsAfterWords);
    const ports = { refused: await serveAs('tls-refused'), reset: await serveAs('tls-reset', resetting) };
    const rules = Object.entries(ports).map(([what, containerPort]) => {
      const serviceName = `tls-${what}`;
      return { serviceName, containerPort, domainName: `${serviceName}.${team.host}` };
    });
    for (const rule of rules) {
      await team.tlsRule(rule.serviceName, rule);
    }
    for (const { serviceName, domainName } of rules) {
      await team.condition(serviceName, 'Ready', 'False', 'ComponentRefuses');
      expect(await met(httpsPort(), domainName)).toBe('ended');
    }
    resetting.close();
    await once(resetting, 'close');
    for (const { serviceName, domainName, containerPort } of rules) {
      await listen(serviceName, createSecure(await secure(), answering), containerPort);
      await team.condition(serviceName, 'Ready', 'True');
      expect(await met(httpsPort(), domainName)).toBe('spoken');
    }
  });

  it('with components that say nothing first, want certificates of clients, or refuse the handshake', async () => {
    const wanting = createTlsServer({ ...(await secure()), requestCert: true, rejectUnauthorized: true });
    const silentPort = await serveAs(
      'tcp-silent',
      createTcp(() => undefined),
    );
    await openPort(client, team, { serviceName: 'tcp-silent', containerPort: silentPort }, 6);
    const servers: readonly (readonly [string, Server])[] = [
      ['tls-silent', createTcp(() => undefined)],
      ['tls-wanting', wanting],
      ['tls-alert', createTlsServer({})],
      ['tls-plain', createPlain(answering)],
    ];
    for (const [name, server] of servers) {
      const containerPort = await serveAs(name, server);
      await team.tlsRule(name, { serviceName: name, containerPort, domainName: `${name}.${team.host}` });
    }
    // Each is asked three times after a change, the first of which may come before the gateway has the route.
    for (const name of ['tcp-silent', ...servers.map(([each]) => each)]) {
      await eventually(() => expect(connections[name]).toBeGreaterThanOrEqual(2));
      await team.condition(name, 'Ready', 'True');
    }
  });
});
