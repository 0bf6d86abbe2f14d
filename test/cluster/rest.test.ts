import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { recordLeftovers } from './support/leftovers.ts';
import { member } from './support/member.ts';
import { rest, throughGateway } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

const SHOP = '/teams/shop/regions/local/apps/1/domains';
let client: KubeClient;
let team: Team;
let token: string;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('other')]);
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
});

function domains(app: string | number = 1): string {
  return `/teams/${team.id}/regions/local/apps/${app}/domains`;
}

function body(http: object) {
  return { protocol: 'http', http: { service_id: 'web', container_port: 8080, whether_open: true, ...http } };
}

/** Posts until the API server's authorizer knows the token's new permissions. */
function posted(http: object) {
  return eventually(async () => {
    const answer = await rest(domains(), { token, body: body(http) });
    expect(answer.status).not.toBe(403);
    return answer;
  });
}

describe('creating a rule', () => {
  it('returns every rule of the application, and the rule carries traffic', async () => {
    await team.rule('by-kubectl', { domainPath: '/kubectl' });
    const { status, body: answer } = await posted({ domain_name: `rest.${team.host}` });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      http: expect.arrayContaining([
        expect.objectContaining({ domain_path: '/kubectl' }),
        expect.objectContaining({
          domain_name: `rest.${team.host}`,
          service_id: 'web',
          is_outer_service: true,
        }),
      ]),
      tcp: [],
    });
    await eventually(async () => {
      expect(await throughGateway(`rest.${team.host}`)).toMatchObject({
        status: 200,
        body: { component: 'web' },
      });
    });
  });

  it('is a write of the caller, as audit log and managedFields show', async () => {
    await posted({ domain_name: `fields.${team.host}` });
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    const rule = rules.find(({ spec }) => spec.http?.domainName === `fields.${team.host}`);
    expect(rule?.metadata).toMatchObject({
      managedFields: expect.arrayContaining([
        expect.objectContaining({ manager: 'stoa-rest', operation: 'Update' }),
      ]),
    });
    const viewer = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
    const answer = await rest(domains(), { token: viewer, body: body({ domain_name: `v.${team.host}` }) });
    expect(answer).toMatchObject({ status: 403, body: { code: 10402 } });
    expect(answer.body.detail).toContain(`system:serviceaccount:${team.namespace}:viewer`);
  });

  it('rejects a duplicate of a rule, and keeps the first', async () => {
    const http = { domain_name: `twice.${team.host}` };
    expect((await posted(http)).status).toBe(200);
    expect(await rest(domains(), { token, body: body(http) })).toMatchObject({
      status: 400,
      body: { code: 400 },
    });
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    expect(rules.filter(({ spec }) => spec.http?.domainName === http.domain_name)).toHaveLength(1);
  });

  it('accepts the name of an application instead of its number', async () => {
    const answer = await rest(domains('app'), { token, body: body({ domain_name: `named.${team.host}` }) });
    expect(answer.status).toBe(200);
  });

  it('accepts a Bearer token, too', async () => {
    const answer = await rest(domains(), {
      token: `Bearer ${token}`,
      body: body({ domain_name: `b.${team.host}` }),
    });
    expect(answer.status).toBe(200);
  });
});

describe('caller and path:', () => {
  it.each([
    ['no token', undefined],
    ['an empty token', 'Bearer '],
    ['a wrong token', 'nonsense'],
  ])('%s is 401', async (_, wrong) => {
    const answer = await rest(SHOP, { body: {}, ...(wrong === undefined ? {} : { token: wrong }) });
    expect(answer).toMatchObject({ status: 401, body: { code: 401 } });
  });

  it.each([
    ['region', '/teams/shop/regions/mars/apps/1/domains', 3000],
    ['application', '/teams/shop/regions/local/apps/99/domains', 4000],
  ])('an unknown %s is 404', async (_, path, code) => {
    expect(await rest(path, { token: inject('cluster').token })).toMatchObject({
      status: 404,
      body: { code },
    });
  });

  it('a team that the caller may not read is forbidden, whether there is one or not', async () => {
    const answers = ['shop', 'nobody', 'a,b=c'].map(async (name) => {
      const path = `/teams/${name}/regions/local/apps/1/domains`;
      const { status, body: problem } = await rest(path, { token, body: {} });
      return { status, detail: `${problem.detail}`.replace(name, 'NAME') };
    });
    const [existing, ...others] = await Promise.all(answers);
    expect(existing).toMatchObject({ status: 403, detail: expect.stringContaining('a team NAME;') });
    expect(others).toEqual([existing, existing]);
  });

  it('an unknown team is 404 for who may list Namespaces', async () => {
    const by = { name: 'view', by: 'ClusterRoleBinding' } as const;
    const everywhere = await member(client, { namespace: team.namespace, name: 'everywhere' }, by);
    recordLeftovers(`clusterrolebinding/${team.namespace}-everywhere`);
    await eventually(async () =>
      expect(await rest('/teams/nobody/regions/local/apps/1/domains', { token: everywhere })).toMatchObject({
        status: 404,
        body: { code: 2000 },
      }),
    );
  });

  it('a team with two Namespaces is refused, and names those that the caller may read', async () => {
    const twin = await Team.create(client);
    const label = `stoa.dev/team=${team.id}`;
    expect(await kubectl(['label', 'namespace', twin.namespace, label, '--overwrite'])).toMatchObject({
      code: 0,
    });
    const detail = `team_id: 2 Namespaces are the team ${team.id} by the label stoa.dev/team or by their name, among them ${team.namespace}: ask those who manage Namespaces to label all but one otherwise`;
    await eventually(async () =>
      expect(await rest(domains(), { method: 'GET', token })).toMatchObject({
        status: 409,
        body: { type: expect.stringMatching(/team-ambiguous$/), detail },
      }),
    );
    const outsider = await member(client, { namespace: twin.namespace, name: 'outsider' });
    expect(await rest(domains(), { method: 'GET', token: outsider })).toMatchObject({ status: 403 });
    expect(await kubectl(['label', 'namespace', twin.namespace, 'stoa.dev/team-'])).toMatchObject({
      code: 0,
    });
    await eventually(async () =>
      expect(await rest(domains(), { method: 'GET', token })).toMatchObject({ status: 200 }),
    );
  });

  it('an operation that does not exist is 404', async () => {
    expect(await rest('/nothing', { token })).toMatchObject({ status: 404, body: { code: 404 } });
  });
});

describe('a bad body', () => {
  it.each([
    [
      'a missing field',
      { protocol: 'http', http: { service_id: 'web', container_port: 8080 } },
      'http.domain_name',
    ],
    [
      'a wrong type',
      { protocol: 'http', http: { service_id: 'web', container_port: 'x', domain_name: 'a.b' } },
      'http.container_port',
    ],
    ['an unknown protocol', { protocol: 'https' }, 'protocol'],
    ['an unknown component', body({ service_id: 'nobody', domain_name: 'a.b' }), 'http.service_id'],
  ])('%s is 400 and names the field', async (_, wrong, field) => {
    const answer = await rest(domains(), { token, body: wrong });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(answer.body.detail).toContain(field);
  });

  it('an unknown port is 404 and lists the ports', async () => {
    const answer = await rest(domains(), { token, body: body({ container_port: 1, domain_name: 'a.b' }) });
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ field: 'http.container_port' }] } });
    expect(answer.body.detail).toContain('8080');
  });

  it('that is not JSON, has another media type, or is too long gets an error', async () => {
    expect(await rest(domains(), { token, raw: '{' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body' }] },
    });
    expect(await rest(domains(), { token, raw: '{}', type: 'text/plain' })).toMatchObject({ status: 415 });
    expect(await rest(domains(), { token, raw: `"${'x'.repeat(70_000)}"` })).toMatchObject({ status: 413 });
  });
});
