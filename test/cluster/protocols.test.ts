import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { HttpRule } from '../../src/api/gatewayrule.ts';
import { present } from '../../src/base/fields.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { eventually } from '../support/eventually.ts';
import { externalService } from './support/external.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
/** Hosts of the requests that each server got, by the name of its Service. */
const seen = {
  rpc: [] as string[],
  'rpc-next': [] as string[],
  shadow: [] as string[],
  plain: [] as string[],
};

type Server = keyof typeof seen;

const closing: (() => void)[] = [];

/** Ports of the Services. */
const ports: Partial<Record<Server, number>> = {};

/** Starts a server that answers with its name and the version of HTTP, and a component in front of it. */
async function serve(name: Server, appProtocol: string | undefined): Promise<void> {
  const answer = (
    { httpVersion, headers }: { httpVersion: string; headers: Readonly<Record<string, unknown>> },
    response: { end(text: string): unknown },
  ) => {
    seen[name].push(String(headers[':authority'] ?? headers.host));
    response.end(`${name} ${httpVersion}`);
  };
  const server = appProtocol === undefined ? createPlain(answer) : createServer(answer);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  ports[name] = port;
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': name };
  await externalService(client, team.namespace, { name, port, labels, ...present({ appProtocol }) });
}

function portOf(name: Server): number {
  return ports[name] ?? 0;
}

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  for (const name of ['rpc', 'rpc-next', 'shadow'] as const) {
    await serve(name, 'kubernetes.io/h2c');
  }
  await serve('plain', undefined);
});

afterAll(() => {
  for (const close of closing) {
    close();
  }
});

/** Status and text of the answer for a host. */
async function ask(host: string): Promise<readonly [number, string]> {
  const { statusCode, body } = await request(inject('cluster').gatewayHttpUrl, { headers: { host } });
  return [statusCode, await body.text()];
}

/** Applies a rule for a host of its own, and waits until it is ready; returns the host. */
async function ready(name: string, http: Partial<HttpRule>): Promise<string> {
  const domainName = `${name}.${team.host}`;
  await team.rule(name, { serviceId: 'rpc', containerPort: portOf('rpc'), domainName, ...http });
  await team.condition(name, 'Ready', 'True');
  return domainName;
}

const mirror = () => ({ serviceId: 'shadow', port: portOf('shadow') });

describe('a component that speaks HTTP/2 without TLS', () => {
  it.each<[string, 'True' | 'False', () => Partial<HttpRule>]>([
    ['nothing', 'True', () => ({})],
    ['connect', 'True', () => ({ configuration: { proxyConnectTimeout: 5 } })],
    ['read', 'False', () => ({ configuration: { proxyReadTimeout: 5 } })],
    ['try', 'False', () => ({ policy: { timeouts: { backendRequest: '5s' } } })],
    ['cookie', 'True', () => ({ ruleExtensions: [{ key: 'lb-type', value: 'cookie-session-affinity' }] })],
    [
      'hash',
      'True',
      () => ({ ruleExtensions: [{ key: 'lb-type', value: 'upstream-hash-by:$remote_addr' }] }),
    ],
    ['limit', 'False', () => ({ configuration: { proxyBodySize: 1 } })],
    ['copies', 'False', () => ({ policy: { mirror: mirror() } })],
    ['both', 'False', () => ({ configuration: { proxyConnectTimeout: 5 }, policy: { mirror: mirror() } })],
  ])('answers by its protocol to a rule with %s', async (name, expressed, http) => {
    const host = await ready(name, http());
    await eventually(async () => expect(await ask(host)).toEqual([200, 'rpc 2.0']));
    const { message } = await team.condition(name, 'FullyExpressed', expressed);
    expect(message).not.toContain('containerPort');
    if (http().policy?.mirror !== undefined) {
      await eventually(async () => expect(seen.shadow).toContain(host));
    }
  });

  it.each<[string, Partial<HttpRule>]>([
    ['shares', {}],
    ['sticky-shares', { ruleExtensions: [{ key: 'lb-type', value: 'cookie-session-affinity' }] }],
  ])('shares requests with others, each by its own protocol (%s)', async (name, http) => {
    const host = await ready(name, http);
    const others = { ...http, domainName: host };
    await team.rule(`${name}-next`, { ...others, serviceId: 'rpc-next', containerPort: portOf('rpc-next') });
    await team.rule(`${name}-plain`, { ...others, serviceId: 'plain', containerPort: portOf('plain') });
    await team.condition(`${name}-plain`, 'Ready', 'True');
    const answers = new Set<string>();
    await eventually(async () => {
      const [status, text] = await ask(host);
      expect(status).toBe(200);
      answers.add(text);
      expect([...answers].toSorted()).toEqual(['plain 1.1', 'rpc 2.0', 'rpc-next 2.0']);
    });
  });
});

it('a port whose protocol Traefik does not know gets plain HTTP, and the rule says so', async () => {
  const service = await client.get(SERVICES, { namespace: team.namespace, name: 'plain' });
  const ports = (service.spec.ports ?? []).map((each) => ({ ...each, appProtocol: 'example.com/own' }));
  await client.replace(SERVICES, { ...service, spec: { ...service.spec, ports } }, TESTER);
  const host = await ready('unknown', { serviceId: 'plain', containerPort: portOf('plain') });
  await eventually(async () => expect(await ask(host)).toEqual([200, 'plain 1.1']));
  const { message } = await team.condition('unknown', 'FullyExpressed', 'False');
  expect(message).toContain('spec.http.containerPort[appProtocol: other]: ');
});
