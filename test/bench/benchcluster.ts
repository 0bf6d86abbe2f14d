import type { HttpRule } from '../../src/api/gatewayrule.ts';
import { Cache } from '../../src/controller/cache.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { ObjectDraft } from '../../src/kube/object.ts';
import { NAMESPACES, SERVICES } from '../../src/objects/core.ts';
import { GATEWAYS } from '../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../src/objects/httproute.ts';
import {
  APPLICATIONS,
  type Application,
  GATEWAY_RULE_TYPE,
  GATEWAY_RULES,
  type GatewayRule,
} from '../../src/objects/stoa.ts';
import { openInstallAccount } from '../support/installaccount.ts';
import { silent } from '../support/log.ts';
import { standIn } from '../support/standin.ts';

/** Field manager of benchmarks. */
const MANAGER = 'bench';

/** Number of concurrent writes. */
const PARALLEL = 16;

/** Objects of a cluster that exist before rules are measured: a Gateway without an engine, a team, a component. */
export class BenchCluster {
  readonly client: KubeClient;
  readonly namespace = 'team-bench';
  /** Cache of all routes. */
  readonly routes: Cache<HttpRoute>;
  /** Number of status writes of the application. */
  rollUps = 0;
  readonly #applications: Cache<Application>;
  /** Time of the latest event of a host's route. */
  readonly #seen = new Map<string, number>();
  readonly #listeners = new Set<(host: string) => void>();
  readonly #stop = new AbortController();

  constructor(client: KubeClient) {
    this.client = client;
    this.routes = new Cache({ client, resource: HTTP_ROUTES, indexes: {}, log: silent });
    this.routes.onChange(({ before, after }) => {
      const host = (after ?? before)?.spec.hostnames[0] ?? '';
      if (after === undefined) {
        this.#seen.delete(host);
      } else {
        this.#seen.set(host, performance.now());
      }
      for (const listener of this.#listeners) {
        listener(host);
      }
    });
    this.#applications = new Cache({ client, resource: APPLICATIONS, indexes: {}, log: silent });
    this.#applications.onChange(({ before, after }) => {
      this.rollUps += before !== undefined && after !== undefined ? 1 : 0;
    });
  }

  /** Creates everything, with a Gateway of the class; `none` is a class without an engine. */
  async open(gatewayClassName: string, port: number): Promise<void> {
    const { client, namespace } = this;
    const labels = { 'stoa.dev/team': 'bench' };
    await client.apply(NAMESPACES, { ...v1('Namespace'), metadata: { name: namespace, labels } }, MANAGER);
    await openInstallAccount(client, namespace);
    const app = {
      apiVersion: 'stoa.dev/v1alpha1',
      kind: 'Application',
      metadata: { name: 'app', namespace },
    };
    await client.apply(APPLICATIONS, { ...app, spec: { id: 1 } }, MANAGER);
    const component = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web' };
    const service = { ...v1('Service'), metadata: { name: 'web', namespace, labels: component } };
    await client.apply(SERVICES, { ...service, spec: { ports: [{ port: 8080 }] } }, MANAGER);
    await standIn(client, { namespace, name: 'web' });
    const listeners = [
      { name: 'http', port, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
    ];
    await client.apply(GATEWAYS, { ...GATEWAY, spec: { gatewayClassName, listeners } }, MANAGER);
    await (gatewayClassName === 'none' ? this.touchGateway('ready') : undefined);
    void this.routes.run(this.#stop.signal);
    void this.#applications.run(this.#stop.signal);
    await Promise.all([this.routes.synced, this.#applications.synced]);
  }

  close(): void {
    this.#stop.abort();
  }

  /** Reports the Gateway as programmed, with a message that makes every rule due and changes none. */
  async touchGateway(message: string): Promise<void> {
    const lastTransitionTime = '2026-01-01T00:00:00Z';
    const programmed = {
      type: 'Programmed',
      status: 'True',
      reason: 'Programmed',
      message,
      lastTransitionTime,
    };
    await this.client.apply(GATEWAYS, { ...GATEWAY, status: { conditions: [programmed] } }, MANAGER, {
      subresource: 'status',
    });
  }

  /** Applies rules of the given names, each with a unique host. */
  rules(names: readonly string[], http: Partial<HttpRule> = {}): Promise<GatewayRule[]> {
    return inParallel(names, (name) => this.rule(name, http));
  }

  rule(name: string, http: Partial<HttpRule> = {}): Promise<GatewayRule> {
    const whole = {
      serviceId: 'web',
      containerPort: 8080,
      domainName: hostOf(name),
      whetherOpen: true,
      ...http,
    };
    const metadata = { name, namespace: this.namespace };
    const draft = { ...GATEWAY_RULE_TYPE, metadata, spec: { appId: 1, protocol: 'http', http: whole } };
    return this.client.apply(GATEWAY_RULES, draft, MANAGER);
  }

  /** Deletes rules; the garbage collector deletes their routes. */
  async remove(rules: readonly GatewayRule[]): Promise<void> {
    await inParallel(rules, ({ metadata: { namespace, name, uid } }) =>
      this.client.delete(GATEWAY_RULES, { namespace, name, uid }),
    );
    await this.#until(
      rules.map(({ metadata }) => metadata.name),
      (host) => !this.#seen.has(host),
    );
  }

  /** Waits until the route of each rule exists; returns the time of the last event, by `performance.now()`. */
  async stand(names: readonly string[]): Promise<number> {
    await this.#until(names, (host) => this.#seen.has(host));
    return Math.max(...names.map((name) => this.#seen.get(hostOf(name)) ?? 0));
  }

  /** Waits, without occupying a core, until `holds` is true for every rule's host. */
  async #until(names: readonly string[], holds: (host: string) => boolean): Promise<void> {
    const missing = new Set(names.map(hostOf).filter((host) => !holds(host)));
    const { promise, resolve } = Promise.withResolvers<void>();
    const listener = (host: string) => {
      if (holds(host)) {
        missing.delete(host);
      }
      if (missing.size === 0) {
        resolve();
      }
    };
    this.#listeners.add(listener);
    listener('');
    await promise;
    this.#listeners.delete(listener);
  }

  /** Reports every new route as accepted, in place of an engine. */
  async accept(): Promise<void> {
    const silentRoutes = this.routes.store.list().filter(({ status }) => !status?.parents?.length);
    await inParallel(silentRoutes, ({ metadata: { name, namespace = '', uid, generation = 1 } }) => {
      const condition = (type: string) => ({
        type,
        status: 'True',
        reason: type,
        message: '',
        observedGeneration: generation,
        lastTransitionTime: '2026-01-01T00:00:00Z',
      });
      const parentRef = { group: 'gateway.networking.k8s.io', kind: 'Gateway', ...GATEWAY.metadata };
      const conditions = [condition('Accepted'), condition('ResolvedRefs')];
      const status = { parents: [{ parentRef, controllerName: 'bench.stoa.dev/none', conditions }] };
      const draft = {
        apiVersion: GATEWAY.apiVersion,
        kind: 'HTTPRoute',
        metadata: { name, namespace, uid },
        status,
      };
      return this.client.apply(HTTP_ROUTES, draft, MANAGER, { subresource: 'status' });
    });
  }
}

const GATEWAY = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'bench', namespace: 'default' },
} as const;

function v1(kind: string): Pick<ObjectDraft, 'apiVersion' | 'kind'> {
  return { apiVersion: 'v1', kind };
}

function hostOf(name: string): string {
  return `${name}.example.com`;
}

/** Names `prefix-0` to `prefix-<count - 1>`. */
export function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

/** Calls `act` for each item with bounded concurrency; results in the order of the items. */
export async function inParallel<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      results[index] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
