import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryFlag } from '../../../../../src/rest/http/flag.ts';
import { type FieldProblem, Problem } from '../../../../../src/rest/problem/problem.ts';
import {
  installBody,
  installRequest,
  wireOverrides,
} from '../../../../../src/rest/resources/installs/request.ts';

const BODY = {
  market_url: 'https://hub.example.com',
  market_domain: 'rainbond',
  market_type: 'rainstore',
  market_access_key: 'k-1',
  app_model_id: 'shop',
  app_model_version: '1.0',
};

function read(body: unknown, isDeploy?: unknown) {
  const target = { appId: 7, secretName: 'the-secret' };
  return installRequest(installBody.read(body), {
    ...target,
    deploy: queryFlag(isDeploy, 'is_deploy') ?? false,
  });
}

function problemsOf(body: unknown, isDeploy?: unknown): readonly FieldProblem[] {
  try {
    read(body, isDeploy);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ problem: 'invalid', statusAndCode: { status: 400, code: 20_400 } });
    return (error as Problem).fields;
  }
}

function without(field: string): object {
  return Object.fromEntries(Object.entries(BODY).filter(([name]) => name !== field));
}

it('a body becomes a spec, and the access key stays beside it', () => {
  expect(read(BODY, 'true')).toEqual({
    spec: {
      appId: 7,
      market: {
        url: 'https://hub.example.com',
        domain: 'rainbond',
        type: 'rainstore',
        accessKeySecretRef: { name: 'the-secret', key: 'accessKey' },
      },
      appModelId: 'shop',
      appModelVersion: '1.0',
      deploy: true,
    },
    accessKey: 'k-1',
  });
});

it('values that are deeper than they may be are refused, and named', () => {
  const values = (levels: number) => JSON.parse(`${'{"k":'.repeat(levels)}1${'}'.repeat(levels)}`);
  const chart = { ...BODY, market_type: 'helm', market_domain: undefined };
  expect(problemsOf({ ...chart, values: values(3_000) })).toEqual([
    { field: 'values', message: 'must nest at most 64 levels deep' },
  ]);
  expect(problemsOf({ ...chart, values: values(64) })).toEqual([]);
});

describe.each(['market_type', 'market_access_key'])('%s may be', (field) => {
  it.each([
    ['left out', without(field)],
    ['null', { ...BODY, [field]: null }],
    ['empty', { ...BODY, [field]: '' }],
  ])('%s', (_, body) => {
    const { spec, accessKey } = read(body);
    expect(field === 'market_type' ? spec.market.type : spec.market.accessKeySecretRef).toBeUndefined();
    expect(accessKey).toBe(field === 'market_type' ? 'k-1' : undefined);
  });
});

describe.each(['market_url', 'market_domain', 'app_model_id', 'app_model_version'])(
  '%s is required',
  (field) => {
    it.each([
      ['left out', without(field), 'is required'],
      ['null', { ...BODY, [field]: null }, 'must be of type string'],
      ['a number', { ...BODY, [field]: 1 }, 'must be of type string'],
      ['a list', { ...BODY, [field]: ['a'] }, 'must be of type string'],
      ['empty', { ...BODY, [field]: '' }, 'must'],
      ['too long', { ...BODY, [field]: `https://${'a'.repeat(300)}` }, 'must have at most'],
    ])('and not %s', (_, body, message) => {
      expect(problemsOf(body)).toContainEqual({ field, message: expect.stringContaining(message) });
    });
  },
);

it.each([
  ['market_type', 1],
  ['market_type', 'x'.repeat(65)],
  ['market_access_key', 1],
  ['market_access_key', { key: 'k' }],
  ['market_access_key', 'x'.repeat(4097)],
  ['market_access_key', 'k\n'],
  ['market_access_key', 'ключ'],
  ['market_url', 'hub.example.com'],
  ['market_url', 'ftp://hub.example.com'],
  ['market_url', 'https://user:pass@hub.example.com'],
  ['market_url', 'https://hub.example.com?a=b'],
])('%s is not %j', (field, value) => {
  expect(problemsOf({ ...BODY, [field]: value })).toEqual([{ field, message: expect.any(String) }]);
});

it.each([undefined, {}])('a body of %j names all that is missing', (body) => {
  expect(problemsOf(body).map(({ field }) => field)).toEqual([
    'market_url',
    'market_domain',
    'app_model_id',
    'app_model_version',
  ]);
});

it.each([[[]], ['text'], [1]])('a body of %j is no request', (body) => {
  expect(problemsOf(body)).toEqual([{ field: 'body', message: 'must be of type object' }]);
});

it('no refusal repeats a credential', () => {
  const canary = 'canary-5f1d';
  const wrong = [
    { ...BODY, market_access_key: `${canary}\n` },
    { ...BODY, market_access_key: canary.repeat(1000) },
    { ...BODY, market_access_key: [canary] },
    { ...BODY, market_url: `https://user:${canary}@hub.example.com` },
  ];
  for (const body of wrong) {
    expect(problemsOf(body)).toHaveLength(1);
    expect(JSON.stringify(problemsOf(body))).not.toContain(canary);
  }
});

describe('is_deploy', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['False', false],
    ['0', false],
    ['true', true],
    ['True', true],
    ['1', true],
  ])('of %j is %s', (text, deploy) => {
    expect(read(BODY, text).spec.deploy).toBe(deploy);
  });

  it.each([['maybe'], ['2'], [' true'], [['true', 'true']], [[]], [{ a: 'true' }]])('is not %j', (value) => {
    expect(problemsOf(BODY, value)).toEqual([{ field: 'is_deploy', message: 'must be true or false' }]);
  });
});

/** Requests that others have published; they are not ours to keep. */
function publishedBodies(): { readonly name: string; readonly body: Record<string, unknown> }[] {
  const folder = join(process.env.STOA_CASES ?? '', 'rest/install');
  if (process.env.STOA_CASES === undefined || !existsSync(folder)) {
    return [];
  }
  const of = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { cases } = of('install.cases.json') as { cases: { name: string; request: { body: never } }[] };
  return [
    ...cases.map(({ name, request }) => ({ name, body: request.body })),
    { name: 'documented', body: of('install.docs.json').request.body },
  ];
}

const published = publishedBodies();

describe.runIf(published.length > 0)('published requests', () => {
  it.each(published)('$name is taken as it says', ({ body }) => {
    const { spec, accessKey } = read(body, 'true');
    expect({
      market_url: spec.market.url,
      market_domain: spec.market.domain,
      market_type: spec.market.type,
      market_access_key: accessKey,
      app_model_id: spec.appModelId,
      app_model_version: spec.appModelVersion,
    }).toEqual(body);
  });
});

const OVERRIDES = [
  {
    component: 'web',
    replicas: 2,
    resources: { limits: { memory: '1Gi' } },
    envs: [
      { name: 'A', value: '1' },
      { name: 'B', secret_key_ref: { name: 's', key: 'k' } },
    ],
    image_tag: '2',
    volumes: [{ name: 'data', size: '1Gi', storage_class: 'fast' }],
    node_selector: { disk_type: 'ssd' },
  },
];

it('has overrides in the spelling of the contract, which records repeat', () => {
  const body = installBody.read({ ...BODY, overrides: OVERRIDES });
  const { spec } = installRequest(body, { deploy: true, appId: 7, secretName: 's' });
  expect(spec.overrides).toEqual([
    {
      component: 'web',
      replicas: 2,
      resources: { limits: { memory: '1Gi' } },
      envs: [
        { name: 'A', value: '1' },
        { name: 'B', secretKeyRef: { name: 's', key: 'k' } },
      ],
      imageTag: '2',
      volumes: [{ name: 'data', size: '1Gi', storageClass: 'fast' }],
      nodeSelector: { disk_type: 'ssd' },
    },
  ]);
  expect(wireOverrides(spec.overrides ?? [])).toEqual(OVERRIDES);
});

it.each([
  [{ image: 'a', image_tag: 'b' }, 'overrides.0', 'must not have both image and imageTag'],
  [{ envs: [{ name: 'A' }] }, 'overrides.0.envs.0', 'must have either value or secretKeyRef'],
  [{ replicas: -1 }, 'overrides.0.replicas', 'must be at least 0'],
])('refuses an override %j', (override, field, message) => {
  const read = () => installBody.read({ ...BODY, overrides: [{ component: 'web', ...override }] });
  expect(read).toThrow(Problem);
  try {
    read();
  } catch (error) {
    expect((error as Problem).fields).toEqual([{ field, message }]);
  }
});

it('a body may name a Secret with the access key, unless it has the key', () => {
  const { market_access_key: _, ...keyless } = BODY;
  const named = read({ ...keyless, access_key_secret: 'hub-key' });
  expect(named.spec.market.accessKeySecretRef).toEqual({ name: 'hub-key' });
  expect(named.accessKey).toBeUndefined();
  const both = read({ ...BODY, access_key_secret: 'hub-key' });
  expect(both.spec.market.accessKeySecretRef).toEqual({ name: 'the-secret', key: 'accessKey' });
});
