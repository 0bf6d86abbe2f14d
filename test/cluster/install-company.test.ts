import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldAt } from '../../src/base/fields.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { clusterResource, type Resource } from '../../src/kube/resource.ts';
import { CONFIG_MAPS, SERVICES } from '../../src/objects/core.ts';
import { DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf, type Wire } from '../support/template.ts';
import { needs, serving } from './support/models.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, kubectl, Team } from './support/world.ts';

/** Policies that rewrite objects at admission (admissionregistration.k8s.io/v1). */
const POLICIES = clusterResource(
  'admissionregistration.k8s.io/v1',
  'MutatingAdmissionPolicy',
  'mutatingadmissionpolicies',
);
const BINDINGS = clusterResource(
  'admissionregistration.k8s.io/v1',
  'MutatingAdmissionPolicyBinding',
  'mutatingadmissionpolicybindings',
);

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

/** An install of a model in a team of its own, which is ready. */
async function installed(
  model: string,
  version = '1.0',
): Promise<{ readonly team: Team; readonly install: Install }> {
  const team = await Team.create(client);
  const install = new Install(client, team, shop, model, { name: 'shop', volumesOnDelete: 'delete' });
  await install.apply(version);
  await install.condition('Ready', 'True');
  return { team, install };
}

async function run(team: Team, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await kubectl([...args, '-n', team.namespace]);
  expect([code, stderr]).toEqual([0, expect.anything()]);
}

function patched(team: Team, target: string, patch: unknown): Promise<void> {
  return run(team, 'patch', target, '--type=strategic', '-p', JSON.stringify(patch));
}

/** Object of a team, as it is stored. */
function stored<T extends KubeObject>(resource: Resource<T>, team: Team, name: string): Promise<T> {
  return client.get(resource, { namespace: team.namespace, name });
}

/** Waits until Stoa has looked at the whole install once more: it brings back an object that was deleted. */
async function lookedAt(team: Team, install: Install, service = 'web'): Promise<void> {
  const { uid } = (await stored(SERVICES, team, service)).metadata;
  await client.delete(SERVICES, { namespace: team.namespace, name: service, uid });
  await eventually(async () => expect((await stored(SERVICES, team, service)).metadata.uid).not.toBe(uid));
  await install.condition('Ready', 'True');
}

/** Resources of a model that come along as they are. */
function bringing(...manifests: readonly object[]): Wire {
  return {
    k8s_resources: manifests.map((manifest) => {
      const { kind, metadata } = manifest as KubeObject;
      return { name: metadata.name, kind, content: JSON.stringify(manifest) };
    }),
  };
}

function container(image: string, more: object = {}) {
  return { name: 'main', image, ...more };
}

describe('what another client adds to an object of an install', () => {
  const pod = (spec: object) => ({ spec: { template: { spec } } });
  const ADDITIONS: readonly (readonly [string, string, unknown, Resource, string, string])[] = [
    [
      'an env',
      'deployment/shop-web',
      pod({ containers: [{ name: 'main', env: [{ name: 'TRACE', value: 'on' }] }] }),
      ...([DEPLOYMENTS, 'shop-web', '"TRACE"'] as const),
    ],
    [
      'a sidecar',
      'deployment/shop-web',
      pod({ containers: [{ name: 'proxy', image: 'example.com/proxy:1' }] }),
      ...([DEPLOYMENTS, 'shop-web', '"proxy"'] as const),
    ],
    [
      'a pull Secret',
      'deployment/shop-web',
      pod({ imagePullSecrets: [{ name: 'registry' }] }),
      ...([DEPLOYMENTS, 'shop-web', '"registry"'] as const),
    ],
    [
      'a toleration, where the model has none',
      'deployment/shop-web',
      pod({ tolerations: [{ key: 'spot', operator: 'Exists' }] }),
      ...([DEPLOYMENTS, 'shop-web', '"spot"'] as const),
    ],
    [
      'a volume with its mount',
      'deployment/shop-web',
      pod({
        volumes: [{ name: 'scratch', emptyDir: {} }],
        containers: [{ name: 'main', volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }] }],
      }),
      ...([DEPLOYMENTS, 'shop-web', '"/scratch"'] as const),
    ],
    [
      'a port',
      'service/web',
      { spec: { ports: [{ name: 'debug', port: 6060, targetPort: 6060 }] } },
      ...([SERVICES, 'web', '"debug"'] as const),
    ],
    ['a key', 'configmap/settings', { data: { mine: 'yes' } }, CONFIG_MAPS, 'settings', '"mine"'],
    [
      'a label and an annotation',
      'deployment/shop-web',
      { metadata: { labels: { owner: 'me' }, annotations: { 'example.com/seen': 'true' } } },
      ...([DEPLOYMENTS, 'shop-web', '"example.com/seen"'] as const),
    ],
  ];

  beforeAll(async () => {
    const settings = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings' },
      data: { a: '1' },
    };
    for (const [version, image] of [
      ['1.0', 'example.com/web:1'],
      ['2.0', 'example.com/web:2'],
    ] as const) {
      const { db, web } = {
        db: app('db', serving('db')),
        web: app('web', { ...needs('db'), ...serving('web') }),
      };
      const model = templateOf([db, { ...web, share_image: image }], bringing(settings));
      await shop.offer('plain', version, model);
    }
  });

  it.each(ADDITIONS)('stays, and is no drift: %s', async (_, target, patch, resource, name, trace) => {
    const { team, install } = await installed('plain');
    await patched(team, target, patch);
    const { generation } = (await stored(resource, team, name)).metadata;
    await lookedAt(team, install, target === 'service/web' ? 'db' : 'web');
    const after = await stored(resource, team, name);
    expect(after.metadata.generation).toBe(generation);
    expect(JSON.stringify({ ...after, metadata: { ...after.metadata, managedFields: [] } })).toContain(trace);
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    const upgraded = await stored(resource, team, name);
    expect(JSON.stringify({ ...upgraded, metadata: { ...upgraded.metadata, managedFields: [] } })).toContain(
      trace,
    );
    await install.remove();
  });
});

/** A policy for the namespace of a team that rewrites the objects of a resource, until the test ends. */
async function withPolicy(
  team: Team,
  kind: string,
  change: object,
  unless: string,
  work: () => Promise<void>,
) {
  const name = `company-${team.id}`;
  const group = kind === 'jobs' ? 'batch' : 'apps';
  const policy = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name },
    spec: {
      reinvocationPolicy: 'IfNeeded',
      matchConstraints: {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': team.namespace } },
        resourceRules: [
          { apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: [kind] },
        ],
      },
      matchConditions: [{ name: 'open', expression: `!(${unless})` }],
      mutations: [change],
    },
  };
  const { apiVersion } = policy;
  await client.create(POLICIES, policy, 'stoa-test');
  const binding = {
    apiVersion,
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name },
  };
  await client.create(BINDINGS, binding, 'stoa-test');
  try {
    await eventually(async () => expect(await isRewritten(team, kind)).toBe(true));
    await work();
  } finally {
    for (const resource of [BINDINGS, POLICIES]) {
      const { uid } = (await client.get(resource, { name })).metadata;
      await client.delete(resource, { name, uid });
    }
  }
}

/** Whether the API server applies the policy to a workload by now. */
async function isRewritten({ namespace }: Team, kind: string): Promise<boolean> {
  const probe = {
    metadata: { name: 'probe', namespace },
    spec: {
      ...(kind === 'jobs' ? {} : { selector: { matchLabels: { probe: 'x' } } }),
      template: {
        metadata: { labels: { probe: 'x' } },
        spec: {
          restartPolicy: kind === 'jobs' ? 'Never' : 'Always',
          containers: [container('example.com/probe:1')],
        },
      },
    },
  };
  const [resource, head] =
    kind === 'jobs'
      ? [JOBS, { apiVersion: 'batch/v1', kind: 'Job' }]
      : [DEPLOYMENTS, { apiVersion: 'apps/v1', kind: 'Deployment' }];
  const seen = await client.create<KubeObject>(resource, { ...head, ...probe }, 'stoa-test', {
    dryRun: true,
  });
  return JSON.stringify(seen).includes('mutated');
}

const CONTAINER = 'object.spec.template.spec.containers[0]';
const AT = '/spec/template/spec/containers/0';

/** Mutation of a policy by one operation of a JSON patch. */
function jsonPatch(operation: string): object {
  return { patchType: 'JSONPatch', jsonPatch: { expression: `[${operation}]` } };
}

describe('a policy that rewrites workloads at admission', () => {
  beforeAll(async () => {
    await shop.offer('mutated', '1.0', templateOf([app('web', serving('web'))]));
    await shop.offer('mutated', '2.0', templateOf([{ ...app('web', serving('web')), memory: 256 }]));
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'migrate' },
      spec: {
        template: { spec: { restartPolicy: 'Never', containers: [container('example.com/migrate:1')] } },
      },
    };
    await shop.offer('once', '1.0', templateOf([app('web', serving('web'))], bringing(job)));
  });

  it.each([
    [
      'replaces the image',
      jsonPatch(`JSONPatch{op: "replace", path: "${AT}/image", value: "mutated.example.com/web:1"}`),
      `${CONTAINER}.image.startsWith("mutated")`,
    ],
    [
      'adds an env',
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: {
          expression: `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: "main", env: [Object.spec.template.spec.containers.env{name: "mutated", value: "yes"}]}]}}}}`,
        },
      },
      `has(${CONTAINER}.env) && ${CONTAINER}.env.exists(e, e.name == "mutated")`,
    ],
    [
      'sets a label of pods',
      jsonPatch('JSONPatch{op: "add", path: "/spec/template/metadata/labels/mutated", value: "yes"}'),
      '"mutated" in object.spec.template.metadata.labels',
    ],
  ])('is no drift: %s', async (_, change, unless) => {
    const team = await Team.create(client);
    await withPolicy(team, 'deployments', change, unless, async () => {
      const install = new Install(client, team, shop, 'mutated', { name: 'shop' });
      await install.apply();
      await install.condition('Ready', 'True');
      const before = await stored(DEPLOYMENTS, team, 'shop-web');
      expect(JSON.stringify(before.spec)).toContain('mutated');
      await lookedAt(team, install);
      expect((await stored(DEPLOYMENTS, team, 'shop-web')).metadata.generation).toBe(
        before.metadata.generation,
      );
      await install.apply('2.0');
      await install.condition('Ready', 'True');
      await install.remove();
    });
  });

  it('runs a Job once', async () => {
    const team = await Team.create(client);
    const change = jsonPatch(
      `JSONPatch{op: "replace", path: "${AT}/image", value: "mutated.example.com/migrate:1"}`,
    );
    await withPolicy(team, 'jobs', change, `${CONTAINER}.image.startsWith("mutated")`, async () => {
      const install = new Install(client, team, shop, 'once', { name: 'shop' });
      await install.apply();
      await install.condition('Ready', 'True');
      const { uid } = (await stored(JOBS, team, 'migrate')).metadata;
      await lookedAt(team, install);
      expect((await stored(JOBS, team, 'migrate')).metadata.uid).toBe(uid);
      await install.remove();
    });
  });
});

describe('a Job', () => {
  const migrate = (image: string, more: object = {}) =>
    bringing({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'migrate' },
      spec: { ...more, template: { spec: { restartPolicy: 'Never', containers: [container(image)] } } },
    });
  const load = (image: string) => [
    app('web', serving('web')),
    app('load', { extend_method: 'job', share_image: image }),
  ];

  beforeAll(async () => {
    await shop.offer(
      'brief',
      '1.0',
      templateOf(load('load:1'), migrate('m:1', { ttlSecondsAfterFinished: 1 })),
    );
    await shop.offer(
      'brief',
      '1.1',
      templateOf([...load('load:1'), app('more')], migrate('m:1', { ttlSecondsAfterFinished: 1 })),
    );
    await shop.offer('lasting', '1.0', templateOf(load('load:1'), migrate('m:1')));
    await shop.offer('lasting', '2.0', templateOf(load('load:2'), migrate('m:2')));
  });

  const jobsOf = async ({ namespace }: Team) =>
    (await client.list(JOBS, { namespace })).map(({ metadata }) => `${metadata.name} ${metadata.uid}`);

  it('that its time to live has deleted is done, also for a version that has the same', async () => {
    const { team, install } = await installed('brief');
    await eventually(async () => expect((await jobsOf(team)).join()).not.toContain('migrate'));
    await lookedAt(team, install);
    await install.apply('1.1');
    await install.condition('Ready', 'True');
    await lookedAt(team, install);
    expect((await jobsOf(team)).join()).not.toContain('migrate');
    await install.remove();
  });

  it('that a user has deleted is done, and runs again for a version with another template', async () => {
    const { team, install } = await installed('lasting');
    await run(team, 'delete', 'jobs', '--all');
    await lookedAt(team, install);
    expect(await jobsOf(team)).toEqual([]);
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    const again = (await client.list(JOBS, { namespace: team.namespace })).map(({ spec }) =>
      JSON.stringify(spec.template),
    );
    expect(again.join()).toMatch(/m:2/);
    expect(again.join()).toMatch(/load:2/);
    await install.remove();
  });
});

describe('the number of replicas', () => {
  beforeAll(async () => {
    const scaler = (name: string, kind = 'Deployment') => ({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'scaler' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind, name },
        minReplicas: 3,
        maxReplicas: 5,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
      },
    });
    const worker = (image: string) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'worker' },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: 'worker' } },
        template: { metadata: { labels: { app: 'worker' } }, spec: { containers: [container(image)] } },
      },
    });
    const many = app('web', { ...serving('web'), extend_method: 'stateless_multiple' });
    for (const [version, image] of [
      ['1.0', 'w:1'],
      ['2.0', 'w:2'],
    ] as const) {
      await shop.offer('scaled', version, templateOf([many], bringing(worker(image), scaler('worker'))));
      await shop.offer('plainly', version, templateOf([{ ...many, share_image: image }]));
    }
  });

  it('is that of the autoscaler of the model', async () => {
    const { team, install } = await installed('scaled');
    await eventually(async () => expect((await stored(DEPLOYMENTS, team, 'worker')).spec.replicas).toBe(3));
    await lookedAt(team, install);
    expect((await stored(DEPLOYMENTS, team, 'worker')).spec.replicas).toBe(3);
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    expect((await stored(DEPLOYMENTS, team, 'worker')).spec.replicas).toBe(3);
    await install.remove();
  });

  it('is that of an autoscaler beside it, and the status says so', async () => {
    const { team, install } = await installed('plainly');
    const { metadata, spec } = await stored(DEPLOYMENTS, team, 'shop-web');
    expect(spec.replicas).toBe(1);
    await run(team, 'autoscale', 'deployment/shop-web', '--min=2', '--max=4', '--cpu=80%');
    await eventually(async () => expect((await stored(DEPLOYMENTS, team, 'shop-web')).spec.replicas).toBe(2));
    await lookedAt(team, install);
    await install.apply('2.0');
    const { message } = await install.condition('Applied', 'True');
    expect(message).toContain('kube-controller-manager sets the replicas of web');
    const after = await stored(DEPLOYMENTS, team, 'shop-web');
    expect([after.spec.replicas, after.metadata.uid]).toEqual([2, metadata.uid]);
    expect((await install.get()).status?.components?.[0]?.scaledBy).toBe('kube-controller-manager');
    await install.remove();
  });

  it('is that of a person who says so, and stops with the install', async () => {
    const { team, install } = await installed('plainly');
    await run(team, 'annotate', 'deployment/shop-web', 'stoa.dev/keep-replicas=true');
    await run(team, 'scale', 'deployment/shop-web', '--replicas=2');
    await lookedAt(team, install);
    expect((await stored(DEPLOYMENTS, team, 'shop-web')).spec.replicas).toBe(2);
    await install.apply('1.0', { deploy: false });
    await install.condition('Ready', 'True');
    expect((await stored(DEPLOYMENTS, team, 'shop-web')).spec.replicas).toBe(0);
    await install.remove();
  });
});

describe('a version that changes what cannot be changed', () => {
  const meta = { name: 'part' };
  const job = (completions: number) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: meta,
    spec: { completions, template: { spec: { restartPolicy: 'Never', containers: [container('m:1')] } } },
  });
  const service = (more: object) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: meta,
    spec: { ...more, selector: { a: 'b' }, ports: [{ name: 'p', port: 8080 }] },
  });
  const set = (serviceName: string) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: meta,
    spec: {
      serviceName,
      selector: { matchLabels: { app: 'part' } },
      template: { metadata: { labels: { app: 'part' } }, spec: { containers: [container('m:1')] } },
    },
  });
  const CHANGES: readonly (readonly [
    string,
    object,
    object,
    Resource,
    (object: KubeObject) => unknown,
    unknown,
  ])[] = [
    ['completions of a Job', job(1), job(2), JOBS, (object) => fieldAt(object, ['spec', 'completions']), 2],
    [
      'data of an immutable ConfigMap',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, immutable: true, data: { a: '1' } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, immutable: true, data: { a: '2' } },
      CONFIG_MAPS,
      (object) => fieldAt(object, ['data', 'a']),
      '2',
    ],
    [
      'a Service that gets no address',
      service({}),
      service({ clusterIP: 'None' }),
      SERVICES,
      (object) => fieldAt(object, ['spec', 'clusterIP']),
      'None',
    ],
    [
      'a Service that gets an address',
      service({ clusterIP: 'None' }),
      service({}),
      SERVICES,
      (object) => fieldAt(object, ['spec', 'clusterIP']) !== 'None',
      true,
    ],
  ];

  it.each(CHANGES)(
    'is in place after its object is created again: %s',
    async (_, before, after, resource, partOf, expected) => {
      const name = `fixed-${(before as KubeObject).kind.toLowerCase()}-${CHANGES.findIndex(([, one]) => one === before)}`;
      await shop.offer(name, '1.0', templateOf([app('web', serving('web'))], bringing(before)));
      await shop.offer(name, '2.0', templateOf([app('web', serving('web'))], bringing(after)));
      const { team, install } = await installed(name);
      const { uid } = (await stored(resource, team, 'part')).metadata;
      await install.apply('2.0');
      await install.condition('Ready', 'True');
      const object = await stored(resource, team, 'part');
      expect([partOf(object), object.metadata.uid === uid]).toEqual([expected, false]);
      await lookedAt(team, install);
      expect((await stored(resource, team, 'part')).metadata.uid).toBe(object.metadata.uid);
      await install.remove();
    },
  );

  it('is refused with the way out where data would be at risk', async () => {
    await shop.offer('fixed-set', '1.0', templateOf([app('web', serving('web'))], bringing(set('one'))));
    await shop.offer('fixed-set', '2.0', templateOf([app('web', serving('web'))], bringing(set('two'))));
    const { team, install } = await installed('fixed-set');
    await install.apply('2.0');
    const { message } = await install.condition('Applied', 'False', 'Rejected');
    expect(message).toContain('kubectl delete statefulset part');
    const command = /kubectl (delete statefulset .* --cascade=orphan)/.exec(message)?.[1] ?? '';
    expect((await kubectl(command.split(' '))).code).toBe(0);
    await install.condition('Ready', 'True', undefined, 90_000);
    // The deletion ends when the garbage collector has let the pods go, and only then there is another one.
    await eventually(async () =>
      expect(fieldAt(await stored(STATEFUL_SETS, team, 'part'), ['spec', 'serviceName'])).toBe('two'),
    );
    await install.remove();
  });
});

describe('an install in company', () => {
  beforeAll(async () => {
    for (const [version, image] of [
      ['1.0', 'web:1'],
      ['2.0', 'web:2'],
    ] as const) {
      await shop.offer(
        'company',
        version,
        templateOf([{ ...app('web', serving('web')), share_image: image }, app('other')]),
      );
    }
  });

  it('says that a Deployment is paused, and how to resume it', async () => {
    const { team, install } = await installed('company');
    await run(team, 'rollout', 'pause', 'deployment/shop-web');
    await install.apply('2.0');
    await eventually(async () => {
      const { message } = await install.condition('Applied', 'False', 'Progressing');
      expect(message).toContain(`kubectl rollout resume deployment/shop-web -n ${team.namespace}`);
    });
    await run(team, 'rollout', 'resume', 'deployment/shop-web');
    await install.condition('Ready', 'True');
    await install.remove();
  });

  it('restarts when a user says so, and is not undone', async () => {
    const { team, install } = await installed('company');
    await run(team, 'rollout', 'restart', 'deployment/shop-web');
    const { generation } = (await stored(DEPLOYMENTS, team, 'shop-web')).metadata;
    await lookedAt(team, install);
    expect((await stored(DEPLOYMENTS, team, 'shop-web')).metadata.generation).toBe(generation);
    await install.remove();
  });

  it('corrects a field once, and then tells who takes it, while the rest goes on', async () => {
    const { team, install } = await installed('company');
    const take = () =>
      run(team, 'set', 'image', 'deployment/shop-web', 'main=example.com/mine:1', '--field-manager=rival');
    const image = async () =>
      (await stored(DEPLOYMENTS, team, 'shop-web')).spec.template?.spec.containers[0]?.image;
    await take();
    await eventually(async () => expect(await image()).toBe('web:1'));
    await install.condition('Ready', 'True');
    await take();
    const { message } = await install.condition('Applied', 'False', 'FieldsContested');
    expect(message).toContain(
      'Deployment shop-web: rival changes spec.template.spec.containers[name=main].image',
    );
    expect(await image()).toBe('example.com/mine:1');
    const { uid } = (await stored(DEPLOYMENTS, team, 'shop-other')).metadata;
    await client.delete(DEPLOYMENTS, { namespace: team.namespace, name: 'shop-other', uid });
    await eventually(async () =>
      expect((await stored(DEPLOYMENTS, team, 'shop-other')).metadata.uid).not.toBe(uid),
    );
    expect(await image()).toBe('example.com/mine:1');
    await install.apply('2.0');
    await install.condition('Ready', 'True');
    expect(await image()).toBe('web:2');
    await install.remove();
  });
});
