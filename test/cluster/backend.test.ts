import { once } from 'node:events';
import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer as createH2c } from 'node:http2';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { HttpRule } from '../../src/api/gatewayrule.ts';
import type { Policy } from '../../src/api/policy.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { BACKEND_TLS_POLICIES } from '../../src/objects/backendtls.ts';
import { CONFIG_MAPS } from '../../src/objects/core.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { authorityOf, serverOf, type TestAuthority } from '../support/authorities.ts';
import { eventually } from '../support/eventually.ts';
import { externalService } from './support/external.ts';
import { connect, TESTER, Team } from './support/world.ts';

const NAME = 'vault.internal.example.com';
const [POLICIES = expect.fail()] = BACKEND_TLS_POLICIES;

let client: KubeClient;
let team: Team;
let authority: TestAuthority;
const closing: (() => void)[] = [];
const ports: Record<string, number> = {};

/** Answer of a server: its name, the version of HTTP, and the host that the gateway connected to by TLS. */
function answerOf(name: string): RequestListener {
  return ({ httpVersion, socket }, response) => {
    const served = 'servername' in socket ? ` for ${String(socket.servername)}` : '';
    response.end(`${name} ${httpVersion}${served}`);
  };
}

async function serve(name: string, server: Server): Promise<void> {
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  ports[name] = port;
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': name };
  await externalService(client, team.namespace, { name, port, labels });
}

async function writeAuthorities(name: string, text: string): Promise<void> {
  const metadata = { name, namespace: team.namespace };
  const draft = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'ca.crt': text } };
  await client.apply(CONFIG_MAPS, draft, TESTER);
}

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  authority = await authorityOf('Root');
  const { pem, key } = await serverOf(authority, { hosts: [NAME] });
  for (const name of ['vault', 'safe', 'chest', 'till']) {
    await serve(name, createSecure({ cert: pem, key }, answerOf(name)));
  }
  await serve(
    'rpc',
    createH2c((_, response) => response.end('rpc 2.0')),
  );
  await serve('shop', createPlain(answerOf('shop')));
  await writeAuthorities('root', authority.pem);
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

const SECURE: Policy['backend'] = { protocol: 'https', serverName: NAME, caConfigMapName: 'root' };
const STICKY = { ruleExtensions: [{ key: 'lb-type', value: 'cookie-session-affinity' }] };

/** Applies a rule for a component and a host of its own; returns the host. */
async function apply(name: string, component: string, http: Partial<HttpRule>): Promise<string> {
  const domainName = `${name}.${team.host}`;
  await team.rule(name, { serviceId: component, containerPort: ports[component] ?? 0, domainName, ...http });
  return domainName;
}

async function remove(name: string): Promise<void> {
  const { metadata } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name });
  await client.delete(GATEWAY_RULES, { namespace: team.namespace, name, uid: metadata.uid });
}

/** Names of the Services that have a policy. */
async function policies(): Promise<readonly unknown[]> {
  const stored = await client.list(POLICIES, { namespace: team.namespace });
  return stored.flatMap(({ spec: { targetRefs } }) => targetRefs.map(({ name }) => name));
}

describe('a component that speaks only TLS', () => {
  it.each<[string, Partial<HttpRule>]>([
    ['nothing', {}],
    ['a timeout', { configuration: { proxyConnectTimeout: 5 } }],
    ['affinity', STICKY],
    [
      'affinity to the address',
      { ruleExtensions: [{ key: 'lb-type', value: 'upstream-hash-by:$remote_addr' }] },
    ],
  ])('answers by the name and the authorities that a rule with %s states', async (label, http) => {
    const name = `sure-${label.replaceAll(' ', '-')}`;
    const host = await apply(name, 'vault', { ...http, policy: { backend: SECURE } });
    await team.condition(name, 'Ready', 'True');
    await eventually(async () => expect(await ask(host)).toEqual([200, `vault 1.1 for ${NAME}`]));
    await team.condition(name, 'FullyExpressed', 'True');
  });

  it('gets no request where its certificate is for another name', async () => {
    const backend = { ...SECURE, serverName: 'other.internal.example.com' };
    const host = await apply('misnamed', 'safe', { policy: { backend } });
    await eventually(async () => expect((await ask(host))[0]).toBeGreaterThanOrEqual(500));
    await apply('misnamed', 'safe', { policy: { backend: SECURE } });
    await eventually(async () => expect(await ask(host)).toEqual([200, `safe 1.1 for ${NAME}`]));
    await remove('misnamed');
    await eventually(async () => expect(await policies()).not.toContain('safe'));
  });

  it('gets no request while its authorities are missing, wrong or expired, and requests as soon as they are right', async () => {
    const backend = { ...SECURE, caConfigMapName: 'late' };
    const host = await apply('late', 'chest', { ...STICKY, policy: { backend } });
    const beside = await apply('beside', 'chest', {});
    const missing = await team.condition('late', 'Ready', 'False', 'ConfigMapNotFound');
    expect(missing.message).toContain('spec.http.policy.backend.caConfigMapName: ');
    expect(missing.message).toContain('kubectl create configmap late --from-file=ca.crt=FILE');
    await team.condition('beside', 'Ready', 'False', 'ConfigMapNotFound');
    await eventually(async () => expect([(await ask(host))[0], (await ask(beside))[0]]).toEqual([500, 500]));
    await writeAuthorities('late', 'no certificate');
    await team.condition('late', 'Ready', 'False', 'ConfigMapInvalid');
    await writeAuthorities('late', (await authorityOf('Other')).pem);
    await team.condition('late', 'ResolvedRefs', 'True');
    await team.condition('late', 'Ready', 'True');
    await eventually(async () => expect((await ask(host))[0]).toBe(500));
    const past = { fromMs: -2 * 86_400_000, untilMs: -86_400_000 };
    await writeAuthorities('late', (await authorityOf('Root', undefined, past)).pem);
    const { message } = await team.condition('late', 'Ready', 'False', 'ConfigMapInvalid');
    expect(message).toContain('the last of its certificates has expired at ');
    await writeAuthorities('late', authority.pem);
    await team.condition('late', 'Ready', 'True');
    await team.condition('beside', 'Ready', 'True');
    const served = [200, `chest 1.1 for ${NAME}`];
    await eventually(async () => expect([await ask(host), await ask(beside)]).toEqual([served, served]));
  });

  it('keeps its policy while one of several rules needs it, and no request fails when the first one goes', async () => {
    const hosts = await Promise.all(
      ['first', 'second'].map((name) => apply(name, 'till', { policy: { backend: SECURE } })),
    );
    await Promise.all(['first', 'second'].map((name) => team.condition(name, 'Ready', 'True')));
    const [, host = ''] = hosts;
    await eventually(async () => expect((await ask(host))[0]).toBe(200));
    const statuses = new Set<number>();
    const until = Date.now() + 3_000;
    await remove('first');
    while (Date.now() < until) {
      statuses.add((await ask(host))[0]);
    }
    expect([...statuses]).toEqual([200]);
    expect(await policies()).toContain('till');
    await apply('second', 'till', { policy: { backend: { protocol: 'http' } } });
    await eventually(async () => expect(await policies()).not.toContain('till'));
    await remove('second');
  });
});

it('a rule that says h2c reaches a component whose Service declares nothing', async () => {
  const host = await apply('rpc', 'rpc', { policy: { backend: { protocol: 'h2c' } } });
  await team.condition('rpc', 'Ready', 'True');
  await eventually(async () => expect(await ask(host)).toEqual([200, 'rpc 2.0']));
  await team.condition('rpc', 'FullyExpressed', 'True');
});

it('of rules that state different protocols for a port, the older one decides, and none is sent in plain text against its will', async () => {
  const host = await apply('elder', 'shop', { policy: { backend: { protocol: 'http' } } });
  await team.condition('elder', 'Ready', 'True');
  const { metadata } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'elder' });
  const nextSecond = Date.parse(metadata.creationTimestamp ?? '') + 1_000;
  await eventually(() => expect(Date.now()).toBeGreaterThan(nextSecond));
  const younger = await apply('younger', 'shop', { policy: { backend: SECURE } });
  const { message } = await team.condition('younger', 'Ready', 'False', 'ProtocolDiffers');
  expect(message).toContain(`the older rule ${team.namespace}/elder decides for the port, by http`);
  await eventually(async () =>
    expect([await ask(host), (await ask(younger))[0]]).toEqual([[200, 'shop 1.1'], 500]),
  );
  expect(await policies()).not.toContain('shop');
});
