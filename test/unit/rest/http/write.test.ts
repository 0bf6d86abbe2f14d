import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthority, issueServer } from '../../../../deploy/local/cluster/pki.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { idOf } from '../../../../src/rest/http/id.ts';
import { createOperations } from '../../../../src/rest/resources/table.ts';
import { senderTo } from '../../../support/restapi.ts';
import { openServiceOf, ruleOf } from '../../../support/rules.ts';
import { versionsOf } from '../../../support/versions.ts';
import { workloadOf } from '../../../support/workloads.ts';

const TEAM = '/openapi/v1/teams/shop';
const APPS = `${TEAM}/regions/local/apps`;

const META = { namespace: 'team', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

const RULE = ruleOf({ domainPath: '/v1' });
const RULE_ID = idOf(RULE.metadata.uid);

/** Rule of another team, which has the host `taken.example.com`. */
const OTHER = ruleOf({ domainName: 'taken.example.com' }, { name: 'other', namespace: 'rival' });

const VERSIONS = versionsOf('3', ['1 Served', '2 Served', '3 Served']);
const INSTALL = { ...VERSIONS, spec: { ...VERSIONS.spec, appId: 1 } };

const STOPPED = workloadOf(
  'Deployment',
  { replicas: 0 },
  {},
  { labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web' } },
);

const CERTIFICATE = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { ...META, name: 'cert-7', uid: 's-7', labels: { 'stoa.dev/certificate-id': '7' } },
  type: 'kubernetes.io/tls',
  data: { 'tls.crt': btoa('old certificate'), 'tls.key': btoa('old key') },
};

const LISTS: Readonly<Record<string, readonly object[]>> = {
  namespaces: [
    { metadata: { ...META, name: 'team', uid: 'ns', labels: { 'stoa.dev/team': 'shop' } } },
    { metadata: { ...META, name: 'rival', uid: 'ns-2', labels: { 'stoa.dev/team': 'rivals' } } },
  ],
  applications: [{ metadata: { ...META, name: 'store', uid: 'app-1' }, spec: { id: 1 } }],
  services: [openServiceOf('web')],
  gatewayrules: [RULE, OTHER],
  deployments: [STOPPED],
  marketinstalls: [INSTALL],
  secrets: [CERTIFICATE],
};

let upload: object;
let privateKey: string;

beforeAll(async () => {
  const pair = await issueServer(await createAuthority(), 'books', ['books.example.com']);
  privateKey = pair.key;
  upload = { alias: 'books', certificate: pair.certificate, private_key: pair.key };
});

/** Metadata that the API server gives a new object. */
const NEW = { uid: 'new', creationTimestamp: '2026-02-01T00:00:00Z' };

/** Lists that the API server was asked for, by the plural of their kind. */
let read: string[] = [];

/** Writes that reached the API server. */
let written: KubeRequest[] = [];

/** Whether the API server lets nobody write. */
let isForbidden = false;

beforeEach(() => {
  read = [];
  written = [];
  isForbidden = false;
});

/** Objects of a list, by its namespace and the team that it selects. */
function listed({ path, query }: KubeRequest): readonly object[] {
  const [, namespace] = /\/namespaces\/([^/]+)\//.exec(path) ?? [];
  const [, team] = /^stoa\.dev\/team=(.+)$/.exec(query?.labelSelector ?? '') ?? [];
  const items = (LISTS[path.slice(path.lastIndexOf('/') + 1)] ?? []) as readonly KubeObject[];
  return items.filter(
    ({ metadata }) =>
      (namespace === undefined || metadata.namespace === namespace) &&
      (team === undefined || metadata.labels?.['stoa.dev/team'] === team),
  );
}

async function call(request: KubeRequest): Promise<unknown> {
  const { method, path, body } = request;
  if (path.endsWith('/selfsubjectreviews')) {
    return { status: { userInfo: { username: 'ada' } } };
  }
  if (path.endsWith('/selfsubjectrulesreviews')) {
    return {
      status: { incomplete: false, resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }] },
    };
  }
  if (method === 'GET') {
    read.push(path.slice(path.lastIndexOf('/') + 1));
    return { metadata: {}, items: listed(request) };
  }
  written.push(request);
  if (isForbidden) {
    throw new KubeError({ type: 'forbidden' }, 'ada may not');
  }
  const draft = body as Partial<KubeObject>;
  return { ...draft, metadata: { ...META, ...NEW, ...draft.metadata } };
}

const send = senderTo(call);

const NEW_HTTP = { service_id: 'web', container_port: 8080, domain_name: 'new.example.com' };

interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: () => object;
  readonly status?: number;
  /** `<action> <kind> <name>` of the objects; a generated name is a `*`. */
  readonly objects: readonly string[];
  readonly answer: object;
}

const HOST_OF = { domain_name: RULE.spec.http?.domainName };

/** One request for each write. */
const ROWS: readonly Row[] = [
  {
    id: 'createRule',
    method: 'POST',
    path: `${APPS}/1/domains`,
    body: () => ({ protocol: 'http', http: NEW_HTTP }),
    objects: ['create GatewayRule *'],
    answer: {
      tcp: [],
      http: [expect.objectContaining(HOST_OF), expect.objectContaining({ domain_name: 'new.example.com' })],
    },
  },
  {
    id: 'createHttpRule',
    method: 'POST',
    path: `${APPS}/1/httpdomains`,
    body: () => NEW_HTTP,
    status: 201,
    objects: ['create GatewayRule *'],
    answer: { domain_name: 'new.example.com' },
  },
  ...['domains', 'httpdomains'].flatMap((collection): Row[] => [
    {
      id: collection === 'domains' ? 'editRule' : 'editHttpRule',
      method: 'PUT',
      path: `${APPS}/1/${collection}/${RULE_ID}`,
      body: () =>
        collection === 'domains' ? { protocol: 'http', http: { the_weight: 7 } } : { the_weight: 7 },
      objects: ['change GatewayRule rule'],
      answer: { ...HOST_OF, the_weight: 7 },
    },
    {
      id: collection === 'domains' ? 'deleteRule' : 'deleteHttpRule',
      method: 'DELETE',
      path: `${APPS}/1/${collection}/${RULE_ID}`,
      objects: ['delete GatewayRule rule'],
      answer: HOST_OF,
    },
  ]),
  {
    id: 'createApplication',
    method: 'POST',
    path: APPS,
    body: () => ({ app_name: 'reports' }),
    status: 201,
    objects: ['create Application *'],
    answer: { group_name: 'reports' },
  },
  {
    id: 'deleteApplication',
    method: 'DELETE',
    path: `${APPS}/1`,
    objects: [
      'delete GatewayRule rule',
      `delete MarketInstall ${INSTALL.metadata.name}`,
      'delete Application store',
    ],
    answer: { ID: 1 },
  },
  {
    id: 'createCertificate',
    method: 'POST',
    path: `${TEAM}/certificates`,
    body: () => upload,
    objects: ['create Secret *'],
    answer: { alias: 'books' },
  },
  {
    id: 'replaceCertificate',
    method: 'PUT',
    path: `${TEAM}/certificates/7`,
    body: () => upload,
    objects: ['change Secret cert-7'],
    answer: { id: 7, alias: 'books' },
  },
  {
    id: 'deleteCertificate',
    method: 'DELETE',
    path: `${TEAM}/certificates/7`,
    objects: ['delete Secret cert-7'],
    answer: { id: 7 },
  },
  {
    id: 'rollbackInstall',
    method: 'POST',
    path: `${APPS}/1/installs/${INSTALL.metadata.name}/rollback`,
    body: () => ({}),
    objects: [`change MarketInstall ${INSTALL.metadata.name}`],
    answer: { app_model_version: '2' },
  },
  {
    id: 'upgradeInstalls',
    method: 'POST',
    path: `${APPS}/1/upgrade`,
    body: () => ({
      update_versions: [{ app_model_id: INSTALL.spec.appModelId, app_model_version: '4' }],
    }),
    objects: [`change MarketInstall ${INSTALL.metadata.name}`],
    answer: [{ app_model_id: INSTALL.spec.appModelId, current_version: '4' }],
  },
  {
    id: 'operateComponents',
    method: 'POST',
    path: `${APPS}/1/operations`,
    body: () => ({ action: 'start', service_ids: ['web'] }),
    objects: [`change Deployment ${STOPPED.metadata.name}`],
    answer: { msg: '操作成功' },
  },
];

interface Shown {
  readonly action: string;
  readonly kind: string;
  readonly name: string;
}

describe.each(ROWS)('$id with dryRun', ({ method, path, body, status = 200, objects, answer }) => {
  it('says what it would answer and write', async () => {
    const response = await send(method, `${path}?dryRun=true`, body?.());
    expect(response).toMatchObject({ status, body: { dry_run: true, answer, count: objects.length } });
    const shown: readonly Shown[] = response.body.objects;
    expect(
      shown.map(({ action, kind, name }) => `${action} ${kind} ${action === 'create' ? '*' : name}`),
    ).toEqual(objects);
    expect(JSON.stringify(response.body)).not.toContain(btoa(privateKey).slice(0, 40));
  });

  it('has the API server write nothing', async () => {
    await send(method, `${path}?dryRun=1`, body?.());
    expect(written).toHaveLength(objects.length);
    for (const request of written) {
      expect(request.query).toMatchObject({ dryRun: 'All' });
      if (request.method === 'DELETE') {
        expect(request.body).toMatchObject({ dryRun: ['All'] });
      }
    }
  });

  it.each(['', '?dryRun=false'])('writes the same with %j', async (query) => {
    const response = await send(method, `${path}${query}`, body?.());
    expect(response.status).toBe(status);
    expect(response.body).not.toHaveProperty('dry_run');
    expect(written).toHaveLength(objects.length);
    expect(written.filter((request) => request.query?.dryRun !== undefined)).toEqual([]);
  });

  it('is refused where the caller has not the right to write', async () => {
    isForbidden = true;
    const response = await send(method, `${path}?dryRun=true`, body?.());
    expect(response).toMatchObject({ status: 403, body: { code: 10402 } });
  });
});

it('every write takes dryRun', () => {
  // A plan is a question that the caller must be allowed to put.
  const writes = createOperations().filter(({ id, method }) => method !== 'get' && id !== 'planInstall');
  expect(writes.filter(({ parameters }) => !('dryRun' in parameters))).toEqual([]);
  expect(writes.map(({ id }) => id).toSorted()).toEqual(
    ['installModel', ...ROWS.map(({ id }) => id)].toSorted(),
  );
});

it.each<[string, string, string, object]>([
  [
    'a host of another team',
    'POST',
    `${APPS}/1/httpdomains`,
    { ...NEW_HTTP, domain_name: 'taken.example.com' },
  ],
  ['a component that does not exist', 'POST', `${APPS}/1/httpdomains`, { ...NEW_HTTP, service_id: 'none' }],
  ['a rule that does not exist', 'PUT', `${APPS}/1/domains/none`, { protocol: 'http', http: {} }],
  ['a name of another application', 'POST', APPS, { app_name: 'store' }],
  ['an alias of another certificate', 'POST', `${TEAM}/certificates`, { alias: 'cert-7' }],
])('%s has the problem of the write', async (_, method, path, body) => {
  const sent = 'alias' in body ? { ...upload, ...body } : body;
  const real = await send(method, path, sent);
  const dry = await send(method, `${path}?dryRun=true`, sent);
  expect(real.status).toBeGreaterThanOrEqual(400);
  const { request_id: _real, ...problem } = real.body;
  expect(dry.body).toMatchObject(problem);
  expect(written).toEqual([]);
});

it.each(['', '?dryRun=true'])('an edit with %j reads the Services once', async (query) => {
  const path = `${APPS}/1/httpdomains/${RULE_ID}`;
  const edited = await send('PUT', `${path}${query}`, { the_weight: 7 });
  expect([edited.status, read.filter((each) => each === 'services')]).toEqual([200, ['services']]);
});

it('names extensions without effect, and what only the operator knows', async () => {
  const rule_extensions = [{ key: 'httptohttps', value: 'true' }];
  const { body } = await send('POST', `${APPS}/1/httpdomains?dryRun=true`, { ...NEW_HTTP, rule_extensions });
  expect(body.not_applied).toEqual([
    { path: 'http.rule_extensions[httptohttps]', why: 'there is no HTTPS without a certificate' },
  ]);
  expect(body.not_known).toEqual([expect.stringContaining('FullyExpressed')]);
});

const UNUSABLE = /^http\.certificate_id 7: the certificate cannot be used: tls\.crt has no certificate/;

it.each([
  ['a new rule', 'POST', `${APPS}/1/httpdomains`, { ...NEW_HTTP, certificate_id: 7 }, UNUSABLE],
  [
    'a new policy',
    'POST',
    `${APPS}/1/domains`,
    { protocol: 'http', http: { ...NEW_HTTP, certificate_id: 7 } },
    UNUSABLE,
  ],
  ['an edited rule', 'PUT', `${APPS}/1/httpdomains/${RULE_ID}`, { certificate_id: 7 }, UNUSABLE],
  ['a new certificate', 'POST', `${TEAM}/certificates`, undefined, /^the certificate comes without that/],
  [
    'a replaced certificate',
    'PUT',
    `${TEAM}/certificates/7`,
    undefined,
    /^the certificate comes without that/,
  ],
])('tells what clients will find wrong with the certificate of %s', async (_, method, path, body, text) => {
  const sent = body ?? upload;
  expect((await send(method, path, sent)).headers.get('x-stoa-warning')).toMatch(text);
  expect((await send(method, `${path}?dryRun=true`, sent)).body.warnings).toEqual([
    expect.stringMatching(text),
  ]);
});

it('has nothing to tell of a rule without a certificate', async () => {
  const path = `${APPS}/1/httpdomains/${RULE_ID}`;
  expect((await send('PUT', path, { the_weight: 7 })).headers.has('x-stoa-warning')).toBe(false);
  expect((await send('PUT', `${path}?dryRun=true`, { the_weight: 7 })).body.warnings).toEqual([]);
});

it('refuses a flag that is neither true nor false', async () => {
  const response = await send('DELETE', `${APPS}/1/domains/${RULE_ID}?dryRun=maybe`);
  expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'dryRun' }] } });
  expect(written).toEqual([]);
});
