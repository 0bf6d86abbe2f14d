import { EventEmitter, on } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LABELS } from '../../../src/api/group.ts';
import { componentSources } from '../../../src/component/caches.ts';
import { Pace } from '../../../src/controller/pace.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { startWatches } from '../../../src/controller/watches.ts';
import { cacheOf, type MarketCaches } from '../../../src/install/caches.ts';
import { installWatches } from '../../../src/install/watches.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { CONFIG_MAPS, SECRETS } from '../../../src/objects/core.ts';
import {
  APPLICATIONS,
  type Application,
  GATEWAY_RULES,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../../src/objects/stoa.ts';
import { DEPLOYMENTS, PODS, type Workload } from '../../../src/objects/workload.ts';
import { installOf as installNamed } from '../../support/applications.ts';
import { silent } from '../../support/log.ts';
import { marketCaches } from '../../support/marketcaches.ts';
import { drain } from '../../support/queue.ts';
import { POD_STATUS, podOf, workloadOf } from '../../support/workloads.ts';

/** An API server with nothing in it whose watches show what a test says. */
class Server {
  /** Each watch listens, and Node takes more than ten for a leak. */
  readonly #told = new EventEmitter().setMaxListeners(0);
  /** Watches that are open. */
  watches = 0;
  #version = 1;

  async *pages() {
    yield { metadata: { resourceVersion: '1' }, items: [] };
  }

  async *watch({ plural }: Resource, _: string, { signal }: { readonly signal: AbortSignal }) {
    this.watches += 1;
    for await (const [object] of on(this.#told, plural, { signal })) {
      yield { type: 'MODIFIED', object };
    }
  }

  async show({ plural }: Resource, object: KubeObject): Promise<void> {
    this.#told.emit(plural, this.stamped(object));
    await nextTurn();
  }

  stamped<T extends KubeObject>(object: T): T {
    this.#version += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
  }
}

const OWNED = { [LABELS.install]: 'uid-shop' };

let server: Server;
let caches: MarketCaches;
let queue: WorkQueue;
let pace: Pace;
let stop: AbortController;
let edits = 0;

beforeEach(async () => {
  server = new Server();
  queue = new WorkQueue();
  pace = new Pace(500);
  stop = new AbortController();
  const client = server as unknown as KubeClient;
  const all = marketCaches([DEPLOYMENTS, CONFIG_MAPS, GATEWAY_RULES], { client, log: silent });
  caches = all;
  startWatches(installWatches(caches), queue, pace);
  const {
    namespaces: _,
    secretNames,
    configMapNames,
    storageClasses: _classes,
    accounts: _accounts,
    made,
    ...components
  } = all;
  const sources = [
    ...componentSources(components),
    secretNames,
    configMapNames,
    ...made.map(({ cache }) => cache),
  ];
  for (const source of sources) {
    void source.run(stop.signal);
  }
  // What applications adopt needs no watch of its own.
  while (server.watches < sources.length - 1) {
    await nextTurn();
  }
  await server.show(MARKET_INSTALLS, install(true));
  await server.show(DEPLOYMENTS, deployment());
  await server.show(CONFIG_MAPS, file('a'));
  await server.show(GATEWAY_RULES, rule('True', 'valid'));
  await server.show(PODS, pod('starting', POD_STATUS.unready));
  await drain(queue);
});

afterEach(() => stop.abort());

/** The install after one edit more. */
function install(deploy: boolean, inPlace = false): MarketInstall {
  const { spec, ...rest } = installNamed('shop', inPlace);
  edits += 1;
  const conditions = rest.status?.conditions?.map((each) => ({ ...each, observedGeneration: edits })) ?? [];
  const metadata = { ...rest.metadata, generation: edits };
  return { ...rest, metadata, spec: { ...spec, deploy }, status: { ...rest.status, conditions } };
}

function deployment(status: Workload['status'] = {}, annotations = {}, replicas = 1): Workload {
  return workloadOf('Deployment', { replicas }, status, { labels: OWNED, annotations });
}

function file(text: string): KubeObject {
  const metadata = { ...workloadOf('Deployment').metadata, labels: OWNED };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'web.conf': text } } as KubeObject;
}

function rule(status: 'True' | 'False', message: string): KubeObject {
  const metadata = { ...workloadOf('Deployment').metadata, labels: OWNED, generation: 1 };
  const accepted = { type: 'Accepted', status, reason: 'Any', message, observedGeneration: 1 };
  return {
    kind: 'GatewayRule',
    metadata,
    spec: {},
    status: { conditions: [accepted] },
  } as unknown as KubeObject;
}

function pod(name: string, status: object): KubeObject {
  return podOf(name, status, { labels: OWNED });
}

it.each<[string, Resource, KubeObject]>([
  ['a workload that becomes ready', DEPLOYMENTS, deployment(readyOf(1))],
  ['an edited workload', DEPLOYMENTS, deployment({}, {}, 3)],
  ['an edited annotation', DEPLOYMENTS, deployment({}, { note: 'mine' })],
  ['an edited ConfigMap', CONFIG_MAPS, file('b')],
  ['a rule that is refused', GATEWAY_RULES, rule('False', 'taken')],
  ['a pod while it rolls out', PODS, pod('web-1', POD_STATUS.crashing)],
  ['an edit of the install', MARKET_INSTALLS, install(false)],
])('%s enqueues the install', async (_, resource, object) => {
  await server.show(resource, object);
  expect(await drain(queue)).toEqual(['team/shop']);
});

function readyOf(replicas: number) {
  return { replicas, readyReplicas: replicas, updatedReplicas: replicas, availableReplicas: replicas };
}

it.each<[string, Resource, KubeObject]>([
  ['a status that does not change readiness', DEPLOYMENTS, deployment({ readyReplicas: 1 })],
  ['an annotation of Kubernetes', DEPLOYMENTS, deployment({}, { 'deployment.kubernetes.io/revision': '2' })],
  ['an unchanged ConfigMap', CONFIG_MAPS, file('a')],
  ['a rule that stays accepted', GATEWAY_RULES, rule('True', 'still valid')],
])('%s enqueues nothing', async (_, resource, object) => {
  await server.show(resource, object);
  expect(await drain(queue)).toEqual([]);
});

it('the readiness of workloads counts only with deploy, and pods only during a rollout', async () => {
  await server.show(MARKET_INSTALLS, install(false));
  await drain(queue);
  await server.show(DEPLOYMENTS, deployment(readyOf(1)));
  await server.show(PODS, pod('web-1', POD_STATUS.crashing));
  expect(await drain(queue)).toEqual([]);
  await server.show(MARKET_INSTALLS, install(true, true));
  await drain(queue);
  await server.show(PODS, pod('web-1', POD_STATUS.ready));
  expect(await drain(queue)).toEqual([]);
  await server.show(DEPLOYMENTS, deployment());
  expect(await drain(queue)).toEqual(['team/shop']);
});

it.each(['ConfigMap', 'Secret'] as const)(
  'a %s with values enqueues the installs that name it',
  async (kind) => {
    const { spec, ...rest } = install(true);
    const valuesFrom = [{ kind, name: 'values' }];
    await server.show(MARKET_INSTALLS, { ...rest, spec: { ...spec, valuesFrom } } as MarketInstall);
    await drain(queue);
    const resource = kind === 'Secret' ? SECRETS : CONFIG_MAPS;
    for (const [name, namespace, due] of [
      ['values', 'team', ['team/shop']],
      ['other', 'team', []],
      ['values', 'stranger', []],
    ] as const) {
      const metadata = { ...workloadOf('Deployment').metadata, labels: {}, name, namespace };
      await server.show(resource, { apiVersion: 'v1', kind, metadata } as KubeObject);
      expect(await drain(queue)).toEqual(due);
    }
  },
);

it('own writes enqueue nothing, but an edit that returns with them does', async () => {
  const made = cacheOf(caches, DEPLOYMENTS);
  await made?.writing('team/web', () => server.show(DEPLOYMENTS, deployment({}, {}, 2)));
  made?.wrote(server.stamped(deployment({}, {}, 3)));
  const stored = caches.installs.store.get('team/shop') ?? install(true);
  caches.installs.wrote(server.stamped({ ...stored, status: {} }));
  expect(await drain(queue)).toEqual([]);
  caches.installs.wrote(server.stamped(install(true)));
  expect(await drain(queue)).toEqual(['team/shop']);
});

it('an application enqueues its installs when it appears or has another id, not with its status', async () => {
  await server.show(APPLICATIONS, application(1));
  expect(await drain(queue)).toEqual(['team/shop']);
  const before = application(1);
  await server.show(APPLICATIONS, { ...before, status: { phase: 'RUNNING' } } as Application);
  expect(await drain(queue)).toEqual([]);
  await server.show(APPLICATIONS, application(2));
  expect(await drain(queue)).toEqual(['team/shop']);
});

function application(generation: number): Application {
  const { appId } = installNamed('shop', false).spec;
  const metadata = { ...workloadOf('Deployment').metadata, name: 'app', generation };
  return { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', metadata, spec: { id: appId } };
}

it('changes of objects are paced, edits of the install are not', async () => {
  pace.begin('team/shop', performance.now());
  await server.show(DEPLOYMENTS, deployment(readyOf(1)));
  expect(await drain(queue)).toEqual([]);
  await server.show(MARKET_INSTALLS, install(false));
  expect(await drain(queue)).toEqual(['team/shop']);
});

it('no object of another namespace enqueues an install, whatever its label says', async () => {
  const { metadata, ...rest } = file('c');
  await server.show(CONFIG_MAPS, { ...rest, metadata: { ...metadata, namespace: 'stranger' } });
  expect(await drain(queue)).toEqual([]);
});
