import { beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { TLS_SECRETS } from '../../src/objects/core.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { type RestAnswer, rest } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let token: string;
let issuer: string;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  issuer = await member(
    client,
    { namespace: team.namespace, name: 'issuer' },
    { name: 'admin', by: 'ClusterRoleBinding' },
  );
  await eventually(async () => expect(await all('')).toMatchObject({ status: 200 }));
  await eventually(async () => expect(await put('none', {}, token)).toMatchObject({ status: 404 }));
});

function all(query: string, by = issuer): Promise<RestAnswer> {
  return rest(`/httpdomains${query}`, { method: 'GET', token: by });
}

function put(id: string, body: object, by = issuer): Promise<RestAnswer> {
  return rest(`/teams/${team.id}/regions/local/apps/1/httpdomains/${id}`, { method: 'PUT', token: by, body });
}

/** A Secret with dummy data: only its presence matters here. */
function certificate(id: number, type = 'kubernetes.io/tls') {
  const labels = { 'stoa.dev/certificate-id': String(id) };
  const metadata = { name: `certificate-${id}`, namespace: team.namespace, labels };
  const stringData = { 'tls.crt': '', 'tls.key': '' };
  return client.apply(TLS_SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, type, stringData }, TESTER);
}

/** Records of the team's rules in a list of all. */
function ours({ body }: RestAnswer) {
  const records = body as unknown as { readonly team_name: string; readonly domain_name: string }[];
  return records.filter(({ team_name }) => team_name === team.id);
}

it('an external service finds the rule that needs a certificate, and provides it', async () => {
  const domainName = `auto.${team.host}`;
  const rule = await team.rule('auto', {
    domainName,
    domainPath: '/a',
    autoSsl: true,
    autoSslConfig: 'acme',
  });
  await team.rule('plain', { domainName: `plain.${team.host}` });
  const [waiting] = ours(await all('?auto_ssl=true'));
  expect(waiting).toMatchObject({
    team_name: team.id,
    region_name: 'local',
    app_id: 1,
    http_rule_id: idOf(rule.metadata.uid),
    certificate_id: 0,
    auto_ssl_config: 'acme',
    is_outer_service: true,
  });
  expect(ours(await all('?auto_ssl=false')).map(({ domain_name }) => domain_name)).toEqual([
    `plain.${team.host}`,
  ]);
  expect(ours(await all(''))).toHaveLength(2);

  await certificate(7);
  const { uid } = rule.metadata;
  const minimal = { certificate_id: 7, service_id: 'web', container_port: 8080, domain_name: domainName };
  expect(await put(idOf(uid), minimal)).toMatchObject({
    status: 200,
    body: { protocol: 'https', certificate_id: 7, domain_path: '/a', auto_ssl: true },
  });
});

it('a certificate must be a TLS Secret of the team', async () => {
  const rule = await team.rule('wants', { domainName: `wants.${team.host}` });
  await certificate(8, 'Opaque');
  for (const certificate_id of [8, 9]) {
    expect(await put(idOf(rule.metadata.uid), { certificate_id })).toMatchObject({
      status: 400,
      body: {
        type: expect.stringMatching('/certificate-not-found$'),
        errors: [expect.objectContaining({ field: 'certificate_id' })],
      },
    });
  }
});

it('the rules of all teams are available to callers who may read them all', async () => {
  expect(await all('', token)).toMatchObject({ status: 403, body: { code: 10402 } });
  expect(await all('', 'nonsense')).toMatchObject({ status: 401 });
});

it('auto_ssl must be true or false', async () => {
  expect(await all('?auto_ssl=maybe')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'auto_ssl' }] },
  });
});
