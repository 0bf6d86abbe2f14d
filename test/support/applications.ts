import { type ApplicationDecision, decide } from '../../src/application/decide.ts';
import { type ApplicationCaches, observe } from '../../src/application/observe.ts';
import { applicationOfRule, createComponentCaches } from '../../src/component/caches.ts';
import { Cache } from '../../src/controller/cache.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { type KubeObject, keyOf, type NamespacedObject } from '../../src/kube/object.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import {
  type Application,
  GATEWAY_RULES,
  type GatewayRule,
  type MarketInstall,
} from '../../src/objects/stoa.ts';
import type { Pod, Workload } from '../../src/objects/workload.ts';
import { silent } from './log.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

/** A stored application of the namespace `team`. */
export function applicationOf(
  name = 'shop',
  id = 1,
  metadata: Partial<Application['metadata']> = {},
): Application {
  return { ...stoa('Application', name, metadata), spec: { id } };
}

/** A stored install into application 1. */
export function installOf(name: string, ready: boolean): MarketInstall {
  const market = { url: 'https://hub.example.com', domain: 'd' };
  return {
    ...stoa('MarketInstall', name),
    spec: { appId: 1, market, appModelId: 'm', appModelVersion: '1' },
    status: {
      observedGeneration: 1,
      template: { version: '1', digest: 'sha256:1', size: 1, secretName: 's' },
      recorded: 'sha256:1',
      conditions: [{ ...readyIs(ready), observedGeneration: 1 }],
    },
  };
}

/** Status of an object with a Ready condition. */
export function readyIs(ready: boolean) {
  return {
    type: 'Ready',
    status: ready ? ('True' as const) : ('False' as const),
    reason: 'Any',
    message: '',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  };
}

function stoa(
  kind: string,
  name: string,
  metadata: Partial<NamespacedObject['metadata']> = {},
): NamespacedObject {
  return {
    apiVersion: 'stoa.dev/v1alpha1',
    kind,
    metadata: {
      name,
      namespace: 'team',
      uid: `uid-${name}`,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...metadata,
    },
  };
}

/** The application controller on caches that a test fills, in a team namespace `team`. */
export class ApplicationCluster {
  readonly caches: ApplicationCaches;
  #version = 1;

  constructor() {
    // No test calls the API server through it.
    const client = {} as KubeClient;
    this.caches = {
      ...createComponentCaches({ client, log: silent }),
      rules: new Cache({
        client,
        log: silent,
        resource: GATEWAY_RULES,
        indexes: { application: applicationOfRule },
      }),
      namespaces: new Cache({ client, log: silent, resource: NAMESPACES, indexes: {} }),
    };
    const { namespace: _, ...metadata } = stoa('Namespace', 'team').metadata;
    this.caches.namespaces.wrote(this.#stamped({ apiVersion: 'v1', kind: 'Namespace', metadata }));
  }

  application(...applications: readonly Application[]): void {
    for (const each of applications) {
      this.caches.applications.wrote(this.#stamped(each));
    }
  }

  workload(...workloads: readonly Workload[]): void {
    for (const each of workloads) {
      this.#workloads(each)?.wrote(this.#stamped(each));
    }
  }

  pod(...pods: readonly Pod[]): void {
    for (const each of pods) {
      this.caches.pods.wrote(this.#stamped(each));
    }
  }

  rule(...rules: readonly GatewayRule[]): void {
    for (const each of rules) {
      this.caches.rules.wrote(this.#stamped(each));
    }
  }

  install(...installs: readonly MarketInstall[]): void {
    for (const each of installs) {
      this.caches.installs.wrote(this.#stamped(each));
    }
  }

  /** Deletes a workload. */
  without(workload: Workload): void {
    const cache = this.#workloads(workload);
    const stored = cache?.store.get(keyOf(workload));
    if (stored !== undefined) {
      cache?.deleted(stored);
    }
  }

  /** Decides on an application and stores its decided status. */
  reconcile(key = 'team/shop'): ApplicationDecision {
    const observed = observe(this.caches, key);
    if (observed === undefined) {
      throw new Error(`no application ${key}`);
    }
    const decision = decide(observed, NOW);
    if (decision.status !== undefined) {
      this.application({ ...observed.application, status: decision.status });
    }
    return decision;
  }

  /** The status of an application after a decision. */
  status(key = 'team/shop') {
    this.reconcile(key);
    return this.caches.applications.store.get(key)?.status;
  }

  #workloads({ kind }: Workload) {
    return this.caches.workloads.find(({ resource }) => resource.kind === kind)?.cache;
  }

  #stamped<T extends KubeObject>(object: T): T {
    this.#version += 1;
    // The caches take ownership of their objects.
    const copy = structuredClone(object);
    return { ...copy, metadata: { ...copy.metadata, resourceVersion: String(this.#version) } };
  }
}
