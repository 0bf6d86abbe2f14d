import { Agent, request } from 'undici';
import { beforeAll, expect, inject, it } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { GATEWAYS } from '../../src/objects/gatewayapi.ts';
import { eventually } from '../support/eventually.ts';
import { presented } from './support/tls.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let authority: Authority;

beforeAll(async () => {
  client = await connect();
  authority = await createAuthority();
});

/** Stores a new certificate for the hosts in the team's Secret with a number. */
async function certify(team: Team, id: number, hosts: readonly string[], lifeMs?: number): Promise<void> {
  await team.certificate(id, await issueServer(authority, hosts[0] ?? '', hosts, lifeMs));
}

/** Response of a host over HTTPS for a client that trusts the authority. */
async function securely(host: string): Promise<{ readonly status: number; readonly component: unknown }> {
  const { status, component } = await ask(inject('cluster').gatewayHttpsUrl, host);
  return { status, component };
}

/** Cookies that the gateway sets for a host at one of its URLs: each its name and its attributes, sorted. */
async function cookiesOf(url: string, host: string): Promise<readonly (readonly string[])[]> {
  const { cookies } = await ask(url, host);
  const parted = cookies.map((cookie) => cookie.split(/; */));
  return parted.map(([pair = '', ...attributes]) => [pair.split('=')[0] ?? '', ...attributes.sort()]).sort();
}

/** Response of a host at a URL of the gateway for a client that trusts the authority. */
async function ask(url: string, host: string) {
  const dispatcher = new Agent({ connect: { servername: host, ca: authority.certificate } });
  try {
    const { statusCode, headers, body } = await request(url, { dispatcher, headers: { host } });
    const text = await body.text();
    const { component } = text.startsWith('{') ? (JSON.parse(text) as { readonly component: unknown }) : {};
    return { status: statusCode, component, cookies: [headers['set-cookie'] ?? []].flat() };
  } finally {
    await dispatcher.destroy();
  }
}

it('the gateway serves two hosts with a certificate each, uses a rotated one, and limits the effect of a removal to its host', async () => {
  const team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('other')]);
  const [first, second] = [`a.${team.host}`, `b.${team.host}`];
  await Promise.all([certify(team, 1, [first]), certify(team, 2, [second])]);
  await team.rule('first', { domainName: first, certificateId: 1 });
  await team.rule('second', { domainName: second, certificateId: 2, serviceId: 'other' });
  await Promise.all(['first', 'second'].map((rule) => team.condition(rule, 'Ready', 'True')));
  await eventually(async () => expect(await securely(first)).toEqual({ status: 200, component: 'web' }));
  await eventually(async () => expect(await securely(second)).toEqual({ status: 200, component: 'other' }));
  expect((await throughGateway(first)).status).toBe(404);

  const before = await presented(first, authority.certificate);
  expect(before.names).toBe(`DNS:${first}`);
  await certify(team, 1, [first]);
  await eventually(async () =>
    expect((await presented(first, authority.certificate)).serial).not.toBe(before.serial),
  );
  expect(await securely(first)).toEqual({ status: 200, component: 'web' });

  const target = { namespace: team.namespace, name: 'cert-1' };
  const { metadata } = await client.get(SECRETS, target);
  await client.delete(SECRETS, { ...target, uid: metadata.uid });
  await team.condition('first', 'Ready', 'False', 'CertificateNotFound');
  expect(await securely(second)).toEqual({ status: 200, component: 'other' });
  await eventually(async () => {
    const gateway = await client.get(GATEWAYS, { namespace: 'stoa-system', name: 'stoa' });
    expect(gateway.spec.listeners.filter(({ hostname }) => hostname?.endsWith(team.host))).toHaveLength(1);
  });
  await team.condition('second', 'Ready', 'True');
});

it('an expired certificate is reported, and used until there is a new one', async () => {
  const team = await Team.create(client);
  await team.component('web');
  await certify(team, 1, [team.host], 1_000);
  await team.rule('r', { certificateId: 1 });
  await team.condition('r', 'Ready', 'False', 'CertificateExpired');
  await eventually(() => expect(securely(team.host)).rejects.toMatchObject({ code: 'CERT_HAS_EXPIRED' }));
  await certify(team, 1, [team.host]);
  await team.condition('r', 'Ready', 'True');
  await eventually(async () => expect(await securely(team.host)).toEqual({ status: 200, component: 'web' }));
});

it('a rule switches between HTTP and HTTPS in both directions, and redirects if configured', async () => {
  const team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('solver')]);
  await certify(team, 1, [`*.${team.host}`]);
  const host = `shop.${team.host}`;
  const challenge = '/.well-known/acme-challenge/x';
  const ruleExtensions = [{ key: 'httptohttps', value: 'true' }];
  await team.rule('r', { domainName: host });
  await eventually(async () => expect((await throughGateway(host)).status).toBe(200));
  await team.rule('r', { domainName: host, certificateId: 1, ruleExtensions });
  await eventually(async () => expect((await throughGateway(host, '/here')).status).toBe(301));
  expect((await throughGateway(host, challenge)).status).toBe(301);
  await eventually(async () => expect(await securely(host)).toEqual({ status: 200, component: 'web' }));
  await team.condition('r', 'Ready', 'True');
  await team.rule('solver', {
    serviceId: 'solver',
    domainName: host,
    domainPath: '/.well-known/acme-challenge',
  });
  await eventually(async () =>
    expect(await throughGateway(host, challenge)).toMatchObject({
      status: 200,
      body: { component: 'solver' },
    }),
  );
  expect((await throughGateway(host, '/here')).status).toBe(301);
  await team.rule('r', { domainName: host });
  await eventually(async () => expect((await throughGateway(host)).status).toBe(200));
  await eventually(async () => expect((await securely(host).catch(() => undefined))?.status).not.toBe(200));
});

it('the cookies that keep a client at its pod are for HTTPS only where the rule is served by HTTPS', async () => {
  const team = await Team.create(client);
  await certify(team, 1, [`secure.${team.host}`]);
  const ruleExtensions = [{ key: 'lb-type', value: 'cookie-session-affinity' }];
  for (const [name, certificate] of [
    ['plain', {}],
    ['secure', { certificateId: 1 }],
  ] as const) {
    for (const serviceId of [`${name}-web`, `${name}-next`]) {
      await team.component(serviceId);
      const domainName = `${name}.${team.host}`;
      await team.rule(serviceId, { serviceId, domainName, ruleExtensions, ...certificate });
    }
  }
  const names = ['rainbond-route', 'rainbond-route-component'];
  const { gatewayHttpUrl, gatewayHttpsUrl } = inject('cluster');
  await eventually(async () =>
    expect(await cookiesOf(gatewayHttpUrl, `plain.${team.host}`)).toEqual(
      names.map((name) => [name, 'HttpOnly', 'Path=/']),
    ),
  );
  await eventually(async () =>
    expect(await cookiesOf(gatewayHttpsUrl, `secure.${team.host}`)).toEqual(
      names.map((name) => [name, 'HttpOnly', 'Path=/', 'Secure']),
    ),
  );
});
