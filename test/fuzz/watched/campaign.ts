import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { KubeClient } from '../../../src/kube/client.ts';
import { ignoreNotFound, KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { clusterResource, namespacedResource, pathOf, type Resource } from '../../../src/kube/resource.ts';
import type { Transport } from '../../../src/kube/transport.ts';
import { APPLICATIONS, MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import { type Attempt, anyAttempt, anyStatus } from './objects.ts';

/** Kind that nobody watches, whose objects hold the same content: what the API server and etcd take for it alone. */
const THINGS = namespacedResource('fuzz.example.com/v1', 'Thing', 'things');

const CRDS = clusterResource(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'customresourcedefinitions',
);

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.fuzz.example.com' },
  spec: {
    group: 'fuzz.example.com',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things', singular: 'thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Objects that exist at a time, and changes of each after its creation. */
const LIVE = 12;
const CHANGES = 2;

/** Milliseconds in which an object that is being deleted must be gone. */
const GONE_MS = 60_000;

/** Whether objects are of kinds that the operator watches, or the same content is in objects of another kind. */
export type Target = 'watched' | 'other';

/** Counts of a campaign, and what must not be. */
export interface Counts {
  /** Objects by kind, as the API server has taken or refused them. */
  readonly stored: Record<string, number>;
  readonly refused: Record<string, number>;
  readonly findings: string[];
}

/** Writer of one namespace, which creates, changes and deletes objects that follow from seeds. */
export class Writer {
  readonly counts: Counts = { stored: {}, refused: {}, findings: [] };
  readonly #client: KubeClient;
  readonly #transport: Transport;
  readonly #namespace: string;
  readonly #live: { readonly resource: Resource; readonly object: KubeObject; readonly seed: number }[] = [];

  constructor(client: KubeClient, transport: Transport, namespace: string) {
    this.#client = client;
    this.#transport = transport;
    this.#namespace = namespace;
  }

  /** Makes the kind that nobody watches. */
  async open(): Promise<void> {
    await this.#client.apply(CRDS, DEFINITION, 'fuzz');
  }

  /** Creates an object that follows from a seed, changes it, and deletes the oldest ones. */
  async write(seed: number, target: Target): Promise<void> {
    const attempt = sampleOf(anyAttempt(this.#namespace, `f${seed}`), seed);
    const { resource, body } = target === 'watched' ? attempt : this.#elsewhere(attempt, seed);
    const object = await this.#sent(attempt.resource, {
      method: 'POST',
      path: pathOf(resource, { namespace: this.#namespace }),
      body,
    });
    if (object !== undefined) {
      this.#live.push({ resource, object, seed });
      await this.#change(resource, object, seed);
    }
    while (this.#live.length > LIVE) {
      await this.#remove();
    }
  }

  /** Deletes all objects that are left. */
  async clear(): Promise<void> {
    while (this.#live.length > 0) {
      await this.#remove();
    }
  }

  #elsewhere({ body }: Attempt, seed: number): Attempt {
    const head = {
      apiVersion: 'fuzz.example.com/v1',
      kind: 'Thing',
      metadata: { name: `f${seed}`, namespace: this.#namespace },
    };
    return { resource: THINGS, body: JSON.stringify({ ...head, spec: '@' }).replace('"@"', () => body) };
  }

  async #change(resource: Resource, { metadata: { name } }: KubeObject, seed: number): Promise<void> {
    const path = pathOf(resource, { namespace: this.#namespace, name });
    for (let count = 0; count < CHANGES; count += 1) {
      const body = JSON.stringify({ metadata: { annotations: { count: `${count}` } } });
      await this.#sent(undefined, { method: 'PATCH', path, body });
    }
    if (resource === MARKET_INSTALLS || resource === APPLICATIONS) {
      const body = JSON.stringify({ status: sampleOf(anyStatus, seed) });
      await this.#sent(undefined, { method: 'PATCH', path: `${path}/status`, body });
    }
  }

  /** Object as the API server has stored it; undefined where it refuses it. Counts creations by their kind. */
  async #sent(
    kind: Resource | undefined,
    { body, ...request }: { readonly method: 'POST' | 'PATCH'; readonly path: string; readonly body: string },
  ): Promise<KubeObject | undefined> {
    const type = request.method === 'PATCH' ? { contentType: 'application/merge-patch+json' } : {};
    try {
      const object = await this.#transport.call({ ...request, ...type, body: Buffer.from(body) });
      count(this.counts.stored, kind);
      return object as KubeObject;
    } catch (error) {
      if (!(error instanceof KubeError)) {
        throw error;
      }
      count(this.counts.refused, kind);
      return undefined;
    }
  }

  /** Whether an object exists; its metadata tell, and are smaller. */
  async #exists(
    resource: Resource,
    { namespace, name }: { readonly namespace: string; readonly name: string },
  ) {
    const found = await this.#client.listMetadata(resource, {
      namespace,
      fieldSelector: `metadata.name=${name}`,
    });
    return found.length > 0;
  }

  /** Deletes the oldest object; it must go. */
  async #remove(): Promise<void> {
    const oldest = this.#live.shift();
    if (oldest === undefined) {
      return;
    }
    const { resource, object, seed } = oldest;
    const target = { namespace: this.#namespace, name: object.metadata.name };
    await ignoreNotFound(this.#client.delete(resource, { ...target, uid: object.metadata.uid }));
    const began = performance.now();
    while (await this.#exists(resource, target)) {
      if (performance.now() - began > GONE_MS) {
        this.counts.findings.push(`seed ${seed}: the ${resource.kind} is not gone after ${GONE_MS / 1000} s`);
        return;
      }
      await sleep(100);
    }
  }
}

function count(counts: Record<string, number>, kind: Resource | undefined): void {
  if (kind !== undefined) {
    counts[kind.kind] = (counts[kind.kind] ?? 0) + 1;
  }
}

/** Sample that follows from a seed. */
export function sampleOf<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as T;
}
