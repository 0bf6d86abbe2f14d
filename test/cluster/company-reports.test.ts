import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { CLAIMS, SERVICE_ACCOUNTS, SERVICES } from '../../src/objects/core.ts';
import { AUTOSCALERS } from '../../src/objects/installable.ts';
import { DEPLOYMENTS, JOBS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { reaches } from '../support/reaches.ts';
import { app, templateOf } from '../support/template.ts';
import { Company } from './support/company.ts';
import { serving, storing } from './support/models.ts';
import { Shop } from './support/shop.ts';
import { connect } from './support/world.ts';

// Public reports on other software, each played with an install of Stoa in its place; test/cases/README.md lists them.

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

/** An object of Kubernetes that a model brings along. */
function brought(kind: string, content: string) {
  return { name: kind.toLowerCase(), kind, content };
}

/** Fields of a component with so many pods. */
function pods(count: number) {
  return { extend_method: 'stateless_multiple', extend_method_map: { min_node: count } };
}

it('a restart by kubectl goes through to its end (open-telemetry/opentelemetry-operator#1300)', async () => {
  const company = await Company.of(client, shop, 'restarted', templateOf([app('web', pods(2))]));
  await company.kubectl('rollout', 'restart', 'deployment/i-web');
  await company.kubectl('rollout', 'status', 'deployment/i-web', '--timeout=60s');
  const { spec } = await company.isLeft(DEPLOYMENTS, 'i-web');
  const annotations = { 'kubectl.kubernetes.io/restartedAt': expect.any(String) };
  expect(spec.template).toMatchObject({ metadata: { annotations } });
});

it('an annotation that another controller puts on a Service stays (minio/operator#2171)', async () => {
  const company = await Company.of(client, shop, 'annotated', templateOf([app('web', serving('web'))]));
  await company.kubectl('annotate', 'service/web', 'pool.example.com/allocated-from=public');
  const { metadata } = await company.isLeft(SERVICES, 'web');
  expect(metadata.annotations).toMatchObject({ 'pool.example.com/allocated-from': 'public' });
});

it('a finalizer that another controller puts on a Service stays, and holds its deletion up (dragonflydb/dragonfly-operator#334)', async () => {
  const company = await Company.of(client, shop, 'held', templateOf([app('web', serving('web'))]));
  const finalizers = (list: readonly string[]) => JSON.stringify({ metadata: { finalizers: list } });
  await company.kubectl('patch', 'service/web', '--type=merge', '-p', finalizers(['vpn.example.com/hold']));
  expect((await company.isLeft(SERVICES, 'web')).metadata.finalizers).toEqual(['vpn.example.com/hold']);
  await company.kubectl('delete', 'mi/i', '--wait=false');
  const { namespace } = company.team;
  await reaches(client, SERVICES, { namespace, name: 'web' }, ({ metadata }) => {
    expect(metadata.deletionTimestamp).toBeDefined();
  });
  await company.kubectl('patch', 'service/web', '--type=merge', '-p', finalizers([]));
  await eventually(async () =>
    expect(await company.kubectl('get', 'mi', '-o', 'name')).not.toContain('/i\n'),
  );
});

it('a volume that was expanded beside the install keeps its size through an upgrade (VictoriaMetrics/operator#1747)', async () => {
  const web = (image: string) => templateOf([app('web', { ...storing('data'), share_image: image })]);
  const company = await Company.of(
    client,
    shop,
    'expanded',
    web('example.com/web:1'),
    web('example.com/web:2'),
  );
  await company.kubectl('patch', 'storageclass/local', '--type=merge', '-p', '{"allowVolumeExpansion":true}');
  const [claim] = await client.list(CLAIMS, { namespace: company.team.namespace });
  const name = claim?.metadata.name ?? '';
  const size = JSON.stringify({ spec: { resources: { requests: { storage: '40Gi' } } } });
  await company.kubectl('patch', `pvc/${name}`, '--type=merge', '-p', size);
  await company.isLeft(CLAIMS, name);
  await company.install.apply('2.0');
  await company.install.condition('Ready', 'True');
  expect((await company.isLeft(CLAIMS, name)).spec.resources?.requests).toEqual({ storage: '40Gi' });
});

it('Secrets that the cluster adds to a ServiceAccount stay (stacklok/toolhive#3622)', async () => {
  const account = (mark: string) =>
    templateOf([app('web')], {
      k8s_resources: [
        brought(
          'ServiceAccount',
          `apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: runner, labels: { mark: "${mark}" } }\n`,
        ),
      ],
    });
  const company = await Company.of(client, shop, 'account', account('one'), account('two'));
  const added = { secrets: [{ name: 'token-1' }], imagePullSecrets: [{ name: 'pull-1' }] };
  await company.kubectl('patch', 'serviceaccount/runner', '--type=merge', '-p', JSON.stringify(added));
  expect(await company.isLeft(SERVICE_ACCOUNTS, 'runner')).toMatchObject(added);
  await company.install.apply('2.0');
  await company.install.condition('Ready', 'True');
  expect(await company.isLeft(SERVICE_ACCOUNTS, 'runner')).toMatchObject({
    ...added,
    metadata: { labels: { 'model.stoa.dev/mark': 'two' } },
  });
});

it('a Job that vanishes the moment it ends is done, until a version changes it (haproxytech/helm-charts#213)', async () => {
  const job = (image: string) =>
    templateOf([app('web')], {
      k8s_resources: [
        brought(
          'Job',
          `apiVersion: batch/v1\nkind: Job\nmetadata: { name: migrate }\nspec:\n  ttlSecondsAfterFinished: 0\n  template: { spec: { restartPolicy: Never, containers: [{ name: a, image: "${image}" }] } }\n`,
        ),
      ],
    });
  const company = await Company.of(
    client,
    shop,
    'once',
    job('example.com/m:1'),
    job('example.com/m:1'),
    job('example.com/m:2'),
  );
  const runs = async () => {
    const events = await company.kubectl(
      'get',
      'events',
      '--field-selector',
      'reason=Completed',
      '-o',
      'json',
    );
    const { items } = JSON.parse(events) as {
      readonly items: readonly { involvedObject: { uid: string } }[];
    };
    return new Set(items.map(({ involvedObject }) => involvedObject.uid)).size;
  };
  for (const [version, expected] of [
    ['1.0', 1],
    ['2.0', 1],
    ['3.0', 2],
  ] as const) {
    await company.install.apply(version);
    await company.install.condition('Ready', 'True');
    await eventually(async () => expect(await runs()).toBe(expected));
    await company.calm();
    expect([await runs(), await client.list(JOBS, { namespace: company.team.namespace })]).toEqual([
      expected,
      [],
    ]);
  }
});

it('replicas that an autoscaler beside the install holds stay through an upgrade that says fewer (kubernetes/kubernetes#67135)', async () => {
  const company = await Company.of(
    client,
    shop,
    'scaled',
    templateOf([app('web', pods(2))]),
    templateOf([app('web', pods(1))]),
  );
  await company.kubectl('autoscale', 'deployment/i-web', '--min=4', '--max=6', '--cpu-percent=80');
  const target = { namespace: company.team.namespace, name: 'i-web' };
  await reaches(client, DEPLOYMENTS, target, ({ spec }) => expect(spec.replicas).toBe(4));
  await company.install.apply('2.0');
  await company.install.condition('Ready', 'True');
  expect((await company.isLeft(DEPLOYMENTS, 'i-web')).spec.replicas).toBe(4);
});

it('numbers with colons stay texts, as kubectl reads them (docker/compose#103)', async () => {
  const content =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ports }\ndata:\n  ssh: 49100:22\n  at: 1:59\n';
  const model = templateOf([app('web')], { k8s_resources: [brought('ConfigMap', content)] });
  const company = await Company.of(client, shop, 'colons', model);
  expect(JSON.parse(await company.kubectl('get', 'configmap/ports', '-o', 'json'))).toMatchObject({
    data: { ssh: '49100:22', at: '1:59' },
  });
});

it('an env that a model has twice is one, with the last value (kyverno/kyverno#10026)', async () => {
  const content =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: twice }\nspec:\n  selector: { matchLabels: { app: twice } }\n  template:\n    metadata: { labels: { app: twice } }\n    spec: { containers: [{ name: a, image: "example.com/a:1", env: [{ name: HELLO, value: "1" }, { name: HELLO, value: "2" }] }] }\n';
  const twice = ['1', '2'].map((attr_value) => ({ attr_name: 'HELLO', attr_value }));
  const web = app('web', { service_env_map_list: twice });
  const model = templateOf([web], { k8s_resources: [brought('Deployment', content)] });
  const company = await Company.of(client, shop, 'twice', model);
  const { spec } = await company.isLeft(DEPLOYMENTS, 'twice');
  expect(spec.template).toMatchObject({ spec: { containers: [{ env: [{ name: 'HELLO', value: '2' }] }] } });
});

it('what the API server writes in another form, fills in or drops is no drift (Argo CD, kapp: their own cases)', async () => {
  const content =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: forms }\nspec:\n  selector: { matchLabels: { app: forms } }\n  template:\n    metadata: { labels: { app: forms } }\n    spec: { containers: [{ name: a, image: "example.com/a:1", resources: { requests: { cpu: 0.5, memory: 1024Mi }, limits: { cpu: "1000m" } } }] }\nstatus: { replicas: 7 }\n';
  const model = templateOf([app('web', serving('web'))], { k8s_resources: [brought('Deployment', content)] });
  const company = await Company.of(client, shop, 'forms', model);
  const resources = { requests: { cpu: '500m', memory: '1Gi' }, limits: { cpu: '1' } };
  const { template } = (await company.isLeft(DEPLOYMENTS, 'forms')).spec;
  expect(template).toMatchObject({ spec: { containers: [{ resources }] } });
  const { spec } = await company.isLeft(SERVICES, 'web');
  expect(spec).toMatchObject({ clusterIP: expect.stringMatching(/./) });
});

it('a field of the model that somebody edits is put back, once (Argo CD, Flux: undone edits)', async () => {
  const company = await Company.of(client, shop, 'edited', templateOf([app('web')]));
  await company.kubectl('set', 'image', 'deployment/i-web', '*=example.com/other:9');
  const { spec } = await company.isLeft(DEPLOYMENTS, 'i-web');
  expect(spec.template).toMatchObject({ spec: { containers: [{ image: 'registry.example.com/web:1' }] } });
});

it('the metrics of an autoscaler in another order are put back, once (kubernetes/kubernetes#74099)', async () => {
  const metric = (name: string) =>
    `{ type: Resource, resource: { name: ${name}, target: { type: Utilization, averageUtilization: 70 } } }`;
  const worker =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: worker }\nspec:\n  selector: { matchLabels: { app: worker } }\n  template:\n    metadata: { labels: { app: worker } }\n    spec: { containers: [{ name: a, image: "example.com/a:1" }] }\n';
  const scaler = `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: worker }\nspec:\n  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: worker }\n  maxReplicas: 3\n  metrics: [${metric('cpu')}, ${metric('memory')}]\n`;
  const k8s_resources = [brought('Deployment', worker), brought('HorizontalPodAutoscaler', scaler)];
  const model = templateOf([app('web')], { k8s_resources });
  const company = await Company.of(client, shop, 'reordered', model);
  const metricsOf = (object: KubeObject) =>
    (object as KubeObject & { readonly spec: { readonly metrics: readonly object[] } }).spec.metrics;
  const metrics = metricsOf(await company.get(AUTOSCALERS, 'worker'));
  await company.kubectl(
    'patch',
    'hpa/worker',
    '--type=merge',
    '-p',
    JSON.stringify({ spec: { metrics: metrics.toReversed() } }),
  );
  expect(metricsOf(await company.isLeft(AUTOSCALERS, 'worker'))).toEqual(metrics);
});

it('a field that Kubernetes does not know does not hold an install up (Argo CD: unknown fields)', async () => {
  const content =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: unknown }\nspec:\n  colour: blue\n  selector: { matchLabels: { app: unknown } }\n  template:\n    metadata: { labels: { app: unknown } }\n    spec: { containers: [{ name: a, image: "example.com/a:1", flavour: sweet }] }\n';
  const model = templateOf([app('web')], { k8s_resources: [brought('Deployment', content)] });
  const company = await Company.of(client, shop, 'unknown', model);
  await company.isLeft(DEPLOYMENTS, 'unknown');
});
