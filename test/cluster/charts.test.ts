import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { ensureRenderer, modulesIn } from '../../deploy/local/binaries/renderer.ts';
import { repository } from '../../deploy/local/repository.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import type { ChartObject, RenderedChart, RenderRequest, SourcedObject } from '../../src/chart/rendering.ts';
import { readGiven } from '../../src/chart/values.ts';
import { chartArchive, folderArchive } from '../support/chartarchive.ts';
import { contentOf, renderRequest, testRenderer } from '../support/charts.ts';
import { silentProgress } from '../support/progress.ts';
import { run } from './support/cli.ts';

let folder: string;
let helm: string;
let renderer: Renderer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-charts-'));
  renderer = await testRenderer();
  ({ helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress }));
});

afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true });
});

function chartNamed(name: string): Promise<Uint8Array> {
  return folderArchive(join(repository.root, 'test/charts', name));
}

async function contentFor(request: RenderRequest): Promise<RenderedChart> {
  return contentOf(await renderer.render(request));
}

/** Answer of `helm template` for a request. */
async function byHelm({ archive, values, release, capabilities }: RenderRequest) {
  const [chart, valuesFile] = [join(folder, 'chart.tgz'), join(folder, 'values.json')];
  await Promise.all([writeFile(chart, archive), writeFile(valuesFile, JSON.stringify(values))]);
  const common = [release.name, chart, `--namespace=${release.namespace}`, `--values=${valuesFile}`];
  const cluster = [
    `--kube-version=${capabilities.kubeVersion}`,
    ...capabilities.apiVersions.map((each) => `--api-versions=${each}`),
    ...(release.upgrade ? ['--is-upgrade'] : []),
  ];
  return run(helm, ['template', ...common, ...cluster, '--include-crds']);
}

/** Objects in the output of `helm template`, each with its source. */
function objectsIn(output: string): readonly SourcedObject[] {
  let source = '';
  return output.split(/^---$/m).flatMap((document) => {
    source = /^# Source: (.*)$/m.exec(document)?.[1] ?? source;
    const object = parse(document, { version: '1.1' }) as ChartObject | null;
    return unlisted(object).map((each) => ({ source, object: each }));
  });
}

function unlisted(object: ChartObject | null): readonly ChartObject[] {
  if (object === null) {
    return [];
  }
  return object.kind === 'List' ? (object.items as ChartObject[]) : [object];
}

/** All objects of a content, in a form in which order does not count. */
function sorted(objects: readonly SourcedObject[]): readonly string[] {
  return objects.map(({ source, object }) => `${source} ${JSON.stringify(object, byKey)}`).toSorted();
}

function byKey(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

it('the engine has the same bytes wherever the same Go builds it', async ({ skip }) => {
  const { stdout } = await run('go', ['env', 'GOCACHE', 'GOVERSION']);
  const [cache, version] = stdout.trim().split('\n');
  const engine = await ensureRenderer({ progress: silentProgress });
  const [standardLibrary] = await modulesIn(engine);
  skip(standardLibrary?.version !== version, `it was built by ${standardLibrary?.version}`);
  // Go has compiled its packages, and links them anew.
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), GOCACHE: cache };
  const again = await ensureRenderer({ progress: silentProgress, env });
  expect(again).not.toBe(engine);
  expect((await readFile(again)).equals(await readFile(engine))).toBe(true);
});

describe('a chart is rendered as Helm renders it', () => {
  it.each<[string, Partial<RenderRequest>]>([
    ['with its own values', {}],
    [
      'with other values',
      {
        values: {
          replicas: 3,
          greeting: '{{ .Values.image.repository | title }}',
          extra: [{ name: 'A', value: 'yes' }],
          ports: { http: 80, metrics: 9100 },
          removed: { there: [1, 2.5, 'x'] },
          db: { size: '2Gi' },
          none: true,
        },
      },
    ],
    [
      'without its dependencies',
      { values: { db: { enabled: false }, tags: { fast: false }, sessions: { enabled: false } } },
    ],
    ['with one more dependency', { values: { mail: { enabled: true }, tags: { fast: false } } }],
    [
      'on another cluster',
      {
        capabilities: {
          kubeVersion: 'v1.28.3',
          apiVersions: ['gateway.networking.k8s.io/v1', 'apps/v1/Deployment'],
        },
      },
    ],
    ['as an upgrade', { release: { name: 'other', namespace: 'else', revision: 1, upgrade: true } }],
  ])('%s', async (_title, changes) => {
    const request = renderRequest(await chartNamed('shop'), changes);
    const { objects, hooks, crds } = await contentFor(request);
    const { stdout, stderr, code } = await byHelm(request);
    expect([code, stderr.replaceAll(/^.*skipping unknown hook.*\n/gm, '')]).toEqual([0, '']);
    expect(sorted([...objects, ...hooks, ...crds])).toEqual(sorted(objectsIn(stdout)));
  });

  it('in the order of Helm, with hooks apart', async () => {
    const { chart, objects, hooks, crds, notes } = await contentFor(
      renderRequest(await chartNamed('shop'), { values: { mail: { enabled: true } } }),
    );
    expect(chart).toEqual({ name: 'shop', version: '1.2.3', appVersion: '4.5' });
    expect(objects.map(({ source, object }) => `${object.kind} of ${source}`)).toEqual([
      'ConfigMap of shop/charts/cache/templates/configmap.yaml',
      'ConfigMap of shop/charts/mail/templates/configmap.yaml',
      'ConfigMap of shop/charts/sessions/templates/configmap.yaml',
      'ConfigMap of shop/templates/configmap.yaml',
      'Service of shop/templates/service.yaml',
      'Deployment of shop/templates/deployment.yaml',
      'StatefulSet of shop/charts/db/templates/statefulset.yaml',
      // Those of a List, which Helm sorts as one object.
      'ServiceAccount of shop/templates/service.yaml',
      'Secret of shop/templates/service.yaml',
    ]);
    expect(hooks.map(({ object, ...hook }) => ({ kind: object.kind, ...hook }))).toEqual([
      {
        kind: 'ConfigMap',
        source: 'shop/templates/migrate.yaml',
        events: ['pre-install', 'pre-upgrade', 'post-install'],
        weight: -10,
        deletePolicies: [],
      },
      {
        kind: 'Pod',
        source: 'shop/templates/tests/works.yaml',
        events: ['test'],
        weight: 0,
        deletePolicies: [],
      },
      {
        kind: 'Job',
        source: 'shop/templates/migrate.yaml',
        events: ['pre-install', 'pre-upgrade'],
        weight: -5,
        deletePolicies: ['before-hook-creation', 'hook-succeeded'],
      },
    ]);
    expect(crds.map(({ source, object }) => `${object.kind} of ${source}`)).toEqual([
      'CustomResourceDefinition of shop/crds/carts.yaml',
      'CustomResourceDefinition of shop/crds/carts.yaml',
    ]);
    expect(notes).toBe('mine is at https://shop.test/.\n');
  });

  it('with the objects of another rendering where its templates give the same', async () => {
    const request = renderRequest(await chartNamed('shop'));
    const rendered = await contentFor(request);
    const known = { ...rendered, objects: [] };
    expect(await contentFor({ ...request, known })).toBe(known);
    const changed = { ...request, values: { replicas: 3 } };
    expect(await contentFor({ ...changed, known })).toEqual(await contentFor(changed));
  });

  it('as Helm 4 does where Helm 3 differs: a null removes a value, and a version keeps its suffix', async () => {
    const { objects } = await contentFor(
      renderRequest(await chartNamed('shop'), {
        values: { removed: null },
        capabilities: { kubeVersion: 'v1.28.3-gke.100', apiVersions: [] },
      }),
    );
    const { object } = objects.find(({ source }) => source === 'shop/templates/configmap.yaml') ?? {};
    expect(object?.data).toMatchObject({ removed: 'null', kubernetes: 'v1.28.3-gke.100 28' });
  });
});

describe('generated values', () => {
  const render = async (changes: Partial<RenderRequest>) =>
    contentFor(renderRequest(await chartNamed('generated'), changes));

  it('are the same for the same seed and time, in any process', async () => {
    const first = await render({});
    await renderer.close();
    expect(await render({})).toEqual(first);
    expect(JSON.stringify(first)).toContain('2026-01-02 03:04:05 +0000 UTC');
    expect(JSON.stringify(first)).toContain('BEGIN CERTIFICATE');
  });

  it('are others for another seed', async () => {
    const [one, two] = [await render({}), await render({ seed: Buffer.from('other') })];
    expect(two.objects.map(({ object }) => object.metadata)).toEqual(
      one.objects.map(({ object }) => object.metadata),
    );
    const differ = one.objects.filter(
      ({ object }, index) => JSON.stringify(object) !== JSON.stringify(two.objects[index]?.object),
    );
    expect(differ).toHaveLength(one.objects.length);
  });

  it.each([
    'randAlphaNum 16',
    'randBytes 16',
    'randInt 0 1000000000',
    'shuffle "abcdefghijklmnopqrstuvwxyz"',
    'uuidv4',
    'genPrivateKey "ecdsa"',
    'htpasswd "user" "secret"',
    'encryptAES "secretkey" "text"',
  ])('follow from the seed: %s', async (call) => {
    const archive = chartArchive('drawn', {
      'templates/map.yaml': `{apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {one: {{ ${call} | quote }}, two: {{ ${call} | quote }}}}`,
    });
    const drawn = async (seed: string) => {
      const { objects } = await contentFor(renderRequest(archive, { seed: Buffer.from(seed) }));
      return Object.values(objects[0]?.object.data ?? {});
    };
    const [one, again, other] = [await drawn('one'), await drawn('one'), await drawn('other')];
    expect(again).toEqual(one);
    expect(new Set([...one, ...other])).toHaveProperty('size', 4);
  });

  it('are draws where they are keys and certificates', async () => {
    const archive = chartArchive('drawn', {
      'templates/map.yaml': `{{ $ca := genCA "a" 1 }}{{ $key := genPrivateKey "ecdsa" }}
{{ $_ := list (genSelfSignedCert "a" nil nil 1) (genSignedCert "a" nil nil 1 $ca) (genCAWithKey "a" 1 $key)
  (genSelfSignedCertWithKey "a" nil nil 1 $key) (genSignedCertWithKey "a" nil nil 1 $ca $key) }}
{apiVersion: v1, kind: ConfigMap, metadata: {name: map}}`,
    });
    expect((await contentFor(renderRequest(archive))).draws).toBe(7);
  });

  const DRAWS = [
    ...['randAlphaNum 16', 'randAlpha 16', 'randAscii 16', 'randNumeric 16', 'randBytes 16', 'uuidv4'],
    ...['randInt 0 1000000000', 'shuffle "abcdefghijklmnopqrstuvwxyz"', 'now', 'genPrivateKey "ecdsa"'],
    ...['bcrypt "secret"', 'htpasswd "user" "secret"', 'encryptAES "secretkey" "text"'],
    ...['ago (toDate "2006-01-02" "2025-01-02")', 'date "2006-01-02" "today"', 'htmlDate "today"'],
    'tpl "{{ randAlphaNum 16 }}" .',
  ];

  it.each(DRAWS)('are fresh where that is wanted, and all others stay: %s', async (call) => {
    const keys = ['one', 'two', 'three'];
    const entries = keys.map((key) => `${key}: {{ ${call} | toJson | quote }}`).join(', ');
    const archive = chartArchive('drawn', {
      'templates/map.yaml': `{apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {${entries}}}`,
    });
    const drawn = async (fresh?: RenderRequest['fresh']) => {
      const { objects, draws } = await contentFor(renderRequest(archive, { fresh }));
      const data = objects[0]?.object.data as Readonly<Record<string, string>>;
      return { draws, values: keys.map((key) => data[key]) };
    };
    const world = { seed: Buffer.from('fresh'), time: new Date('2027-01-02T03:04:05Z') };
    const plain = await drawn();
    expect(plain.draws).toBe(3);
    for (const at of [0, 1, 2]) {
      const { values } = await drawn({ ...world, ranges: [[at, at + 1]] });
      expect(values.map((value, index) => value !== plain.values[index])).toEqual(
        keys.map((_, index) => index === at),
      );
    }
    expect(await drawn({ ...world, ranges: [] })).toEqual(plain);
    const all = await drawn({ ...world, ranges: [[0, 3]] });
    expect(all.values.filter((value) => plain.values.includes(value))).toEqual([]);
  });

  it.each([
    ['with the namespace of the release', { namespace: 'shop' }, true],
    ['without namespace', {}, true],
    ['with another namespace', { namespace: 'else' }, false],
  ])('are those that lookup finds: a Secret %s', async (_title, metadata, isFound) => {
    const password = 'a2VwdA==';
    const kept = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'passwords', ...metadata },
      data: { password },
    };
    const { objects } = await render({ lookup: [kept] });
    const found = objects.map(({ object }) => object.data as { password?: string } | undefined);
    expect(found.some((data) => data?.password === password)).toBe(isFound);
  });
});

describe('texts of values', () => {
  const valuesOf = (text: string) => renderer.readValues(Buffer.from(text));

  it('are read and merged as Helm reads and merges its files', async () => {
    const texts = [
      'replicas: 3\nremoved: { there: [1], a: on }\ndb: &db { size: 1Gi, none: null }\n',
      '{"ports": {"http": 81}, "removed": null, "big": 12345678901}',
      '# nothing\n',
      'db: { size: 2Gi }\ngreeting: 0x10\nextra: [{ name: A, value: "yes" }]',
    ];
    const files = texts.map((_, index) => join(folder, `values-${index}.yaml`));
    await Promise.all(texts.map((text, index) => writeFile(files[index] ?? '', text)));
    const chart = join(folder, 'valued.tgz');
    const shown =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shown }\ndata: { all: {{ toJson .Values | quote }} }\n';
    await writeFile(
      chart,
      chartArchive('valued', {
        'Chart.yaml': 'apiVersion: v2\nname: valued\nversion: 1.0.0\n',
        'values.yaml': 'removed: { there: [2] }\nkept: 1\n',
        'templates/shown.yaml': shown,
      }),
    );
    const { stdout } = await run(helm, [
      'template',
      'mine',
      chart,
      ...files.map((file) => `--values=${file}`),
    ]);
    const given = await readGiven(
      renderer,
      texts.map((text, index) => ({ path: `spec.valuesFrom[${index}]`, text, isSecret: false })),
      new AbortController().signal,
    );
    const values = given.type === 'given' ? given.values : {};
    const { objects } = await contentFor(renderRequest(await readFile(chart), { values }));
    expect(objects.map(({ object }) => object.data)).toEqual(
      objectsIn(stdout).map(({ object }) => object.data),
    );
    expect(JSON.stringify(objects)).toContain('12345678901');
  });

  it('have all of their documents, as for Helm 4 alone', async () => {
    expect(await valuesOf('a: { b: 1 }\n---\na: { c: 2 }\n')).toEqual({
      type: 'read',
      values: { a: { b: 1, c: 2 } },
    });
  });

  it.each([
    ['a list', '[1]', 'it is no map of values'],
    ['a text', 'shop', 'it is no map of values'],
    ['broken YAML', 'a: [', expect.stringContaining('yaml: line 1')],
    ['nothing but an alias of nothing', 'a: *b', expect.stringContaining('unknown anchor')],
  ])('are refused: %s', async (_, text, message) => {
    expect(await valuesOf(text)).toEqual({
      type: 'refused',
      refusal: { type: 'values-unreadable', message },
    });
  });

  it('that want all memory get no more than charts', async () => {
    const bomb = Array.from(
      { length: 12 },
      (_, level) => `a${level}: &a${level} [${Array(12).fill(level === 0 ? 'x' : `*a${level - 1}`)}]\n`,
    ).join('');
    expect(await valuesOf(bomb)).toMatchObject({ type: 'refused' });
    expect(await valuesOf('a: 1')).toEqual({ type: 'read', values: { a: 1 } });
  });
});

describe('a chart is refused', () => {
  it.each<[string, Uint8Array | string, Partial<RenderRequest>, object]>([
    ['that is none', Buffer.from('no archive'), {}, { type: 'not-a-chart', message: expect.anything() }],
    [
      'without Chart.yaml',
      chartArchive('none', { 'Chart.yaml': '' }),
      {},
      { type: 'not-a-chart', message: expect.stringContaining('chart.metadata.name is required') },
    ],
    [
      'that only other charts use',
      chartArchive('parts', { 'Chart.yaml': 'apiVersion: v2\nname: parts\nversion: 1.0.0\ntype: library\n' }),
      {},
      { type: 'not-a-chart', message: 'it is a library chart, which only other charts use' },
    ],
    [
      'without a dependency',
      chartArchive('half', {
        'Chart.yaml':
          'apiVersion: v2\nname: half\nversion: 1.0.0\ndependencies: [{ name: db, version: 1.0.0, repository: "https://charts.test" }]\n',
      }),
      {},
      { type: 'dependencies-missing', names: ['db'] },
    ],
    [
      'for another Kubernetes',
      'shop',
      { capabilities: { kubeVersion: 'v1.24.0', apiVersions: [] } },
      {
        type: 'kubernetes-unsupported',
        message: 'the chart is for Kubernetes >= 1.25.0-0, and this is v1.24.0',
      },
    ],
    [
      'with values that its schemas do not allow',
      'shop',
      { values: { replicas: 'two', ports: { http: 0 }, db: { size: 'big' } } },
      {
        type: 'values-invalid',
        problems: expect.arrayContaining([
          { path: ['replicas'], message: 'got string, want integer' },
          { path: ['ports', 'http'], message: 'minimum: got 0, want 1' },
          { path: ['db', 'size'], message: "'big' does not match pattern '^[0-9]+[KMGT]i$'" },
        ]),
      },
    ],
    [
      'with a required value that is missing',
      chartArchive('needs', {
        'templates/_lib.tpl':
          '{{- define "host" -}}\n{{ required "host is required" .Values.host }}\n{{- end }}',
        'templates/a.yaml': 'kind: ConfigMap\nname: {{ include "host" . }}\n',
      }),
      {},
      {
        type: 'template-failed',
        message: expect.stringContaining('host is required'),
        template: 'needs/templates/a.yaml',
        line: 2,
      },
    ],
    [
      'with a template that does not parse',
      chartArchive('broken', { 'templates/a.yaml': 'a: 1\nb: {{ if }}\n' }),
      {},
      {
        type: 'template-failed',
        message: expect.stringContaining('missing value for if'),
        template: 'broken/templates/a.yaml',
        line: 2,
      },
    ],
    [
      'with a call that fails in a template of another',
      chartArchive('deep', {
        'templates/_lib.tpl': '{{- define "deep" -}}\n{{ index .Values.list 5 }}\n{{- end }}',
        'templates/a.yaml': 'a: {{ include "deep" . }}\n',
        'values.yaml': 'list: [1]\n',
      }),
      {},
      {
        type: 'template-failed',
        message: expect.stringContaining('index out of range: 5'),
        template: 'deep/templates/_lib.tpl',
        line: 2,
      },
    ],
    [
      'that makes no YAML',
      chartArchive('noyaml', { 'templates/a.yaml': 'a: [1\n' }),
      {},
      {
        type: 'manifest-invalid',
        message: expect.stringContaining('yaml'),
        template: 'noyaml/templates/a.yaml',
      },
    ],
    [
      'that makes no objects',
      chartArchive('noobject', { 'templates/a.yaml': 'kind: Thing\n' }),
      {},
      {
        type: 'manifest-invalid',
        message: 'an object has no apiVersion or no kind',
        template: 'noobject/templates/a.yaml',
      },
    ],
  ])('%s', async (_title, chart, changes, refusal) => {
    const archive = typeof chart === 'string' ? await chartNamed(chart) : chart;
    expect(await renderer.render(renderRequest(archive, changes))).toEqual({ type: 'refused', refusal });
  });
});
