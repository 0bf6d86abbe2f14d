import { expect, it } from 'vitest';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { senderTo } from '../../../support/restapi.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import { workloadOf } from '../../../support/workloads.ts';

const APPLICATION = '/openapi/v1/teams/shop/regions/local/apps/1';

const metadata = { name: 'team', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const stored = ruleOf({}, { uid: 'rule-1' });

const COMPONENT = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web' };

/** Objects of an API server in memory, by the plural of their kind. */
const LISTS: Readonly<Record<string, readonly object[]>> = {
  namespaces: [{ metadata: { ...metadata, labels: { 'stoa.dev/team': 'shop' } } }],
  applications: [{ metadata: { ...metadata, namespace: 'team' }, spec: { id: 1 } }],
  services: [openServiceOf('web')],
  gatewayrules: [stored],
  deployments: [
    workloadOf(
      'Deployment',
      {},
      {},
      { name: 'web', labels: { ...COMPONENT, 'stoa.dev/install-uid': 'install-1' } },
    ),
  ],
  marketinstalls: ['cart', 'empty'].map((name, index) => ({
    metadata: { ...metadata, name, namespace: 'team', uid: `install-${index + 1}` },
    spec: { appId: 1 },
  })),
};

/** An API server that knows every token, creates what it is sent, and selects nothing by fields. */
async function call({ method, path, query, body }: KubeRequest): Promise<unknown> {
  if (path.endsWith('/selfsubjectreviews')) {
    return { status: { userInfo: { username: 'ada' } } };
  }
  if (method === 'POST') {
    const draft = body as typeof stored;
    return { ...draft, metadata: { ...stored.metadata, ...draft.metadata, uid: 'rule-2' } };
  }
  if (query?.fieldSelector !== undefined) {
    return { metadata: {}, items: [] };
  }
  return { metadata: {}, items: LISTS[path.slice(path.lastIndexOf('/') + 1)] ?? [] };
}

/** Sends a request to a REST API in front of that API server. */
const send = senderTo(call);

it.each([
  ['PATCH', `${APPLICATION}/domains`, 'POST, GET'],
  ['DELETE', `${APPLICATION}/httpdomains`, 'POST, GET'],
  ['POST', `${APPLICATION}/domains/rule1`, 'GET, PUT, DELETE'],
  ['GET', `${APPLICATION}/install`, 'POST'],
  ['DELETE', `${APPLICATION}/monitor/query`, 'GET'],
  ['POST', '/openapi/v1/httpdomains', 'GET'],
])('%s %s is 405, with the methods that there are', async (method, path, allowed) => {
  const { status, headers, body } = await send(method, path);
  expect([status, headers.get('allow')]).toEqual([405, allowed]);
  expect(body.detail).toBe(`${method} is not served here; there is ${allowed}`);
});

it('no answer sets a cookie, or allows the pages of an origin to read it', async () => {
  const headers = { origin: 'https://evil.example.com' };
  for (const [method, path] of [
    ['GET', `${APPLICATION}/domains`],
    ['GET', '/nothing'],
    ['OPTIONS', `${APPLICATION}/domains`],
  ] as const) {
    const names = [...(await send(method, path, undefined, headers)).headers.keys()];
    expect(names.filter((name) => /^(set-cookie|access-control-.*)$/.test(name))).toEqual([]);
  }
});

it('a path of no operation is 404', async () => {
  const { status, body } = await send('GET', `${APPLICATION}/certificates`);
  expect([status, body.type]).toEqual([404, 'https://stoa.dev/problems/path-not-found']);
});

it('a path may end with a slash', async () => {
  expect((await send('GET', `${APPLICATION}/domains/`)).body.http).toHaveLength(1);
});

it.each([
  ['in capitals', `${APPLICATION}/DOMAINS`],
  ['of an application in capitals', `${APPLICATION.replace('teams', 'Teams')}/domains`],
  ['of the document in capitals', '/OpenAPI.json'],
])('a path %s is none of the document, and 404', async (_, path) => {
  const { status, body } = await send('GET', path);
  expect([status, body.type]).toEqual([404, 'https://stoa.dev/problems/path-not-found']);
});

it('a compressed body is refused before it is read', async () => {
  const { status, body } = await send('POST', `${APPLICATION}/domains`, {}, { 'content-encoding': 'gzip' });
  expect([status, body.type]).toEqual([415, 'https://stoa.dev/problems/not-json']);
});

it.each([
  ['', ['http', 'tcp']],
  ['?query=http', ['http']],
  ['?query=tcp', ['tcp']],
  ['?query=udp', ['http', 'tcp']],
])('the list of rules with %j has the members %j', async (query, members) => {
  expect(Object.keys((await send('GET', `${APPLICATION}/domains${query}`)).body)).toEqual(members);
});

it('the status of a success is that of its definition', async () => {
  const http = { service_id: 'web', container_port: 8080, domain_name: 'new.example.com' };
  const created = await send('POST', `${APPLICATION}/httpdomains`, http);
  expect([created.status, created.body.domain_name]).toEqual([201, 'new.example.com']);
  expect((await send('POST', `${APPLICATION}/domains`, { protocol: 'http', http })).status).toBe(200);
});

it('a form is the same as the JSON that it stands for', async () => {
  const form = (text: string) => new URLSearchParams(text);
  const http =
    'http.service_id=web&http.container_port=8080&http.domain_name=form.example.com' +
    '&http.rule_extensions[0].key=httptohttps&http.rule_extensions[0].value=true';
  const created = await send('POST', `${APPLICATION}/domains`, form(`protocol=http&${http}`));
  expect([created.status, created.body.http.at(-1)]).toMatchObject([
    200,
    { domain_name: 'form.example.com', rule_extensions: ['httptohttps:true'] },
  ]);
  const half = await send('POST', `${APPLICATION}/httpdomains`, form('service_id=web&container_port=x'));
  expect([half.status, Object.keys(half.body.err)]).toEqual([400, ['container_port', 'domain_name']]);
});

it('JSON without the header that says so is refused with the way out', async () => {
  const { status, body } = await send(
    'POST',
    `${APPLICATION}/domains`,
    { protocol: 'http' },
    {
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
  expect([status, body.type]).toEqual([415, 'https://stoa.dev/problems/not-json']);
  expect(body.detail).toMatch(/^send the header Content-Type: application\/json/);
});

it('members without effect are told in a header', async () => {
  const http = { service_id: ' web ', container_port: '8080', domain_name: 'texts.example.com', note: 1 };
  const { status, headers } = await send('POST', `${APPLICATION}/domains`, {
    protocol: 'http',
    http,
    tcp: {},
  });
  expect([status, headers.get('x-stoa-ignored')]).toEqual([200, 'http.note, tcp']);
  const other = await send('POST', `${APPLICATION}/httpdomains`, { ...http, note: undefined });
  expect([other.status, other.headers.get('x-stoa-ignored')]).toEqual([201, null]);
});

it.each([
  [undefined, 'application/problem+json'],
  ['*/*', 'application/problem+json'],
  ['application/json', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  ['application/problem+json, application/json', 'application/problem+json'],
])('an error for who accepts %s is %s', async (accept, type) => {
  const headers = accept === undefined ? {} : { accept };
  const answer = await send('POST', `${APPLICATION}/domains`, {}, headers);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, `${type}; charset=utf-8`]);
  expect(answer.body.err).toEqual({ protocol: [expect.any(String)] });
});

it.each([
  ['POST', '/httpdomains', { service_id: 'web' }, ['container_port', 'domain_name']],
  [
    'POST',
    '/domains',
    { protocol: 'http', http: { service_id: 'web' } },
    ['http.container_port', 'http.domain_name'],
  ],
  ['PUT', '/httpdomains/rule1', { domain_path: 'a b' }, ['domain_path']],
  ['PUT', '/domains/rule1', { domain_path: 'a b' }, ['domain_path']],
  ['PUT', '/domains/rule1', { http: { domain_path: 'a b' } }, ['http.domain_path']],
  ['PUT', '/domains/rule1', { protocol: 'http', the_weight: 'x' }, ['the_weight']],
  ['PUT', '/domains/rule1', { protocol: 'no', the_weight: 1 }, ['protocol']],
])('%s %s of %j names the members as they were sent', async (method, path, sent, fields) => {
  const { body } = await send(method, `${APPLICATION}${path}`, sent);
  expect(body.errors.map(({ field }: { readonly field: string }) => field)).toEqual(fields);
  expect(body.detail.split('; ').map((part: string) => part.replace(/:.*/, ''))).toEqual(fields);
});

it('a rule that does not exist comes before a body that is not valid, and so does its entity tag', async () => {
  const bad = { http: { the_weight: 'x' } };
  expect((await send('PUT', `${APPLICATION}/domains/nowhere`, bad)).status).toBe(404);
  const path = `${APPLICATION}/domains/rule1`;
  expect((await send('PUT', path, bad, { 'if-match': '"other"' })).status).toBe(412);
  expect((await send('PUT', path, bad)).status).toBe(400);
});

it('a rule has an entity tag, with which nothing is sent again', async () => {
  const path = `${APPLICATION}/httpdomains/rule1`;
  const { headers, body } = await send('GET', path);
  expect(body.http_rule_id).toBe('rule1');
  const tag = headers.get('etag') ?? '';
  // Without the second header, fetch asks for a response that is not cached.
  const again = { 'if-none-match': tag, 'cache-control': 'max-age=0' };
  expect((await send('GET', path, undefined, again)).status).toBe(304);
});

it.each([
  ['', 200, 1],
  ['?auto_ssl=', 200, 1],
  ['?auto_ssl=true', 200, 0],
  ['?auto_ssl=1', 200, 0],
  ['?auto_ssl=False', 200, 1],
  ['?auto_ssl=0', 200, 1],
  ['?auto_ssl=maybe', 400, undefined],
  ['?region_name=elsewhere', 404, undefined],
  ['?region_name=local&region_name=local', 400, undefined],
])('the http rules of all teams with %j are %i', async (query, status, count) => {
  const answer = await send('GET', `/openapi/v1/httpdomains${query}`);
  expect([answer.status, answer.body.length]).toEqual([status, count]);
});

it('an Idempotency-Key is not empty', async () => {
  const { status, body } = await send('POST', `${APPLICATION}/install`, {}, { 'idempotency-key': '' });
  expect([status, body.detail]).toEqual([400, 'Idempotency-Key: must not be empty']);
});

it.each([
  ['', 200, []],
  ['?exact=true', 200, ['web']],
  ['?exact=false', 200, []],
  ['?exact=true&rule=rule1', 200, ['web']],
  ['?exact=true&rule=', 200, ['web']],
  ['?exact=true&install=install1', 200, ['web']],
  ['?exact=true&install=cart', 200, ['web']],
  ['?exact=true&install=empty', 200, []],
])('the monitor with %j is %i and has items of %j', async (query, status, listed) => {
  const answer = await send('GET', `${APPLICATION}/monitor/query${query}`);
  const withItems = answer.body.filter(({ monitors }: Monitored) => monitors.length > 0);
  expect([answer.status, withItems.map(({ service_id }: Monitored) => service_id)]).toEqual([status, listed]);
});

it.each([
  ['rule=gone', 404, 'rule-not-found'],
  ['install=gone', 404, 'install-not-found'],
  ['rule=rule1&install=cart', 400, 'invalid'],
  ['rule=rule1&rule=rule1', 400, 'invalid'],
  [`install=${'a'.repeat(254)}`, 400, 'invalid'],
])('the monitor refuses %.40s by %i', async (query, status, type) => {
  for (const operation of ['query?', 'query_range?start=1&end=61&']) {
    const answer = await send('GET', `${APPLICATION}/monitor/${operation}${query}`);
    expect([answer.status, answer.body.type]).toEqual([status, `https://stoa.dev/problems/${type}`]);
  }
});

interface Monitored {
  readonly service_id: string;
  readonly monitors: readonly object[];
}

it('a range names what is wrong with it', async () => {
  const { status, body } = await send('GET', `${APPLICATION}/monitor/query_range?start=x&is_outer=1`);
  expect([status, body.errors.map(({ field }: { readonly field: string }) => field)]).toEqual([
    400,
    ['start', 'end'],
  ]);
});
