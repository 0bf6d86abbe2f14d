import { beforeEach, expect, it } from 'vitest';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../../src/kube/request.ts';
import { senderTo } from '../../../../support/restapi.ts';
import { openServiceOf, ruleOf } from '../../../../support/rules.ts';
import { POD_STATUS, podOf, workloadOf } from '../../../../support/workloads.ts';

const APPS = '/openapi/v1/teams/shop/regions/local/apps';

const META = { namespace: 'team', resourceVersion: '1' };

function application(id: number, name: string, spec: object = {}): object {
  const metadata = { ...META, name, uid: `app-${id}`, creationTimestamp: `2026-01-0${id}T00:00:00Z` };
  return { metadata, spec: { id, ...spec } };
}

function event(name: string, involvedObject: object, more: object = {}): object {
  const metadata = { ...META, name, uid: `e-${name}`, creationTimestamp: '2026-01-01T00:00:00Z' };
  return { metadata, involvedObject, reason: 'Reason', message: name, type: 'Normal', ...more };
}

const RUNNING = { replicas: 1, readyReplicas: 1, updatedReplicas: 1, availableReplicas: 1 };

/** The component `web`, with an alias, which runs, and `db`, which is stopped. */
const DEPLOYMENTS = [
  workloadOf('Deployment', { replicas: 1 }, RUNNING, {
    labels: {
      'stoa.dev/app-id': '1',
      'stoa.dev/component-id': 'web',
      'stoa.dev/component-alias': 'gr1',
    },
  }),
  workloadOf(
    'Deployment',
    { replicas: 0 },
    {},
    {
      name: 'db',
      labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'db' },
    },
  ),
];

const EVENTS = [
  event('old', { kind: 'Deployment', name: 'web' }, { lastTimestamp: '2026-01-02T00:00:00Z' }),
  event(
    'new',
    { kind: 'Pod', name: 'web-abc-1' },
    { type: 'Warning', lastTimestamp: '2026-01-03T00:00:00Z' },
  ),
  event('other-kind', { kind: 'Service', name: 'web' }),
  event('other-pod', { kind: 'Pod', name: 'web-abc-2' }),
];

/** A rule that names its application. */
const OF_NAMED = {
  ...ruleOf({}, { name: 'other', uid: 'other' }),
  spec: {
    application: 'store',
    http: { serviceName: 'web', containerPort: 80, domainName: 'named.example.com' },
  },
};

const LISTS: Readonly<Record<string, readonly object[]>> = {
  namespaces: [{ metadata: { ...META, name: 'team', labels: { 'stoa.dev/team': 'shop' } } }],
  applications: [
    application(2, 'reports', { displayName: 'Monthly reports', note: 'monthly' }),
    application(1, 'store'),
  ],
  services: [openServiceOf('web')],
  gatewayrules: [ruleOf({ domainPath: '/v1' }), OF_NAMED],
  deployments: DEPLOYMENTS,
  pods: [podOf('web-abc-1', POD_STATUS.ready)],
  events: EVENTS,
};

/** Writes that reached the API server. */
let written: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];

beforeEach(() => {
  written = [];
});

async function call({ method, path, body }: KubeRequest): Promise<unknown> {
  if (path.endsWith('/selfsubjectreviews')) {
    return { status: { userInfo: { username: 'ada' } } };
  }
  if (method === 'GET') {
    return { metadata: {}, items: LISTS[path.slice(path.lastIndexOf('/') + 1)] ?? [] };
  }
  written.push({ method, path: path.slice(path.indexOf('/namespaces/')), body });
  const draft = body as { readonly metadata?: { readonly name?: string } };
  if (draft.metadata?.name === 'reports') {
    throw new KubeError({ type: 'already-exists' }, 'x');
  }
  return { ...draft, metadata: { ...META, ...draft.metadata, creationTimestamp: '2026-02-01T00:00:00Z' } };
}

const send = senderTo(call);

const get = (path: string) => send('GET', path);

it.each([
  ['', [1, 2]],
  ['?query=', [1, 2]],
  ['?query=report', [2]],
  ['?query=store&page=9', [1]],
  ['?query=none', []],
])('lists the applications with %j', async (query, ids) => {
  const { status, body } = await get(`${APPS}${query}`);
  expect([status, body.map(({ ID }: { readonly ID: number }) => ID)]).toEqual([200, ids]);
});

it('describes an application in the list with the members of the original', async () => {
  const { body } = await get(`${APPS}?query=Monthly`);
  expect(body).toEqual([
    {
      ID: 2,
      tenant_id: 'shop',
      group_name: 'Monthly reports',
      region_name: 'local',
      is_default: false,
      order_index: 0,
      note: 'monthly',
      username: '',
      governance_mode: 'KUBERNETES_NATIVE_SERVICE',
      create_time: '2026-01-02T00:00:00Z',
      update_time: '2026-01-02T00:00:00Z',
      app_type: 'rainbond',
      app_store_name: '',
      app_store_url: '',
      app_template_name: '',
      version: null,
      logo: '',
      k8s_app: 'reports',
    },
  ]);
});

it.each(['1', 'store'])('reads the application %s with its components in numbers', async (id) => {
  const { status, body } = await get(`${APPS}/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    app_id: 1,
    group_name: 'store',
    team_name: 'shop',
    service_count: 2,
    running_service_count: 1,
    status: 'part_running',
  });
  expect(body).not.toHaveProperty('ID');
});

it('an application that does not exist is 404', async () => {
  expect((await get(`${APPS}/99`)).body).toMatchObject({ status: 404, code: 4000 });
});

it('lists the components with their states, without addresses', async () => {
  const { status, body } = await get(`${APPS}/1/services`);
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { service_id: 'db', status: 'closed', access_infos: [] },
    { service_id: 'web', service_alias: 'gr1', status: 'running', access_infos: [] },
  ]);
});

it.each(['web', 'gr1'])('reads the component %s with its addresses', async (id) => {
  const { status, body } = await get(`${APPS}/1/services/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ service_id: 'web', status: 'running' });
  expect(body.access_infos).toEqual(['http://shop.example.com/v1']);
});

it.each([
  ['', ['new', 'old'], 1, 10],
  ['?page=1&page_size=1', ['new'], 1, 1],
  ['?page=2&page_size=1', ['old'], 2, 1],
  ['?page=3&page_size=1', [], 3, 1],
])('lists the Events on a component and its pods with %j', async (query, messages, page, pageSize) => {
  const { status, body } = await get(`${APPS}/1/services/gr1/events${query}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 2, page, page_size: pageSize });
  expect(body.events.map(({ message }: { readonly message: string }) => message)).toEqual(messages);
});

it('a Warning is a failure', async () => {
  const { body } = await get(`${APPS}/1/services/web/events`);
  expect(body.events[0]).toMatchObject({ target_id: 'web', opt_type: 'Reason', status: 'failure' });
  expect(body.events[1]).toMatchObject({ status: 'success', end_time: '2026-01-02T00:00:00Z' });
});

it.each(['services/none', 'services/none/events'])('%s is 404', async (path) => {
  const { status, body } = await get(`${APPS}/1/${path}`);
  expect([status, body.type]).toEqual([404, 'https://stoa.dev/problems/service-not-found']);
});

it.each([
  [
    'as the tools of the original send it',
    { app_name: 'books', app_note: 'monthly', tenant_name: 'shop' },
    'monthly',
  ],
  ['with blanks around its name', { app_name: ' books\n' }, ''],
  ['with null for what is left out', { app_name: 'books', app_note: null, k8s_app: null }, ''],
  ['with empty texts', { app_name: 'books', app_note: '', k8s_app: '' }, ''],
])('creates an application %s', async (_, body, note) => {
  const answer = await send('POST', APPS, body);
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    ID: expect.any(Number),
    group_name: 'books',
    note,
    region_name: 'local',
  });
  expect(answer.body.k8s_app).toMatch(/^app-[0-9a-f]{20}$/);
  expect(written).toEqual([
    expect.objectContaining({ method: 'POST', path: '/namespaces/team/applications' }),
  ]);
});

it('names the object as the request says', async () => {
  const { body } = await send('POST', APPS, { app_name: '\u5546\u5e97', k8s_app: 'shop-2' });
  expect(body).toMatchObject({ group_name: '\u5546\u5e97', k8s_app: 'shop-2' });
});

it.each([
  ['a name that there is', { app_name: 'store' }, 400, 'app-name-taken'],
  ['a displayed name that there is', { app_name: 'Report', k8s_app: 'reports' }, 21003, 'app-object-taken'],
  ['no name', {}, 20400, 'invalid'],
  ['a blank name', { app_name: ' ' }, 20400, 'invalid'],
  ['a long name', { app_name: 'a'.repeat(129) }, 20400, 'invalid'],
  ['a name with other characters', { app_name: 'a b' }, 20400, 'invalid'],
  ['an object name that is none', { app_name: 'b', k8s_app: 'A_B' }, 20400, 'invalid'],
  ['null for the name', { app_name: null }, 20400, 'invalid'],
  ['NUL in the note', { app_name: 'b', app_note: 'a\0b' }, 20400, 'invalid'],
  ['half a character in the note', { app_name: 'b', app_note: 'a\ud800' }, 20400, 'invalid'],
])('%s is 400', async (_, body, code, type) => {
  const answer = await send('POST', APPS, body);
  expect([answer.status, answer.body.code, answer.body.type]).toEqual([
    400,
    code,
    `https://stoa.dev/problems/${type}`,
  ]);
});

it.each(['', '?force=0', '?force=false'])(
  'keeps an application with a component that runs: %j',
  async (query) => {
    const { status, body } = await send('DELETE', `${APPS}/1${query}`);
    expect([status, body.type, written]).toEqual([400, 'https://stoa.dev/problems/app-runs', []]);
    expect(body.detail).toContain('web');
  },
);

it.each(['?force=1', '?force=true'])('deletes it with its rules, and itself last: %j', async (query) => {
  const { status, body } = await send('DELETE', `${APPS}/1${query}`);
  expect([status, body.ID]).toEqual([200, 1]);
  const paths = written.map(({ method, path }) => `${method} ${path}`);
  expect(paths.slice(0, -1).toSorted()).toEqual([
    'DELETE /namespaces/team/gatewayrules/other',
    'DELETE /namespaces/team/gatewayrules/rule',
  ]);
  expect(paths.at(-1)).toBe('DELETE /namespaces/team/applications/store');
});

it('deletes nothing of another application', async () => {
  expect((await send('DELETE', `${APPS}/2?force=1`)).status).toBe(200);
  expect(written.map(({ path }) => path)).toEqual(['/namespaces/team/applications/reports']);
});
