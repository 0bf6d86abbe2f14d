import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AuthenticationV1Api,
  CoordinationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  setHeaderOptions,
  Watch,
} from '@kubernetes/client-node';
import { fenced } from '../../../src/controller/fence.ts';
import { LEASES } from '../../../src/controller/lease.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { namespacedResource } from '../../../src/kube/resource.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { MANAGER, type RuleDraft } from './contender.ts';
import { PooledConfig } from './pooledconfig.ts';

/** Real API server, by the clients of both. */
interface Real {
  readonly client: KubeClient;
  readonly config: PooledConfig;
  readonly namespace: string;
  /** A rule that exists. */
  readonly rule: RuleDraft;
}

/** Behavior that Stoa needs of its client, and whether each client has it. */
export interface Fact {
  readonly what: string;
  readonly stoa: (real: Real) => Promise<boolean>;
  readonly clientNode: (real: Real) => Promise<boolean>;
}

const SERVICES = namespacedResource<KubeObject & { readonly spec: object }>('v1', 'Service', 'services');

const NAME = { namespace: 'team', name: 'web' };
const RULES = { group: 'stoa.dev', version: 'v1alpha1', plural: 'gatewayrules' };
const RULES_PATH = '/apis/stoa.dev/v1alpha1/gatewayrules';

/** A Service of a newer Kubernetes. */
const NEWER = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { ...NAME, uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { ports: [], newer: 'field' },
};

const EVENT = JSON.stringify({ type: 'ADDED', object: NEWER });
const EXPIRED = { kind: 'Status', status: 'Failure', reason: 'Expired', code: 410, message: 'too old' };

const BUSY = { kind: 'Status', status: 'Failure', reason: 'TooManyRequests', code: 429, message: 'busy' };

/** Milliseconds for which a watch has nothing to tell, more than client-node waits for it. */
const QUIET_MS = 32_000;

/** Facts on both clients. */
export const FACTS: readonly Fact[] = [
  {
    what: 'a field of a built-in kind survives that the models do not have',
    stoa: () => on(json(NEWER), async ({ client }) => 'newer' in (await client.get(SERVICES, NAME)).spec),
    clientNode: () =>
      on(json(NEWER), async ({ config }) => {
        const { spec = {} } = await config.makeApiClient(CoreV1Api).readNamespacedService(NAME);
        return 'newer' in spec;
      }),
  },
  {
    what: 'a time of a Lease keeps its microseconds',
    stoa: async (real) => (await leaseOf(real, 'lease-a')).spec?.renewTime === RENEWED,
    clientNode: async (real) => {
      await leaseOf(real, 'lease-b');
      const name = { namespace: real.namespace, name: 'lease-b' };
      const { spec } = await real.config.makeApiClient(CoordinationV1Api).readNamespacedLease(name);
      return JSON.stringify(spec?.renewTime) === JSON.stringify(RENEWED);
    },
  },
  {
    what: 'a delete with the uid of another object fails',
    stoa: ({ client, rule }) => fails(client.delete(GATEWAY_RULES, { ...rule.metadata, uid: 'another' })),
    clientNode: ({ config, rule }) =>
      fails(
        config.makeApiClient(CustomObjectsApi).deleteNamespacedCustomObject({
          ...RULES,
          ...rule.metadata,
          body: { preconditions: { uid: 'another' } },
        }),
      ),
  },
  {
    what: 'an apply with an unknown field fails',
    stoa: ({ client, rule }) => fails(client.apply(GATEWAY_RULES, { ...rule, odd: 1 }, MANAGER)),
    clientNode: ({ config, rule }) =>
      fails(
        config.makeApiClient(CustomObjectsApi).patchNamespacedCustomObject(
          {
            ...RULES,
            ...rule.metadata,
            body: { ...rule, odd: 1 },
            fieldManager: MANAGER,
            fieldValidation: 'Strict',
          },
          setHeaderOptions('Content-Type', 'application/apply-patch+yaml'),
        ),
      ),
  },
  {
    what: 'two groups are impersonated',
    stoa: async ({ client }) =>
      inBoth(await client.as({ user: 'a', groups: GROUPS, extra: {} }).post(REVIEWS, REVIEW)),
    clientNode: async ({ config }) => {
      const user = setHeaderOptions('Impersonate-User', 'a');
      const options = GROUPS.reduce((all, group) => setHeaderOptions('Impersonate-Group', group, all), user);
      const api = config.makeApiClient(AuthenticationV1Api);
      return inBoth(await api.createSelfSubjectReview({ body: REVIEW }, options));
    },
  },
  {
    what: 'a throttled call is sent again after Retry-After',
    stoa: () => on(throttledOnce(), async ({ client }) => succeeds(client.get(SERVICES, NAME))),
    clientNode: () =>
      on(throttledOnce(), async ({ config }) =>
        succeeds(config.makeApiClient(CoreV1Api).readNamespacedService(NAME)),
      ),
  },
  {
    what: 'a write of a former leader that waits for a connection is not sent',
    stoa: () => former((client) => client.create(SERVICES, NEWER, MANAGER)),
    clientNode: () =>
      former((_, config) =>
        config.makeApiClient(CoreV1Api).createNamespacedService({ namespace: 'team', body: NEWER as never }),
      ),
  },
  {
    what: 'an expired version ends a watch with an error',
    stoa: () => on(lines(`{"type":"ERROR","object":${JSON.stringify(EXPIRED)}}`), watchFails),
    clientNode: () => on(lines(`{"type":"ERROR","object":${JSON.stringify(EXPIRED)}}`), nodeWatchFails),
  },
  {
    what: 'a malformed event ends a watch with an error',
    stoa: () => on(lines(EVENT.slice(0, 40)), watchFails),
    clientNode: () => on(lines(EVENT.slice(0, 40)), nodeWatchFails),
  },
  {
    what: `a watch without events lasts for ${QUIET_MS / 1000} s`,
    stoa: () =>
      on(late, async ({ client }) => {
        const events = client.watch(GATEWAY_RULES, '1');
        return succeeds(events.next());
      }),
    clientNode: () =>
      on(late, async ({ config }) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const request = await new Watch(config).watch(
          RULES_PATH,
          {},
          () => resolve(true),
          () => resolve(false),
        );
        return promise.finally(() => request.abort());
      }),
  },
  {
    what: 'who reads a watch slowly slows it down',
    stoa: async ({ client, namespace }) => {
      let given = 0;
      for await (const _ of client.watch(GATEWAY_RULES, '0', { namespace })) {
        given += 1;
        await sleep(1);
        if (given === SLOWLY_READ) {
          break;
        }
      }
      return given <= FEW;
    },
    clientNode: async ({ config, namespace }) => {
      let given = 0;
      const path = `/apis/stoa.dev/v1alpha1/namespaces/${namespace}/gatewayrules`;
      const request = await new Watch(config).watch(
        path,
        { resourceVersion: '0' },
        () => {
          given += 1;
        },
        () => undefined,
      );
      for (let taken = 0; taken < SLOWLY_READ; taken += 1) {
        await sleep(1);
      }
      request.abort();
      return given <= FEW;
    },
  },
];

/** Events that a slow reader takes, and that a client may have parsed by then. */
const SLOWLY_READ = 500;
const FEW = 1000;

const RENEWED = '2026-01-01T00:00:00.123456Z';
const GROUPS = ['first', 'second'];
const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

function inBoth(review: {
  readonly status?: { readonly userInfo?: { readonly groups?: readonly string[] } };
}): boolean {
  const groups = review.status?.userInfo?.groups ?? [];
  return GROUPS.every((group) => groups.includes(group));
}

/** Applies a Lease with microseconds, and reads it. */
async function leaseOf({ client, namespace }: Real, name: string) {
  const metadata = { namespace, name };
  const head = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
  await client.apply(LEASES, { ...head, metadata, spec: { renewTime: RENEWED } }, MANAGER);
  return client.get(LEASES, metadata);
}

function succeeds(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}

async function fails(call: Promise<unknown>): Promise<boolean> {
  return !(await succeeds(call));
}

/** Clients of a server of this process. */
interface Local {
  readonly client: KubeClient;
  readonly config: PooledConfig;
}

/** Result of `use` with the clients of a server that answers as `listener` does. */
async function on(listener: RequestListener, use: (local: Local) => Promise<boolean>): Promise<boolean> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = await createTransport({ server: url, credentials: async () => ({}) });
  const config = new PooledConfig(url, '', '');
  try {
    return await use({ client: new KubeClient(transport), config });
  } finally {
    await Promise.all([transport.close(), config.close()]);
    server.closeAllConnections();
    server.close();
  }
}

function json(body: unknown, status = 200, headers = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

function lines(text: string): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`${text}\n`);
  };
}

function throttledOnce(): RequestListener {
  const answers = [json(BUSY, 429, { 'retry-after': '1' })];
  return (request, response) => (answers.shift() ?? json(NEWER))(request, response);
}

/** Watch whose first event comes late. */
const late: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  setTimeout(() => response.end(`${EVENT}\n`), QUIET_MS);
};

async function watchFails({ client }: Local): Promise<boolean> {
  return fails(Array.fromAsync(client.watch(GATEWAY_RULES, '1')));
}

/** Whether a watch of client-node tells of an error, by an event or at its end. */
async function nodeWatchFails({ config }: Local): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  await new Watch(config).watch(
    RULES_PATH,
    {},
    (type) => type === 'ERROR' && resolve(true),
    (error) => resolve(error !== null),
  );
  return promise;
}

/** Connections of both clients for calls. */
const CONNECTIONS = 64;

/** Whether a write that waits for a connection is not sent when the process has lost its lease by then. */
async function former(
  write: (client: KubeClient, config: PooledConfig) => Promise<unknown>,
): Promise<boolean> {
  const held: (() => void)[] = [];
  let written = false;
  let leads = true;
  const listener: RequestListener = (request, response) => {
    written ||= request.method === 'POST';
    held.push(() => json(NEWER)(request, response));
  };
  return on(listener, async ({ config }) => {
    const transport = await createTransport({
      server: config.getCurrentCluster()?.server ?? '',
      credentials: async () => ({}),
    });
    config.fence(() => leads);
    const fencedClient = new KubeClient(fenced(transport, () => leads));
    const core = config.makeApiClient(CoreV1Api);
    const reads = Array.from({ length: CONNECTIONS }, () => [
      succeeds(fencedClient.get(SERVICES, NAME)),
      succeeds(core.readNamespacedService(NAME)),
    ]).flat();
    while (held.length < 2 * CONNECTIONS) {
      await sleep(10);
    }
    const done = succeeds(write(fencedClient, config));
    await sleep(100);
    leads = false;
    for (const answer of held) {
      answer();
    }
    await Promise.all([...reads, done]);
    await transport.close();
    return !written;
  });
}
