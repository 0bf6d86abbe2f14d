import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { placeRenderer } from '../../deploy/local/binaries/renderer.ts';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { parseConfig } from '../../src/config.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { CLAIMS, NAMESPACES, SECRETS } from '../../src/objects/core.ts';
import { installId, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { JOBS } from '../../src/objects/workload.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { accessKeyName, storeAccessKey } from '../../src/rest/resources/installs/writes.ts';
import type { Scope } from '../../src/rest/scope.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { openNode } from '../faults/node.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { app, templateOf } from '../support/template.ts';
import { isCompleted, type Restoring, restore, type Saving, save } from './support/backup.ts';
import { serving, storing, withPassword } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

/** Chart with generated values, stateful pods, a Job of a hook and one of its own. */
const CHART = {
  'templates/secret.yaml': `
apiVersion: v1
kind: Secret
metadata: { name: {{ .Release.Name }}-password }
stringData: { password: {{ randAlphaNum 12 | quote }} }
`,
  'templates/db.yaml': `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: {{ .Release.Name }}-db }
spec:
  serviceName: {{ .Release.Name }}-db
  selector: { matchLabels: { app: {{ .Release.Name }}-db } }
  template:
    metadata: { labels: { app: {{ .Release.Name }}-db } }
    spec:
      containers:
        - name: db
          image: registry.example.com/db:1
          env: [{ name: NAMESPACE, value: {{ .Release.Namespace }} }]
          volumeMounts: [{ name: data, mountPath: /data }]
  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: v1
kind: Service
metadata: { name: {{ .Release.Name }}-db }
spec: { clusterIP: None, selector: { app: {{ .Release.Name }}-db }, ports: [{ port: 5432 }] }
`,
  'templates/migrate.yaml': `
apiVersion: batch/v1
kind: Job
metadata: { name: {{ .Release.Name }}-migrate, annotations: { helm.sh/hook: "pre-install,pre-upgrade" } }
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - { name: migrate, image: registry.example.com/db:1, args: [{{ .Release.Namespace }}] }
---
apiVersion: batch/v1
kind: Job
metadata: { name: {{ .Release.Name }}-once }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: once, image: registry.example.com/db:1, args: [{{ .Release.Namespace }}] }]
`,
};

/** Part of a cluster that has an end. */
interface Closable {
  close(): Promise<void>;
}

/** Cluster with an operator that starts and stops. */
class Cluster {
  readonly client: KubeClient;
  readonly #plane: GatewayPlane;
  readonly #folder: string;
  readonly #node: Closable;
  #stop: (() => Promise<unknown>) | undefined;

  private constructor(client: KubeClient, plane: GatewayPlane, folder: string, node: Closable) {
    this.client = client;
    this.#plane = plane;
    this.#folder = folder;
    this.#node = node;
  }

  static async start(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-restore-'));
    const plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
    const client = await connect(plane.kubeconfig);
    return new Cluster(client, plane, folder, await openNode(client));
  }

  startStoa(): void {
    const { ca, server } = this.#plane.access;
    const headers = { Authorization: `Bearer ${this.#plane.operatorToken}` };
    const { http, https } = this.#plane.ports;
    const gateway = { namespace: 'stoa-system', name: 'stoa', http: { port: http }, https: { port: https } };
    const config = {
      gateway,
      market: { stores: ['127.0.0.0/8', '::1'] },
      operator: { metrics: '127.0.0.1:0', leaderElection: { enabled: false } },
    };
    const stop = new AbortController();
    const running = createOperator({
      access: { server, credentials: async () => ({ ca, headers }) },
      config: parseConfig(stringify(config), 'test'),
      log: createLog('silent'),
      registry: new Registry(),
    }).run(stop.signal);
    this.#stop = () => {
      stop.abort();
      return running;
    };
  }

  async stopStoa(): Promise<void> {
    await this.#stop?.();
    this.#stop = undefined;
  }

  async close(): Promise<void> {
    await this.stopStoa();
    await this.#node.close();
    await this.#plane.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

let here: Cluster;
let elsewhere: Cluster;
let shop: Shop;
let repository: ChartRepository;
let source: Team;
let saving: Saving;
/** State before the backup. */
let before: State;

beforeAll(async () => {
  await placeRenderer({ progress: silentProgress });
  here = await Cluster.start();
  elsewhere = await Cluster.start();
  shop = await Shop.open();
  repository = await ChartRepository.open();
  const model = templateOf([
    app('db', { ...withPassword, ...storing('data') }),
    app('web', { ...serving('web', true), ...withPassword }),
  ]);
  await shop.offer('model', '1.0', model);
  repository.offer('chart', '1.0.0', CHART);
  here.startStoa();
  elsewhere.startStoa();
  source = await used(here.client);
  saving = await save(here.client, source.namespace);
  before = await stateOf(here.client, source);
});

afterAll(async () => {
  await Promise.all([here?.close(), elsewhere?.close()]);
  repository?.close();
  await shop?.close();
});

function installsOf(client: KubeClient, team: Team): readonly Install[] {
  const market = { url: repository.url, type: 'helm' };
  const accessKeySecretRef = { name: accessKeyName('model') };
  return [
    new Install(client, team, shop, 'model', { market: { url: shop.store.url, accessKeySecretRef } }),
    new Install(client, team, shop, 'chart', { market }),
  ];
}

async function certify(team: Team): Promise<void> {
  const host = `s.${team.host}`;
  await team.certificate(1, await issueServer(await createAuthority(), host, [host]));
}

/** Team with a component, rules with and without a certificate, and installs of a model and of a chart. */
async function used(client: KubeClient): Promise<Team> {
  const team = await Team.create(client);
  await team.component('web');
  await certify(team);
  await team.rule('open');
  await team.rule('secured', { domainName: `s.${team.host}`, certificateId: 1 });
  const [model, chart] = installsOf(client, team);
  await model?.apply('1.0');
  await giveKey(client, team);
  await chart?.apply('1.0.0');
  await isReady(client, team);
  await eventually(async () => {
    const jobs = await client.list(JOBS, { namespace: team.namespace });
    expect(jobs).toHaveLength(2);
    expect(jobs.every(isCompleted)).toBe(true);
  });
  await eventually(async () => {
    const { metadata } = await client.get(SECRETS, {
      namespace: team.namespace,
      name: accessKeyName('model'),
    });
    expect(metadata.ownerReferences).toBeUndefined();
  });
  return team;
}

/** Stores the access key of the model's install, as the REST API does. */
async function giveKey(client: KubeClient, { namespace }: Team): Promise<void> {
  const install = await client.get(MARKET_INSTALLS, { namespace, name: 'model' });
  const scope: Pick<Scope, 'client' | 'namespace'> = { client, namespace };
  await storeAccessKey(scope, { install, isNew: true }, 'key-of-store');
}

async function isReady(client: KubeClient, team: Team): Promise<void> {
  await Promise.all([
    ...installsOf(client, team).map((install) => install.condition('Ready', 'True', undefined, 120_000)),
    ...['open', 'secured'].map((rule) => team.condition(rule, 'Accepted', 'True')),
  ]);
}

/** State that a restore must not change. */
interface State {
  readonly contents: readonly string[];
  /** Values of all Secrets, by `name/key`, without templates and records. */
  readonly values: Readonly<Record<string, string>>;
}

async function stateOf(client: KubeClient, { namespace }: Team): Promise<State> {
  const contents = await contentsOf(client, namespace);
  const secrets = await client.list(SECRETS, { namespace });
  const values = secrets
    .filter(({ type }) => type !== 'stoa.dev/template' && type !== 'kubernetes.io/tls')
    .flatMap(({ metadata, data = {} }) =>
      Object.entries(data)
        .filter(([key]) => key !== 'record.json')
        .map(([key, value]) => [`${metadata.name}/${key}`, value] as const),
    );
  return {
    contents: contents.filter((each) => !each.startsWith('Job ')),
    values: Object.fromEntries(values.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

async function uidsOf(client: KubeClient, { namespace }: Team): Promise<readonly string[]> {
  const claims = await client.list(CLAIMS, { namespace });
  return claims.map(({ metadata }) => metadata.uid).toSorted();
}

/** Deletes the namespace of a team, and waits until it is gone. */
async function deleteNamespace(client: KubeClient, { namespace }: Team): Promise<void> {
  const { uid } = (await client.get(NAMESPACES, { name: namespace })).metadata;
  await client.delete(NAMESPACES, { name: namespace, uid });
  await eventually(async () => {
    const names = (await client.list(NAMESPACES)).map(({ metadata }) => metadata.name);
    expect(names).not.toContain(namespace);
  }, 90_000);
}

/** Team whose namespace is about to get what was saved. */
interface Place {
  readonly client: KubeClient;
  readonly team: Team;
}

async function restoreAt({ client, team }: Place, some: Partial<Restoring> = {}): Promise<void> {
  const texts = { [source.host]: team.host };
  if (team.host !== source.host) {
    // Its hosts have other certificates.
    await certify(team);
  }
  await restore(client, saving, { namespace: team.namespace, owners: 'stripped', texts, ...some });
}

/** Expects that nothing is lost or changed at a place, and that all of it can be deleted. */
async function expectWhole({ client, team }: Place, claims: readonly string[]): Promise<void> {
  await isReady(client, team);
  await eventually(async () => expect(await stateOf(client, team)).toEqual(before), 90_000);
  await isReady(client, team);
  expect(await uidsOf(client, team)).toEqual(claims);
  // A Job that had run is in no backup, and does not run again.
  expect(await client.list(JOBS, { namespace: team.namespace })).toEqual([]);
}

async function remove({ client, team }: Place): Promise<void> {
  for (const install of installsOf(client, team)) {
    await install.remove();
  }
  const left = await contentsOf(client, team.namespace);
  const ofTeam = ['Deployment web', 'GatewayRule', 'Secret cert-1', 'Service web'];
  const ofInstalls = left.filter((each) => !ofTeam.some((own) => each.startsWith(own)));
  expect(
    ofInstalls.filter((each) => !/^(PersistentVolumeClaim|Secret (chart|model)-kept$)/.test(each)),
  ).toEqual([]);
  await deleteNamespace(client, team);
}

describe('a namespace that is restored', () => {
  it('is deleted before', async () => {
    expect(before.contents).toContain('StatefulSet chart-db');
    expect(Object.keys(before.values)).toEqual(
      expect.arrayContaining(['chart-password/password', 'model-access-key/accessKey']),
    );
    await deleteNamespace(here.client, source);
  });

  it.each([
    ['with owners, while Stoa runs', 'kept', true],
    ['with owners, before Stoa starts', 'kept', false],
    ['without owners, while Stoa runs', 'stripped', true],
    ['without owners, before Stoa starts', 'stripped', false],
  ] as const)(
    'has lost and changed nothing, here, in another namespace and in another cluster, %s',
    async (_, owners, runs) => {
      if (!runs) {
        await Promise.all([here.stopStoa(), elsewhere.stopStoa()]);
      }
      const places: readonly Place[] = [
        { client: here.client, team: await Team.create(here.client, source.id) },
        { client: here.client, team: await Team.create(here.client) },
        { client: elsewhere.client, team: await Team.create(elsewhere.client, source.id) },
      ];
      const claims = await Promise.all(
        places.map(async (place) => {
          await restoreAt(place, { owners });
          return await uidsOf(place.client, place.team);
        }),
      );
      if (!runs) {
        here.startStoa();
        elsewhere.startStoa();
      }
      await Promise.all(places.map((place, at) => expectWhole(place, claims[at] ?? [])));
      await Promise.all(places.map(remove));
    },
  );
});

describe('two namespaces from one backup', () => {
  it('do not fight: one goes, and the other stays', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async () => ({ client: here.client, team: await Team.create(here.client) })),
    );
    if (one === undefined || other === undefined) {
      throw new Error('there is no team');
    }
    await Promise.all([restoreAt(one), restoreAt(other)]);
    const claims = await uidsOf(here.client, other.team);
    await Promise.all([isReady(here.client, one.team), isReady(here.client, other.team)]);
    const ids = await Promise.all(
      [one, other].map(async ({ team: { namespace } }) =>
        (await here.client.list(MARKET_INSTALLS, { namespace })).map(installId).toSorted(),
      ),
    );
    expect(ids[0]).toEqual(ids[1]);
    await remove(one);
    await expectWhole(other, claims);
    await remove(other);
  });
});

/** Time (ms) for a test that waits three times for what is known within half a minute or a minute, on a loaded machine. */
const LONG = 400_000;

describe('generated values that a backup lacks', () => {
  const isKept = ({ kind, metadata }: KubeObject) => kind === 'Secret' && metadata.name.endsWith('-kept');

  it(
    'are not made anew beside volumes, until somebody says so, or brings them back',
    async () => {
      const team = await Team.create(here.client);
      const place = { client: here.client, team };
      const isVolume = ({ kind }: KubeObject) => kind === 'PersistentVolumeClaim';
      const isInstall = ({ kind }: KubeObject) => kind === 'MarketInstall';
      const isKey = ({ metadata }: KubeObject) => metadata.name === accessKeyName('model');
      await restoreAt(place, { only: (each) => isVolume(each) || isInstall(each) || isKey(each) });
      const [model, chart] = installsOf(here.client, team);
      const lost = await Promise.all(
        [model, chart].map((each) => each?.condition('Ready', 'False', 'ValuesLost')),
      );
      expect(lost.map((each) => each?.message)).toEqual([
        expect.stringContaining('kubectl create secret generic model-kept'),
        expect.stringContaining('kubectl create secret generic chart-kept'),
      ]);
      const namespace = team.namespace;
      const empty = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'model-kept', namespace },
        type: 'stoa.dev/kept',
      };
      await here.client.create(SECRETS, empty, 'user');
      await restoreAt(place, { only: (each) => isKept(each) && each.metadata.name === 'chart-kept' });
      await Promise.all([model, chart].map((each) => each?.condition('Ready', 'True', undefined, 120_000)));
      const { values } = await stateOf(here.client, team);
      expect(values['chart-password/password']).toBe(before.values['chart-password/password']);
      expect(values['model-kept/kept.json']).not.toBe(before.values['model-kept/kept.json']);
      // The install begins anew, and leaves what came with the label of another one.
      const key = { namespace, name: accessKeyName('model') };
      const { uid } = (await here.client.get(SECRETS, key)).metadata;
      await here.client.delete(SECRETS, { ...key, uid });
      await remove(place);
    },
    LONG,
  );

  it('are not made anew by an install that lives', async () => {
    const team = await used(here.client);
    const { values } = await stateOf(here.client, team);
    const names = ['model-kept', 'chart-kept'];
    const kept = await save(here.client, team.namespace);
    for (const name of names) {
      const { uid } = (await here.client.get(SECRETS, { namespace: team.namespace, name })).metadata;
      await here.client.delete(SECRETS, { namespace: team.namespace, name, uid });
    }
    const installs = installsOf(here.client, team);
    await Promise.all(installs.map((each) => each.condition('Ready', 'False', 'ValuesLost')));
    await restore(here.client, kept, { namespace: team.namespace, owners: 'stripped', only: isKept });
    await Promise.all(installs.map((each) => each.condition('Ready', 'True', undefined, 120_000)));
    expect((await stateOf(here.client, team)).values).toEqual(values);
    await remove({ client: here.client, team });
  });

  it('stay with the volumes of a deleted install, and the next one of its name has them', async () => {
    const team = await used(here.client);
    const { values } = await stateOf(here.client, team);
    const [model] = installsOf(here.client, team);
    await model?.remove();
    await model?.apply('1.0');
    await giveKey(here.client, team);
    await model?.condition('Ready', 'True');
    const after = await stateOf(here.client, team);
    const password = Object.keys(values).find((key) => key.startsWith('model-') && !key.includes('kept'));
    expect(password && after.values[password]).toBe(password && values[password]);
    await remove({ client: here.client, team });
  });
});
