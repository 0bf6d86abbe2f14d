import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { fieldAt } from '../../../src/base/fields.ts';
import { contentOf } from '../../../src/chart/content.ts';
import type { RenderedChart } from '../../../src/chart/rendering.ts';
import type { Content } from '../../../src/source/content.ts';
import type { Surroundings } from '../../../src/source/surroundings.ts';
import { atOnce } from '../../support/gradual.ts';
import { surroundings } from '../../support/install.ts';
import { hook, job, renderedChart, secret, service, sourced, workload } from '../../support/rendered.ts';

const INSTALL = { revision: 1, id: 'first', runsHooks: true };

function made(
  chart: Partial<RenderedChart>,
  around: Partial<Surroundings> = {},
  {
    release = INSTALL,
    fromSecrets = false,
  }: { release?: typeof INSTALL & { time?: string }; fromSecrets?: boolean } = {},
): Content {
  const result = atOnce(contentOf(renderedChart(chart), surroundings(around), { release, fromSecrets }));
  if (result.type === 'refused') {
    throw new Error(result.problems.join('\n'));
  }
  return result.content;
}

function refusal(chart: Partial<RenderedChart>): readonly string[] {
  const result = atOnce(
    contentOf(renderedChart(chart), surroundings(), { release: INSTALL, fromSecrets: false }),
  );
  return result.type === 'refused' ? result.problems : [];
}

const SHOP = [
  workload('web'),
  workload('db', 'StatefulSet'),
  workload('agent', 'DaemonSet'),
  service('web', { app: 'web' }),
  service('db', { app: 'db' }),
  service('all', {}),
].map(sourced);

it('has a component for each workload, with the Services that select its pods alone', () => {
  const { components, shared } = made({ objects: SHOP });
  expect(
    components.map(({ key, objects }) => [key, objects.map(({ draft }) => draft.metadata.name)]),
  ).toEqual([
    ['Deployment/web', ['web']],
    ['StatefulSet/db', ['db']],
    ['DaemonSet/agent', []],
  ]);
  expect(shared.map(({ draft }) => draft.metadata.name)).toEqual(['all']);
});

it('gives a Service that selects the pods of two workloads to none of them', () => {
  const both = [workload('web'), workload('web', 'StatefulSet'), service('web', { app: 'web' })].map(sourced);
  const { components, shared } = made({ objects: both });
  expect(components.flatMap(({ objects }) => objects)).toEqual([]);
  expect(shared.map(({ draft: { kind } }) => kind)).toEqual(['Service']);
});

it('labels a workload, its pods and its Services with the component', () => {
  const [web] = made({ objects: SHOP }).components;
  const labels = {
    'app.kubernetes.io/managed-by': 'stoa',
    'stoa.dev/app-id': '7',
    'stoa.dev/component-id': web?.id,
    'stoa.dev/component-alias': `gr${web?.id.slice(-6)}`,
  };
  const pods = web?.workload.draft.spec as { template: { metadata: object }; selector: object };
  expect(web?.workload.draft.metadata.labels).toMatchObject({ 'model.stoa.dev/app': 'web', ...labels });
  expect(pods.template.metadata).toMatchObject({
    labels: { 'model.stoa.dev/app': 'web', 'stoa.dev/component-id': web?.id },
  });
  expect(pods.selector).toMatchObject({ matchLabels: { 'model.stoa.dev/app': 'web' } });
  expect(web?.objects[0]?.draft.metadata.labels).toMatchObject(labels);
});

it('makes hooks before an install in waves by weight, and what is no hook after them', () => {
  const { components } = made({
    objects: [sourced(workload('web'))],
    hooks: [hook(['pre-install'], 5), hook(['pre-install', 'pre-upgrade'], -5), hook(['post-install'], 0)],
  });
  expect(Object.fromEntries(components.map(({ key, dependsOn }) => [key, dependsOn]))).toEqual({
    'Job/pre-install-pre-upgrade--5': [],
    'Job/pre-install-5': ['Job/pre-install-pre-upgrade--5'],
    'Deployment/web': ['Job/pre-install-5'],
    'Job/post-install-0': ['Job/pre-install-5'],
  });
});

it('makes hooks of one weight before an install one after the other, by name', () => {
  const { components } = made({
    objects: [sourced(workload('web'))],
    hooks: ['migrate', 'create', 'seed'].map((name) => hook(['pre-install'], 0, job(name))),
  });
  expect(Object.fromEntries(components.map(({ key, dependsOn }) => [key, dependsOn]))).toEqual({
    'Job/create': [],
    'Job/migrate': ['Job/create'],
    'Job/seed': ['Job/migrate'],
    'Deployment/web': ['Job/seed'],
  });
});

it('tells notes with thousands of values of Secrets that begin alike', () => {
  const data = Object.fromEntries(Array.from({ length: 18_000 }, (_, at) => [`k${at}`, `aaaaaab${at}`]));
  const { chart } = made({
    objects: [sourced(secret('keys', data))],
    notes: `${'a'.repeat(5_000_000)}aaaaaab7`,
  });
  expect(chart?.notes).toHaveLength(4_096);
});

const UPGRADE = { revision: 2, id: 'second', runsHooks: true };

const HOOKS = [
  hook(['pre-install'], 0, secret('key', { password: 'p' })),
  hook(['pre-install'], 0, job('create')),
  hook(['pre-upgrade', 'post-install'], 0, job('migrate')),
  hook(['post-upgrade'], 0, job('check')),
];

it.each([
  ['an install', INSTALL, ['Job/create', 'Job/migrate'], []],
  ['an upgrade', UPGRADE, ['Job/migrate', 'Job/check'], []],
  ['a way back', { ...INSTALL, runsHooks: false }, [], ['create', 'migrate']],
])('runs the Jobs of the hooks of %s, whose other objects always stay', (_, release, jobs, staying) => {
  const { components, shared, withheld, notApplied } = made({ hooks: HOOKS }, {}, { release });
  expect(components.map(({ key }) => key)).toEqual(jobs);
  expect(withheld?.map(({ draft }) => draft.metadata.name)).toEqual(staying);
  const objects = [...shared, ...components.flatMap((each) => each.objects)];
  expect(objects.map(({ draft }) => draft.metadata.name)).toEqual(['key']);
  expect(notApplied).toEqual([]);
});

it('runs the Jobs of hooks once in each release', () => {
  const hooks = [hook(['pre-install', 'pre-upgrade'], 0, job('migrate'))];
  const idOf = (release: typeof INSTALL) =>
    made({ hooks }, {}, { release }).components.map(({ workload: { draft } }) =>
      fieldAt(draft.spec, ['template', 'metadata', 'annotations', 'stoa.dev/chart-release']),
    );
  expect([INSTALL, UPGRADE].map(idOf)).toEqual([['first'], ['second']]);
});

it('withholds the Jobs of a way back as the release before has made them', () => {
  const [before, after] = [true, false].map((runsHooks) =>
    made({ hooks: HOOKS }, {}, { release: { ...INSTALL, runsHooks } }),
  );
  expect(after?.withheld).toEqual(before?.components.map(({ workload }) => workload));
});

it('goes back to a version whose Jobs an install no longer makes', () => {
  const ofNode = job('migrate', { hostNetwork: true });
  const hooks = [hook(['pre-install'], 0, ofNode)];
  expect(refusal({ hooks })).not.toEqual([]);
  const back = { ...INSTALL, runsHooks: false };
  expect(made({ objects: SHOP, hooks }, {}, { release: back })).toMatchObject({ withheld: [] });
});

it('makes objects of hooks with the first Job after them, and changes the others once all are done', () => {
  const config = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
  const { components, shared, sharedAfter } = made({
    objects: [sourced(config('main')), sourced(workload('web'))],
    hooks: [
      hook(['pre-install'], -5, job('first')),
      hook(['pre-install'], 0, config('before')),
      hook(['pre-install'], 5, job('second')),
      hook(['pre-install'], 9, config('last')),
      hook(['post-install'], 0, config('after')),
    ],
  });
  const names = Object.fromEntries(
    components.map(({ key, objects }) => [key, objects.map(({ draft }) => draft.metadata.name)]),
  );
  expect(names).toEqual({ 'Deployment/web': [], 'Job/first': [], 'Job/second': ['before'] });
  expect(shared.map(({ draft }) => draft.metadata.name)).toEqual(['main', 'last', 'after']);
  expect(sharedAfter).toEqual(['Job/first', 'Job/second']);
});

it('deletes Jobs of hooks by the policies of the chart', () => {
  const deletePolicies = ['before-hook-creation', 'hook-succeeded', 'hook-failed'];
  const { components } = made({
    hooks: [{ ...hook(['pre-install'], 0), deletePolicies }, hook(['post-install'], 0)],
  });
  expect(components.map(({ deletedAfter }) => deletedAfter)).toEqual([['done', 'failed'], undefined]);
});

it('lists what an install does not make', () => {
  const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  const { notApplied } = made({
    hooks: [hook(['test'], 0), hook(['post-rollback'], 0), hook(['pre-delete'], 0)],
    crds: [{ source: 'shop/crds/a.yaml', object: crd }],
  });
  expect(notApplied.map(({ why }) => why)).toEqual([
    'definitions of custom resources belong to the whole cluster: the platform team installs them',
    'it is a test of the chart, which kubectl stoa test runs',
    'Job post-rollback-0 is not made: an install has no hooks for post-rollback',
    'Job pre-delete-0 is not made: an install has no hooks for pre-delete',
  ]);
});

it('tells of an object that Helm would keep, unless it is a volume', () => {
  const metadata = { name: 'data', annotations: { 'helm.sh/resource-policy': 'keep', note: 'mine' } };
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const { notApplied, shared } = made({
    objects: ['PersistentVolumeClaim', 'ConfigMap'].map((kind) =>
      sourced({ apiVersion: 'v1', kind, metadata, ...(kind === 'ConfigMap' ? {} : { spec }) }),
    ),
  });
  expect(notApplied.map(({ why }) => why)).toEqual([
    'ConfigMap data goes with its install: only volumes stay',
  ]);
  expect(shared.map(({ draft }) => draft.metadata.annotations)).toEqual([{ note: 'mine' }, { note: 'mine' }]);
});

it.each([null, '', 'team'])('makes an object with the namespace %j in its own', (namespace) => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace } };
  const { shared } = made({ objects: [sourced(object)] });
  expect(shared[0]?.draft.metadata).toMatchObject({ name: 'x', namespace: 'team' });
});

it('makes a Job that is no hook beside the components', () => {
  const { shared, components } = made({ objects: [sourced(job('migrate'))] });
  expect([shared.length, components.length]).toEqual([1, 0]);
});

it('tells what the chart is, and its notes without values of Secrets', () => {
  const { chart } = made({
    chart: { name: 'shop', version: '1.2.3', appVersion: '4.5' },
    objects: [sourced(secret('s', { password: 'correct horse' }))],
    notes: 'Log in with correct horse.',
  });
  expect(chart).toEqual({
    name: 'shop',
    version: '1.2.3',
    appVersion: '4.5',
    notes: 'Log in with (secret).',
  });
});

it('has no notes where values came from Secrets, in whatever form they have them', () => {
  const { chart } = made({ notes: 'Log in with HUNTER2.' }, {}, { fromSecrets: true });
  expect(chart).not.toHaveProperty('notes');
});

it('takes images from mirrors', () => {
  const { components } = made(
    { objects: [sourced(workload('web'))] },
    { mirrors: { 'example.com': 'mirror.local/x' } },
  );
  expect(JSON.stringify(components[0]?.workload)).toContain('mirror.local/x/main:1');
});

it.each([
  [
    'an object of the cluster',
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
    /ClusterRole is of no kind/,
  ],
  [
    'an Ingress that no rule can replace',
    { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', spec: { defaultBackend: {} } },
    /^Ingress x: spec.* spec\.routes: ignore leaves it out \(shop\/templates\/ingress\.yaml\)$/,
  ],
  [
    'an object of another namespace',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'kube-system' } },
    /ConfigMap x belongs to the namespace kube-system/,
  ],
  [
    'a namespace that is no text',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: { toString: 1 } } },
    /ConfigMap x belongs to the namespace of another kind/,
  ],
  ['an object of Stoa', { apiVersion: 'stoa.dev/v1alpha1', kind: 'MarketInstall' }, /Stoa's own kinds/],
])('is refused as a whole for %s', (_, object, why) => {
  const problems = refusal({ objects: [...SHOP, sourced({ metadata: { name: 'x' }, ...object })] });
  expect(problems).toContainEqual(expect.stringMatching(why));
});

const NOTED = { ...INSTALL, time: '2026-06-01T12:00:00Z' };

function podNotes(
  annotations: Readonly<Record<string, unknown>>,
  release: typeof INSTALL = NOTED,
  around: Partial<Surroundings> = {},
) {
  const web = workload('web');
  const template = fieldAt(web, ['spec', 'template']) as { metadata: object };
  const spec = {
    ...(web.spec as object),
    template: { ...template, metadata: { ...template.metadata, annotations } },
  };
  const { components } = made({ objects: [sourced({ ...web, spec })] }, around, { release });
  return fieldAt(components[0]?.workload.draft.spec, ['template', 'metadata', 'annotations']) as
    | Readonly<Record<string, string>>
    | undefined;
}

it.each([
  'rollme',
  'timestamp',
  'deployedAt',
  'build_id',
  'checksum/config',
  'rollout/time',
  'helm.sh/chart',
])('gives its pods the annotation %s without a grant: nobody else acts on it', (key) => {
  expect(podNotes({ [key]: 'x' })).toEqual({ [key]: 'x' });
});

it.each([
  ...['sidecar.istio.io/inject', 'linkerd.io/inject', 'vault.hashicorp.com/agent-inject', 'dapr.io/enabled'],
  ...['reloader.stakater.com/auto', 'k8s.v1.cni.cncf.io/networks', 'iam.amazonaws.com/role', 'cni'],
  ...['container.apparmor.security.beta.kubernetes.io/main', 'kubernetes.io/egress-bandwidth'],
  ...['io.kubernetes.cri-o.userns-mode', 'run.oci.handler', 'cluster-autoscaler.kubernetes.io/safe-to-evict'],
  ...['kubectl.kubernetes.io/restartedAt', 'mine.example.com/rollme'],
])('gives its pods no annotation %s, but replaces them when its value changes', (key) => {
  const [one, same, other] = ['x', 'x', 'y'].map((value) => podNotes({ [key]: value }));
  expect(Object.keys(one ?? {})).toEqual(['stoa.dev/left-annotations']);
  expect([isDeepStrictEqual(one, same), isDeepStrictEqual(one, other)]).toEqual([true, false]);
});

it('leaves the pods of a release of an earlier version of Stoa as they are', () => {
  expect(podNotes({ rollme: 'x', 'mine.example.com/rollme': 'x', 'checksum/a': 'y' }, INSTALL)).toEqual({
    'checksum/a': 'y',
  });
});

it('gives no other object than pods a private annotation', () => {
  const web = workload('web');
  const objects = [sourced({ ...web, metadata: { name: 'web', annotations: { rollme: 'x' } } })];
  const { components, notApplied } = made({ objects }, {}, { release: NOTED });
  expect(components[0]?.workload.draft.metadata.annotations).not.toHaveProperty('rollme');
  expect(notApplied.map(({ why }) => why)).toEqual([
    expect.stringContaining('spec.grants.annotations: [rollme] allows it'),
  ]);
});
