import { request } from 'undici';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { KubeError } from '../../src/kube/error.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { restServer } from './support/restserver.ts';
import { type RestCall, rest } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let team: Team;
let token: string;
/** A REST API whose offered ports no other test uses. */
let base: string;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  base = await restServer((_, pass) => pass());
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  // The API server's authorizer learns of the token's permissions with a delay.
  await eventually(async () => expect(await call('')).toMatchObject({ status: 200 }));
});

function call(path: string, { method = 'GET', ...more }: RestCall = {}) {
  return rest(`/teams/${team.id}/regions/local/apps/1/domains${path}`, { method, token, ...more });
}

const idOfRule = ({ metadata }: GatewayRule) => idOf(metadata.uid);

function stored({ metadata }: GatewayRule): Promise<GatewayRule> {
  return client.get(GATEWAY_RULES, { namespace: team.namespace, name: metadata.name });
}

describe('reading', () => {
  it('lists the rules of the application, of both protocols or of one', async () => {
    const http = await team.rule('listed', { domainName: `listed.${team.host}` });
    const tcp = { service_id: 'web', container_port: 8080, default_port: 31_001, default_ip: '0.0.0.0' };
    const port = { ...tcp, end_point: '0.0.0.0:31001' };
    expect(await call('', { method: 'POST', base, body: { protocol: 'tcp', tcp: port } })).toMatchObject({
      status: 200,
    });

    const both = await call('');
    expect(both.body).toMatchObject({
      http: expect.arrayContaining([expect.objectContaining({ http_rule_id: idOfRule(http) })]),
      tcp: [expect.objectContaining({ end_point: '0.0.0.0:31001', protocol: 'tcp', type: 0 })],
    });
    expect(Object.keys((await call('?query=http')).body)).toEqual(['http']);
    expect(Object.keys((await call('?query=tcp')).body)).toEqual(['tcp']);
    expect(Object.keys((await call('?query=udp')).body)).toEqual(['http', 'tcp']);
  });

  it('shows a rule for UDP beside one for TCP of the same port', async () => {
    await team.component('dns');
    const ports = [{ name: 'udp', port: 8080, protocol: 'UDP' }];
    const service = { metadata: { name: 'dns', namespace: team.namespace }, spec: { ports } };
    await client.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', ...service }, `${TESTER}-udp`);
    const place = {
      container_port: 8080,
      default_port: 1,
      default_ip: '0.0.0.0',
      end_point: '0.0.0.0:31077',
    };
    const create = (protocol: string, service_id: string) =>
      call('', { method: 'POST', base, body: { protocol, tcp: { ...place, service_id } } });
    expect(await create('udp', 'web')).toMatchObject({
      status: 404,
      body: { type: expect.stringMatching('/port-not-found$'), detail: expect.stringContaining('8080/UDP') },
    });
    expect(await create('tcp', 'dns')).toMatchObject({ status: 200 });
    const both = await create('udp', 'dns');
    expect(both).toMatchObject({ status: 200 });
    const records = both.body.tcp as {
      readonly end_point: string;
      readonly protocol: string;
      readonly tcp_rule_id: string;
    }[];
    const ofPort = records.filter(({ end_point }) => end_point === '0.0.0.0:31077');
    expect(ofPort.map(({ protocol }) => protocol).toSorted()).toEqual(['tcp', 'udp']);
    expect(await create('udp', 'dns')).toMatchObject({
      status: 400,
      body: { type: expect.stringMatching('/address-taken$') },
    });
    const udp = ofPort.find(({ protocol }) => protocol === 'udp')?.tcp_rule_id;
    const edit = { method: 'PUT', base, body: { protocol: 'tcp', tcp: { default_port: 2 } } } as const;
    expect(await call(`/${udp}`, edit)).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ field: 'protocol' })] },
    });
  });

  it('returns one rule by its id', async () => {
    const rule = await team.rule('one', { domainName: `one.${team.host}` });
    const { status, body } = await call(`/${idOfRule(rule)}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { domain_name: `one.${team.host}` } });
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('%s of a rule that does not exist is 404', async (method) => {
    expect(await call('/0c1e7a526f1f4b1c9c550a8f9d0e7a11', { method })).toMatchObject({
      status: 404,
      body: { type: expect.stringMatching('/rule-not-found$') },
    });
  });
});

describe('editing', () => {
  it('changes the fields of the body, and keeps the object, its age and its other fields', async () => {
    const rule = await team.rule('edited', { domainName: `e.${team.host}`, domainCookie: { a: '1' } });
    const answer = await call(`/${idOfRule(rule)}`, {
      method: 'PUT',
      body: { http: { the_weight: 20, domain_path: '/x' } },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { the_weight: 20, domain_path: '/x', domain_cookie: 'a=1', http_rule_id: idOfRule(rule) },
    });
    const { metadata, spec } = await stored(rule);
    expect(metadata).toMatchObject({
      uid: rule.metadata.uid,
      creationTimestamp: rule.metadata.creationTimestamp,
    });
    expect(spec).toEqual({ ...rule.spec, http: { ...rule.spec.http, theWeight: 20, domainPath: '/x' } });
  });

  it('of a tcp rule moves it to another port', async () => {
    const tcp = { service_id: 'web', container_port: 8080, default_port: 31_010, default_ip: '0.0.0.0' };
    const made = await call('', {
      method: 'POST',
      base,
      body: { protocol: 'tcp', tcp: { ...tcp, end_point: '0.0.0.0:31010' } },
    });
    const records = made.body.tcp as { readonly end_point: string; readonly tcp_rule_id: string }[];
    const id = records.find(({ end_point }) => end_point === '0.0.0.0:31010')?.tcp_rule_id;
    const moved = { method: 'PUT', base, body: { tcp: { end_point: '[::]:31011' } } } as const;
    expect(await call(`/${id}`, moved)).toMatchObject({
      status: 200,
      body: { end_point: '[::]:31011', type: 1 },
    });
  });

  it('is checked like a new rule, but not against itself', async () => {
    const rule = await team.rule('moves', { domainName: `m.${team.host}` });
    const other = await team.rule('stays', { domainName: `s.${team.host}` });
    const same = { method: 'PUT', body: { http: { domain_name: `m.${team.host}` } } } as const;
    expect(await call(`/${idOfRule(rule)}`, same)).toMatchObject({ status: 200 });
    const onto = { method: 'PUT', body: { http: { domain_name: `s.${team.host}` } } } as const;
    const answer = await call(`/${idOfRule(rule)}`, onto);
    expect(answer).toMatchObject({ status: 400, body: { type: expect.stringMatching('/rule-exists$') } });
    expect(answer.body.detail).toContain(idOfRule(other));
  });

  it('frees the host and path of a rule for a new one', async () => {
    const body = (domain_name: string) => ({
      protocol: 'http',
      http: { service_id: 'web', container_port: 8080, whether_open: true, domain_name },
    });
    const at = (host: string) => ({ method: 'POST', body: body(host) }) as const;
    const made = await call('', at(`place.${team.host}`));
    const records = made.body.http as { readonly domain_name: string; readonly http_rule_id: string }[];
    const id = records.find(({ domain_name }) => domain_name === `place.${team.host}`)?.http_rule_id;
    const away = { method: 'PUT', body: { http: { domain_name: `away.${team.host}` } } } as const;
    expect(await call(`/${id}`, away)).toMatchObject({ status: 200 });
    expect(await call('', at(`place.${team.host}`))).toMatchObject({ status: 200 });
  });
});

it('deleting accepts an empty body, as some clients send it', async () => {
  const rule = await team.rule('emptied', { domainName: `emptied.${team.host}` });
  const { restUrl } = inject('cluster');
  const path = `/openapi/v1/teams/${team.id}/regions/local/apps/1/domains/${idOfRule(rule)}`;
  const answer = await request(restUrl + path, {
    method: 'DELETE',
    headers: { authorization: token },
    body: '',
  });
  await answer.body.dump();
  expect(answer.statusCode).toBe(200);
});

it('deleting returns the deleted rule, once', async () => {
  const rule = await team.rule('deleted', { domainName: `d.${team.host}` });
  const remove = { method: 'DELETE' } as const;
  expect(await call(`/${idOfRule(rule)}`, remove)).toMatchObject({
    status: 200,
    body: { http_rule_id: idOfRule(rule), domain_name: `d.${team.host}` },
  });
  await expect(stored(rule)).rejects.toMatchObject({ failure: { type: 'not-found' } });
  expect(await call(`/${idOfRule(rule)}`, remove)).toMatchObject({ status: 404 });
});

describe('during concurrent writes', () => {
  const edit = { method: 'PUT', body: { http: { the_weight: 7 } } } as const;

  /** A REST API that loses one race: another client writes the rule just before it does. */
  function raced(write: () => Promise<unknown>): Promise<string> {
    let done = false;
    return restServer(async ({ method }, pass) => {
      if (method === 'PUT' && !done) {
        done = true;
        await write();
      }
      return pass();
    });
  }

  it('an edit in between is not lost', async () => {
    const rule = await team.rule('raced', { domainName: `race.${team.host}` });
    const racing = await raced(() => client.apply(GATEWAY_RULES, withWeight(rule, 3), TESTER));
    expect(await call(`/${idOfRule(rule)}`, { ...edit, base: racing })).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching('/rule-changed$') },
    });
    expect((await stored(rule)).spec.http?.theWeight).toBe(3);
  });

  it('a write in between that keeps the spec is no conflict', async () => {
    const rule = await team.rule('labelled', { domainName: `label.${team.host}` });
    const racing = await raced(() => {
      const { name } = rule.metadata;
      const metadata = { name, namespace: team.namespace, labels: { 'example.com/a': 'b' } };
      return client.apply(GATEWAY_RULES, { ...rule, metadata, status: undefined }, TESTER);
    });
    expect(await call(`/${idOfRule(rule)}`, { ...edit, base: racing })).toMatchObject({ status: 200 });
    expect((await stored(rule)).metadata.labels).toEqual({ 'example.com/a': 'b' });
  });

  it('a rule that was deleted in between is 404', async () => {
    const rule = await team.rule('going', { domainName: `going.${team.host}` });
    const { name, uid } = rule.metadata;
    const racing = await raced(() => client.delete(GATEWAY_RULES, { namespace: team.namespace, name, uid }));
    expect(await call(`/${idOfRule(rule)}`, { ...edit, base: racing })).toMatchObject({ status: 404 });
  });
});

function withWeight(
  { apiVersion, kind, metadata: { name, namespace = '' }, spec }: GatewayRule,
  theWeight: number,
) {
  return {
    apiVersion,
    kind,
    metadata: { name, namespace },
    spec: { ...spec, http: { ...spec.http, theWeight } },
  };
}

describe('after a write without response', () => {
  const body = (host: string) => ({
    protocol: 'http',
    http: {
      service_id: 'web',
      container_port: 8080,
      whether_open: true,
      domain_name: `${host}.${team.host}`,
    },
  });

  /** A REST API that never receives the response to a create, which is performed or not. */
  function deaf(carriedOut: boolean): Promise<string> {
    return restServer(async ({ method, path }, pass) => {
      if (method !== 'POST' || !path.endsWith('/gatewayrules')) {
        return pass();
      }
      await (carriedOut ? pass() : undefined);
      throw new KubeError({ type: 'ambiguous' }, 'the connection broke');
    });
  }

  it('the API checks whether the rule exists', async () => {
    const answer = await call('', { method: 'POST', base: await deaf(true), body: body('there') });
    expect(answer.status).toBe(200);
  });

  it('the API names the rule to check if it does not exist', async () => {
    const answer = await call('', { method: 'POST', base: await deaf(false), body: body('nowhere') });
    expect(answer).toMatchObject({ status: 504, body: { code: 504 } });
    expect(answer.body.detail).toContain(`${team.namespace}/http-`);
  });
});
