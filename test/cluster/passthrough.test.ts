import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { externalService } from './support/external.ts';
import { presented } from './support/tls.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let authority: Authority;
const closing: (() => void)[] = [];

beforeAll(async () => {
  client = await connect();
  authority = await createAuthority();
});

afterAll(() => {
  for (const close of closing) {
    close();
  }
});

/** Starts a server with a certificate of its own for a host, and a Service without labels in front of it. */
async function serve(team: Team, name: string, host: string): Promise<number> {
  const { certificate: cert, key } = await issueServer(authority, host, [host]);
  const server = createServer({ cert, key }, (_request, response) => response.end(name));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  await externalService(client, team.namespace, { name, port });
  return port;
}

/** Text of the answer for a host by HTTPS. */
async function securely(host: string): Promise<string> {
  const dispatcher = new Agent({ connect: { servername: host, ca: authority.certificate } });
  try {
    const { body } = await request(inject('cluster').gatewayHttpsUrl, { dispatcher, headers: { host } });
    const text = await body.text();
    return text.startsWith('{') ? (JSON.parse(text) as { readonly component: string }).component : text;
  } finally {
    await dispatcher.destroy();
  }
}

it('connections to a host pass to the component that ends TLS, beside hosts with certificates and a plain rule', async () => {
  const team = await Team.create(client);
  await team.component('web');
  const [host, next, ended] = [`own.${team.host}`, `next.${team.host}`, `ended.${team.host}`];
  const [port, nextPort] = [await serve(team, 'own', host), await serve(team, 'next', next)];
  await team.certificate(1, await issueServer(authority, `*.${team.host}`, [`*.${team.host}`]));
  await team.rule('ended', { domainName: ended, certificateId: 1 });
  await team.tlsRule('own', { domainName: host, serviceName: 'own', containerPort: port });
  await team.tlsRule('next', { domainName: next, serviceName: 'next', containerPort: nextPort });
  await team.rule('plain', { domainName: host });
  for (const name of ['ended', 'own', 'next', 'plain']) {
    await team.condition(name, 'Ready', 'True');
  }
  await eventually(async () => expect(await securely(host)).toBe('own'));
  await eventually(async () => expect(await securely(next)).toBe('next'));
  await eventually(async () => expect(await securely(ended)).toBe('web'));
  await eventually(async () => expect((await throughGateway(host)).body.component).toBe('web'));
  expect((await presented(host, authority.certificate)).names).toBe(`DNS:${host}`);
  expect((await presented(ended, authority.certificate)).names).toBe(`DNS:*.${team.host}`);
});

it('a host whose TLS the gateway ends is no host of a TLS rule, until that one is gone', async () => {
  const team = await Team.create(client);
  await team.component('web');
  const { host } = team;
  const port = await serve(team, 'own', host);
  await team.certificate(1, await issueServer(authority, host, [host]));
  const secure = await team.rule('secure', { certificateId: 1 });
  await team.condition('secure', 'Ready', 'True');
  await team.tlsRule('passing', { domainName: host, serviceName: 'own', containerPort: port });
  const { message } = await team.condition('passing', 'Accepted', 'False', 'TlsConflict');
  // Rules of one second have no order by age.
  expect(message.replace('accepted rule', 'older rule')).toBe(
    `spec.tls.domainName: the older rule ${team.namespace}/secure has TLS connections to ${host}: use another host`,
  );
  await eventually(async () => expect(await securely(host)).toBe('web'));
  const { namespace, name, uid } = secure.metadata;
  await client.delete(GATEWAY_RULES, { namespace, name, uid });
  await team.condition('passing', 'Ready', 'True');
  await eventually(async () => expect(await securely(host)).toBe('own'));
  await team.rule('secure', { certificateId: 1 });
  await team.condition('secure', 'Accepted', 'False', 'TlsConflict');
  expect(await securely(host)).toBe('own');
});

it('a host of another team is refused, by HTTP and by TLS', async () => {
  const [team, other] = [await Team.create(client), await Team.create(client)];
  const { host } = team;
  const port = await serve(team, 'own', host);
  await team.tlsRule('own', { domainName: host, serviceName: 'own', containerPort: port });
  await team.condition('own', 'Ready', 'True');
  await other.component('web');
  await other.rule('http', { domainName: host });
  await other.tlsRule('tls', { domainName: host, serviceName: 'web', containerPort: 8080 });
  await other.condition('http', 'Accepted', 'False', 'HostTaken');
  await other.condition('tls', 'Accepted', 'False', 'HostTaken');
  await eventually(async () => expect(await securely(host)).toBe('own'));
});
