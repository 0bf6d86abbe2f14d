import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { restServer } from './support/restserver.ts';
import { type RestAnswer, type RestCall, rest } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let others: Team;
let token: string;
/** A REST API whose offered ports no other test uses. */
let base: string;

beforeAll(async () => {
  client = await connect();
  base = await restServer((_, pass) => pass());
  [team, others] = await Promise.all([Team.create(client), Team.create(client)]);
  await Promise.all([team.component('web'), team.component('closed'), others.component('web')]);
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  await eventually(async () =>
    expect(await post(http({ service_id: 'nobody' }))).toMatchObject({ status: 400 }),
  );
});

const http = (more: object) => ({
  protocol: 'http',
  http: { service_id: 'web', container_port: 8080, domain_name: team.host, whether_open: true, ...more },
});

const tcp = (end_point: string, service_id = 'web') => ({
  protocol: 'tcp',
  tcp: { service_id, container_port: 8080, end_point, default_port: 31_100, default_ip: '0.0.0.0' },
});

function post(body: unknown, { token: by = token, ...at }: RestCall = {}): Promise<RestAnswer> {
  return rest(`/teams/${team.id}/regions/local/apps/1/domains`, { token: by, body, ...at });
}

/** Creates a tcp rule of the other team. */
function theirTcpRule(name: string, port: number) {
  const spec = {
    appId: 1,
    protocol: 'tcp',
    tcp: { serviceId: 'web', containerPort: 8080, endPoint: { ip: '10.0.0.1', port } },
  };
  const metadata = { name, namespace: others.namespace };
  return client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec }, TESTER);
}

function refused(error: string, field: string) {
  return {
    status: 400,
    body: { type: expect.stringMatching(`/${error}$`), errors: [expect.objectContaining({ field })] },
  };
}

it('a rule from kubectl counts like one from the REST API', async () => {
  await team.rule('first', { domainName: `dup.${team.host}`, domainPath: '/a/' });
  const answer = await post(http({ domain_name: `dup.${team.host}`, domain_path: '/a', the_weight: 5 }));
  expect(answer).toMatchObject(refused('rule-exists', 'http.domain_name'));
  expect(answer.body.detail).toContain(`${team.namespace}/first`);
});

it('a redirect shares its host and path with no other rule', async () => {
  const domain_name = `redirect.${team.host}`;
  expect(await post(http({ domain_name }))).toMatchObject({ status: 200 });
  expect(
    await post(http({ domain_name, service_id: 'closed', rule_extensions: ['httptohttps:true'] })),
  ).toMatchObject(refused('redirect-in-the-way', 'http.rule_extensions'));
});

it('a port that no rule opens is closed, until one opens it', async () => {
  const closed = http({ service_id: 'closed', domain_name: `c.${team.host}`, whether_open: false });
  expect(await post(closed)).toMatchObject(refused('port-closed', 'http.container_port'));
  expect(await post(tcp('0.0.0.0:31150', 'closed'), { base })).toMatchObject({ status: 200 });
  expect(await post(closed)).toMatchObject({ status: 200 });
});

describe('a resource of another team', () => {
  it('a host is taken, and callers who may read its rule see the name', async () => {
    await others.rule('theirs', { domainName: `taken.${others.host}` });
    // Of two rules of one second, the uid decides, unless one has the host already.
    await others.condition('theirs', 'Ready', 'True');
    const body = http({ domain_name: `taken.${others.host}`, domain_path: '/elsewhere' });
    const answer = await post(body);
    expect(answer).toMatchObject(refused('host-taken', 'http.domain_name'));
    expect(answer.body.detail).not.toContain(others.namespace);

    const knows = await member(
      client,
      { namespace: team.namespace, name: 'everywhere' },
      { name: 'admin', by: 'ClusterRoleBinding' },
    );
    await eventually(async () => {
      expect((await post(body, { token: knows })).body.detail).toContain(`${others.namespace}/theirs`);
    });
  });

  it('a port is taken at every address, and the response names a free one', async () => {
    await Promise.all([theirTcpRule('a', 31_160), theirTcpRule('b', 31_161)]);
    const answer = await post(tcp('0.0.0.0:31160'), { base });
    expect(answer).toMatchObject(refused('address-taken', 'tcp.end_point'));
    expect(answer.body.detail).toContain('port 31162 is free');
  });

  it('a rule outside team namespaces takes nothing', async () => {
    const stray = await Team.createLeaving(client);
    await stray.rule('stray', { domainName: `stray.${team.host}` });
    await stray.leave();
    expect(await post(http({ domain_name: `stray.${team.host}` }))).toMatchObject({ status: 200 });
  });
});

it('a port that the gateway does not offer is rejected, and the response names the offered ones', async () => {
  const answer = await post(tcp('0.0.0.0:1'));
  expect(answer).toMatchObject(refused('port-not-offered', 'tcp.end_point'));
  expect(answer.body.detail).toMatch(/offers \(gateway\.tcp\.ports of the configuration\): \d+-\d+/);
});

it('of two equal concurrent requests one succeeds', async () => {
  const body = http({ domain_name: `twins.${team.host}` });
  const statuses = await Promise.all([post(body), post(body), post(body)]);
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
});
