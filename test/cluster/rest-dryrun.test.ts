import { beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { APPLICATIONS, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { type RestAnswer, rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let others: Team;
let owner: string;
let viewer: string;

beforeAll(async () => {
  client = await connect();
  [team, others] = await Promise.all([Team.create(client), Team.create(client)]);
  await Promise.all([team.component('web'), others.component('web')]);
  await others.rule('theirs', { domainName: `theirs.${others.host}` });
  const { namespace } = team;
  [owner, viewer] = await Promise.all([
    member(client, { namespace, name: 'owner' }, { name: 'admin' }),
    member(client, { namespace, name: 'viewer' }, { name: 'view' }),
  ]);
  await eventually(async () =>
    expect(await send('POST', '/domains', http('nobody'))).toMatchObject({ status: 400 }),
  );
});

function http(service_id: string, more: object = {}) {
  const domain_name = `dry.${team.host}`;
  return {
    protocol: 'http',
    http: { service_id, container_port: 8080, domain_name, whether_open: true, ...more },
  };
}

function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  token = owner,
): Promise<RestAnswer> {
  return rest(`/teams/${team.id}/regions/local/apps/1${path}`, { method, token, body });
}

/** Names and versions of the rules and applications of the team. */
async function stored() {
  const { namespace } = team;
  const lists = [
    await client.list(GATEWAY_RULES, { namespace }),
    await client.list(APPLICATIONS, { namespace }),
  ];
  return lists.flat().map(({ kind, metadata, spec }) => [kind, metadata.name, metadata.uid, spec]);
}

it('a new rule is answered and shown, and is not there', async () => {
  const before = await stored();
  const { status, body } = await send('POST', '/domains?dryRun=true', http('web'));
  expect([status, body]).toEqual([
    200,
    {
      dry_run: true,
      answer: {
        tcp: [],
        http: expect.arrayContaining([expect.objectContaining({ domain_name: `dry.${team.host}` })]),
      },
      count: 1,
      objects: [expect.objectContaining({ action: 'create', group: 'stoa.dev', kind: 'GatewayRule' })],
      not_applied: [],
      not_known: [expect.stringContaining('FullyExpressed')],
      warnings: [],
    },
  ]);
  expect(await stored()).toEqual(before);
});

it('an edit and a deletion leave the rule as it is', async () => {
  const rule = await team.rule('kept', { domainName: `kept.${team.host}`, theWeight: 10 });
  const before = await stored();
  const path = `/domains/${idOf(rule.metadata.uid)}?dryRun=true`;
  expect(await send('PUT', path, { protocol: 'http', http: { the_weight: 20 } })).toMatchObject({
    status: 200,
    body: {
      answer: { the_weight: 20 },
      objects: [{ action: 'change', name: 'kept', diff: expect.stringMatching(/-.*10\n\+.*20/) }],
    },
  });
  expect(await send('DELETE', path)).toMatchObject({
    status: 200,
    body: { answer: { the_weight: 10 }, objects: [{ action: 'delete', name: 'kept' }] },
  });
  expect(await stored()).toEqual(before);
});

it('the deletion of an application lists all that goes, and nothing goes', async () => {
  const rule = await team.rule('with-it', { domainName: `with.${team.host}` });
  const before = await stored();
  const { status, body } = await send('DELETE', '?dryRun=true&force=true');
  expect(status).toBe(200);
  expect(body.objects).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'delete', kind: 'GatewayRule', name: rule.metadata.name }),
      expect.objectContaining({ action: 'delete', kind: 'Application' }),
    ]),
  );
  expect(await stored()).toEqual(before);
});

it('the host of another team is the problem of the write', async () => {
  const body = http('web', { domain_name: `theirs.${others.host}` });
  const [dry, real] = [
    await send('POST', '/domains?dryRun=true', body),
    await send('POST', '/domains', body),
  ];
  expect(dry).toMatchObject({ status: 400, body: { type: expect.stringMatching(/\/host-taken$/) } });
  expect({ ...dry.body, request_id: '' }).toEqual({ ...real.body, request_id: '' });
});

it('an edit that is not valid is the problem of the write', async () => {
  const rule = await team.rule('plain', { domainName: `plain.${team.host}` });
  const path = `/domains/${idOf(rule.metadata.uid)}?dryRun=true`;
  const edit = { protocol: 'http', http: { domain_name: 'no host at all' } };
  expect(await send('PUT', path, edit)).toMatchObject({ status: 400, body: { code: 20400 } });
});

it('a caller who may only read is refused as for the write, and learns nothing of other teams', async () => {
  const theirs = http('web', { domain_name: `theirs.${others.host}` });
  for (const body of [http('web'), theirs]) {
    const { status, body: problem } = await send('POST', '/domains?dryRun=true', body, viewer);
    expect([status, problem.code]).toEqual([403, 10402]);
  }
});
