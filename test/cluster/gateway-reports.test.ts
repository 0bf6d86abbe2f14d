import { createHash } from 'node:crypto';
import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, inject, it } from 'vitest';
import { LOCAL_GATEWAY } from '../../deploy/local/cluster/configs.ts';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { httpsListenerName } from '../../src/gateway/listeners/name.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { apiVersionOf } from '../../src/kube/resource.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { GATEWAYS } from '../../src/objects/gatewayapi.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { conditionWith } from '../support/condition.ts';
import { eventually } from '../support/eventually.ts';
import { presented } from './support/tls.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

// Public reports on other gateways, each played with rules of Stoa; test/cases/README.md lists them.

let client: KubeClient;
let authority: Authority;

beforeAll(async () => {
  client = await connect();
  authority = await createAuthority();
});

it('no path through an open rule with a rewrite reaches what another rule protects (traefik GHSA-xf64-8mw2-4gr2)', async () => {
  const team = await Team.create(client);
  await team.component('web');
  const metadata = { name: 'users', namespace: team.namespace };
  const stringData = { users: `ada:{SHA}${createHash('sha1').update('enigma').digest('base64')}` };
  await client.create(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, stringData }, TESTER);
  await team.rule('open', { domainPath: '/open', policy: { rewrite: { path: { prefix: '/public' } } } });
  await team.rule('guarded', { domainPath: '/admin', policy: { basicAuth: { secretName: 'users' } } });
  await Promise.all(['open', 'guarded'].map((rule) => team.condition(rule, 'Ready', 'True')));
  await eventually(async () => expect((await throughGateway(team.host, '/admin')).status).toBe(401));
  await eventually(async () =>
    expect((await throughGateway(team.host, '/open/x')).body.path).toBe('/public/x'),
  );
  const around = [
    '/../',
    '/%2e%2e/',
    '/.%2E/',
    '/x/../../',
    '/..%2f',
    '//',
    '/%2f',
    '/./',
    '/..;/',
    '/%5c..%5c',
  ];
  for (const way of around) {
    const answer = await raw(team.host, `/open${way}admin`);
    const [, seen = ''] = /"path":"([^"]*)"/.exec(answer) ?? [];
    expect(normal(seen), `${way}: ${answer}`).not.toMatch(/^\/admin/);
  }
});

/** Path as a component understands it (RFC 3986, 6.2.2): an encoded slash is no slash; several are one. */
function normal(path: string): string {
  const decoded = path.replaceAll(/%2e/gi, '.').replaceAll(/\/+/g, '/');
  return new URL(decoded, 'http://component').pathname;
}

/** Response of the gateway to a request whose path no client has changed. */
async function raw(host: string, path: string): Promise<string> {
  const { hostname, port } = new URL(inject('cluster').gatewayHttpUrl);
  const socket = connectTo(Number(port), hostname);
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return await text(socket);
}

it('a key that belongs to another certificate takes the HTTPS of its own host alone (envoyproxy/gateway#9463)', async () => {
  const team = await Team.create(client);
  await team.component('web');
  const hosts = ['a', 'b', 'c'].map((name) => `${name}.${team.host}`);
  for (const [index, host] of hosts.entries()) {
    await team.certificate(index + 1, await issueServer(authority, host, [host]));
    await team.rule(`r${index + 1}`, { domainName: host, certificateId: index + 1 });
    await team.condition(`r${index + 1}`, 'Ready', 'True');
  }
  const [first = '', second = '', third = ''] = hosts;
  const namesFor = async (host: string) => (await presented(host)).names;
  for (const host of hosts) {
    await eventually(async () => expect(await namesFor(host)).toBe(`DNS:${host}`));
  }
  const [old, renewed] = await Promise.all([1, 2].map(() => issueServer(authority, second, [second])));
  await team.certificate(2, { certificate: old?.certificate ?? '', key: renewed?.key ?? '' });
  await team.condition('r2', 'Ready', 'False', 'CertificateInvalid');
  const { serial } = await presented(first);
  await team.certificate(1, await issueServer(authority, first, [first]));
  await eventually(async () => expect((await presented(first)).serial).not.toBe(serial));
  expect([await namesFor(first), await namesFor(third)]).toEqual([`DNS:${first}`, `DNS:${third}`]);
  await team.certificate(2, { certificate: renewed?.certificate ?? '', key: renewed?.key ?? '' });
  await team.condition('r2', 'Ready', 'True');
  await eventually(async () => expect(await namesFor(second)).toBe(`DNS:${second}`));
});

/** Milliseconds until a contest shows: while other tests change listeners, both sides write again and again. */
const CONTEST_MS = 120_000;

it('a listener that another client changes by force is corrected once, then left to it, and its rule says so', async () => {
  const team = await Team.create(client);
  await team.component('web');
  await team.certificate(1, await issueServer(authority, team.host, [team.host]));
  await team.rule('rule', { certificateId: 1 });
  await team.condition('rule', 'Ready', 'True');
  const name = httpsListenerName(team.host);
  const listener = async () => {
    const { spec } = await client.get(GATEWAYS, LOCAL_GATEWAY);
    return spec.listeners.find((each) => each.name === name);
  };
  const rival = (listeners: readonly object[]) =>
    client.apply(
      GATEWAYS,
      {
        apiVersion: apiVersionOf(GATEWAYS),
        kind: GATEWAYS.kind,
        metadata: LOCAL_GATEWAY,
        spec: { listeners },
      },
      'rival',
    );
  const { port, protocol } = (await listener()) ?? {};
  const taken = { name, port, protocol, allowedRoutes: { namespaces: { from: 'All' } } };
  try {
    await rival([taken]);
    await eventually(async () =>
      expect((await listener())?.allowedRoutes).toMatchObject({ namespaces: { from: 'Selector' } }),
    );
    // A rule of another team can take the listener back together with its own: the rival insists.
    await eventually(async () => {
      await rival([taken]);
      const rule = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'rule' });
      const contested = { status: 'False', reason: 'ListenerContested' };
      expect(conditionWith(rule, 'Programmed', contested).message).toContain(
        `rival changes spec.listeners[name=${name}].allowedRoutes.namespaces.from`,
      );
    }, CONTEST_MS);
  } finally {
    await rival([]);
  }
});
