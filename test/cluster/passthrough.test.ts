import { once } from 'node:events';
import { createServer } from 'node:https';
import {
  type AddressInfo,
  connect as connectPlain,
  createServer as createPlainServer,
  type Server,
} from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  type Authority,
  type CertificateKeyPair,
  createAuthority,
  issueClient,
  issueServer,
} from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { externalService } from './support/external.ts';
import { openPort } from './support/port.ts';
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
  return open(
    team,
    name,
    createServer({ cert, key }, (_request, response) => response.end(name)),
  );
}

/** Starts a server with a Service without labels in front of it, and resolves to its port. */
async function open(team: Team, name: string, server: Server): Promise<number> {
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  await externalService(client, team.namespace, { name, port });
  return port;
}

/** A certificate and its key, as a client takes them. */
function pairOf({ certificate: cert, key }: CertificateKeyPair) {
  return { cert, key };
}

/** Text of the answer for a host by HTTPS. */
async function securely(host: string, pair: Partial<ReturnType<typeof pairOf>> = {}): Promise<string> {
  const dispatcher = new Agent({ connect: { servername: host, ca: authority.certificate, ...pair } });
  try {
    const { body } = await request(inject('cluster').gatewayHttpsUrl, { dispatcher, headers: { host } });
    const text = await body.text();
    return text.startsWith('{') ? (JSON.parse(text) as { readonly component: string }).component : text;
  } finally {
    await dispatcher.destroy();
  }
}

/** First line of the answer by HTTPS for a host to a client that offers these protocols by ALPN. */
async function firstLine(host: string, protocols: readonly string[]): Promise<string | undefined> {
  const { hostname, port } = new URL(inject('cluster').gatewayHttpsUrl);
  const offered = protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] };
  const asked = { host: hostname, port: Number(port), servername: host };
  const socket = connectSecurely({ ...asked, rejectUnauthorized: false, ...offered });
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split('\r\n')[0];
}

/** Opens a port of the gateway to a server that speaks before its client does, and returns it. */
async function openGreeter(team: Team): Promise<number> {
  const server = createPlainServer((socket) => socket.end('220 ready'));
  const containerPort = await open(team, 'greeter', server);
  return openPort(client, team, { serviceName: 'greeter', containerPort });
}

/** Words of the server at a port of the gateway to a client that says nothing. */
function greeting(port: number): Promise<string> {
  const { hostname } = new URL(inject('cluster').gatewayHttpsUrl);
  const socket = connectPlain({ host: hostname, port });
  socket.setTimeout(5_000, () => socket.destroy());
  return text(socket);
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

it('a host that is passed on changes no other host and no port', async () => {
  const team = await Team.create(client);
  await team.component('web');
  const [own, wild] = [`own.wild.${team.host}`, `*.wild.${team.host}`];
  const [ended, plain] = [`ended.${team.host}`, `plain.${team.host}`];
  await team.certificate(1, await issueServer(authority, wild, [wild]));
  await team.certificate(2, await issueServer(authority, ended, [ended]));
  await team.rule('wild', { domainName: wild, certificateId: 1 });
  await team.rule('ended', { domainName: ended, certificateId: 2 });
  await team.rule('plain', { domainName: plain });
  const gatewayPort = await openGreeter(team);
  for (const name of ['wild', 'ended', 'plain', 'greeter']) {
    await team.condition(name, 'Ready', 'True');
  }
  const port = await serve(team, 'own', own);
  await team.tlsRule('own', { domainName: own, serviceName: 'own', containerPort: port });
  await team.condition('own', 'Ready', 'True');
  await eventually(async () => expect(await securely(own)).toBe('own'));
  for (const protocols of [[], ['http/1.1']]) {
    expect(await firstLine(own, protocols)).toBe('HTTP/1.1 200 OK');
    expect(await firstLine(`a.wild.${team.host}`, protocols)).toBe('HTTP/1.1 200 OK');
    expect(await firstLine(ended, protocols)).toBe('HTTP/1.1 200 OK');
    expect(await firstLine(plain, protocols)).toBe('HTTP/1.1 404 Not Found');
  }
  expect(await greeting(gatewayPort)).toBe('220 ready');
});

it('a component behind a host that is passed on gets the certificates of its clients', async () => {
  const team = await Team.create(client);
  const { host } = team;
  const { certificate: cert, key } = await issueServer(authority, host, [host]);
  const clients = await createAuthority();
  const options = { cert, key, ca: clients.certificate, requestCert: true, rejectUnauthorized: true };
  const server = createServer(options, (_request, response) => response.end('known'));
  await team.tlsRule('known', {
    domainName: host,
    serviceName: 'known',
    containerPort: await open(team, 'known', server),
  });
  await team.condition('known', 'Ready', 'True');
  const known = await issueClient(clients, 'known');
  const stranger = await issueClient(authority, 'stranger');
  await eventually(async () => expect(await securely(host, pairOf(known))).toBe('known'));
  await expect(securely(host, pairOf(stranger))).rejects.toThrow();
  await expect(securely(host)).rejects.toThrow();
});
