import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
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

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await team.component('web');
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  // The API server's authorizer learns of the token's permissions with a delay.
  await eventually(async () => expect(await call('')).toMatchObject({ status: 200 }));
});

function call(id: string, { method = 'GET', ...more }: RestCall = {}) {
  const path = `/teams/${team.id}/regions/local/apps/1/domains`;
  return rest(id === '' ? path : `${path}/${id}`, { method, token, ...more });
}

/** Creates a rule of its own host, and waits until its status no longer changes. */
async function settled(name: string): Promise<{ readonly rule: GatewayRule; readonly id: string }> {
  const rule = await team.rule(name, { domainName: `${name}.${team.host}` });
  return { rule, id: idOf(rule.metadata.uid) };
}

const edit = { method: 'PUT', body: { http: { the_weight: 7 } } } as const;
const failed = { status: 412, body: { type: expect.stringMatching('/precondition-failed$'), code: 412 } };

describe('the entity tag of a rule', () => {
  it('survives a new status, but no edit', async () => {
    const { id } = await settled('tagged');
    const { etag } = await call(id);
    expect(etag).toMatch(/^"[-\w]{22}"$/);
    await team.condition('tagged', 'Ready', 'True');
    expect((await call(id)).etag).toBe(etag);
    await call(id, edit);
    expect((await call(id)).etag).not.toBe(etag);
  });

  it('changes after an edit of fields that the record does not show', async () => {
    const { id } = await settled('hidden');
    const { etag, body } = await call(id);
    await call(id, { method: 'PUT', body: { http: { configuration: { proxy_body_size: 8 } } } });
    const after = await call(id);
    expect(after.body).toEqual(body);
    expect(after.etag).not.toBe(etag);
  });

  it('saves a caller with the tag the response body', async () => {
    const { id } = await settled('cached');
    const { etag = '' } = await call(id);
    for (const ifNoneMatch of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      expect(await call(id, { ifNoneMatch })).toMatchObject({ status: 304, body: {}, etag });
    }
    expect(await call(id, { ifNoneMatch: '"other"' })).toMatchObject({ status: 200, etag });
  });
});

describe.each(['PUT', 'DELETE'] as const)('%s with If-Match', (method) => {
  const write = method === 'PUT' ? edit : { method };

  it('of another rule, or of an older version, changes nothing', async () => {
    const { id, rule } = await settled(`stale-${method.toLowerCase()}`);
    const { etag = '' } = await call(id);
    for (const ifMatch of ['"other"', `W/${etag}`, 'nonsense', '']) {
      expect(await call(id, { ...write, ifMatch })).toMatchObject(failed);
    }
    await client.apply(GATEWAY_RULES, withPath(rule, '/edited'), TESTER);
    expect(await call(id, { ...write, ifMatch: etag })).toMatchObject(failed);
    expect((await call(id)).body).toMatchObject({ domain_path: '/edited', the_weight: 100 });
  });

  it.each([
    ['the tag', (etag: string) => etag],
    ['the tag among others', (etag: string) => `"other", ${etag}`],
    ['any tag', () => '*'],
  ])('of %s is performed', async (name, ifMatch) => {
    const { id } = await settled(`${method} ${name}`.toLowerCase().replaceAll(' ', '-'));
    const { etag = '' } = await call(id);
    expect(await call(id, { ...write, ifMatch: ifMatch(etag) })).toMatchObject({ status: 200 });
  });
});

it('a rule that was edited after the read is not deleted', async () => {
  const { id, rule } = await settled('raced');
  let done = false;
  const base = await restServer(async ({ method }, pass) => {
    if (method === 'DELETE' && !done) {
      done = true;
      await client.apply(GATEWAY_RULES, withPath(rule, '/between'), TESTER);
    }
    return pass();
  });
  expect(await call(id, { method: 'DELETE', base })).toMatchObject({
    status: 409,
    body: { type: expect.stringMatching('/rule-changed$') },
  });
  expect((await call(id)).body).toMatchObject({ domain_path: '/between' });
});

function withPath(
  { apiVersion, kind, metadata: { name, namespace = '' }, spec }: GatewayRule,
  domainPath: string,
) {
  return {
    apiVersion,
    kind,
    metadata: { name, namespace },
    spec: { ...spec, http: { ...spec.http, domainPath } },
  };
}
