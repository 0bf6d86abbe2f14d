import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient, WatchEvent } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { type KubeObject, keyOf } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { ENDPOINT_SLICES, SLICES_OF_STOA } from '../../src/objects/endpointslice.ts';
import { PORT_ROUTES } from '../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS, JOBS, STATEFUL_SETS } from '../../src/objects/workload.ts';
import { View } from './view.ts';

/** Kinds of objects that the campaign's models create, except rules. */
export const MADE_KINDS: readonly Resource[] = [
  ...[SECRETS, CONFIG_MAPS, CLAIMS, SERVICES, ENDPOINT_SLICES, DEPLOYMENTS, STATEFUL_SETS, JOBS],
];

const OBSERVED: readonly Resource[] = [
  ...[GATEWAY_RULES, HTTP_ROUTES, ...PORT_ROUTES.TCP.slice(0, 1), APPLICATIONS, MARKET_INSTALLS],
  ...MADE_KINDS,
];

/** The version up to which a kind is known; undefined if a list is required. */
interface Position {
  version: string | undefined;
}

/** Watches a cluster, without any fault. */
export class Observer {
  readonly #views = new Map<string, View>();
  readonly #client: KubeClient;

  constructor(client: KubeClient) {
    this.#client = client;
  }

  /** The view of one namespace. */
  of(namespace: string): View {
    const known = this.#views.get(namespace);
    const view = known ?? new View();
    this.#views.set(namespace, view);
    return view;
  }

  /** Forgets a namespace. */
  forget(namespace: string): void {
    this.#views.delete(namespace);
  }

  /** Watches the cluster until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(OBSERVED.map((resource) => this.#follow(resource, signal)));
  }

  /** Lists a kind; returns the version from which a watch is complete. */
  async #list(resource: Resource, signal: AbortSignal): Promise<string | undefined> {
    const pages = await Array.fromAsync(this.#client.pages(resource, { ...selectionOf(resource), signal }));
    const items = pages.flatMap((page) => page.items);
    const listed = new Set(items.map(keyOf));
    for (const view of this.#views.values()) {
      view.keep(resource.kind, listed);
    }
    for (const object of items) {
      this.#views.get(object.metadata.namespace ?? '')?.take('ADDED', object);
    }
    return pages.at(-1)?.metadata.resourceVersion;
  }

  async #follow(resource: Resource, signal: AbortSignal): Promise<void> {
    const position: Position = { version: undefined };
    while (!signal.aborted) {
      try {
        position.version ??= await this.#list(resource, signal);
        await this.#watch(resource, position, signal);
      } catch (error) {
        // The API server may be down on purpose: the watch resumes at its last version, or after a new list.
        position.version = isFailure(error, 'gone') ? undefined : position.version;
        await sleep(50);
      }
    }
  }

  async #watch(resource: Resource, position: Position, signal: AbortSignal): Promise<void> {
    for await (const event of this.#client.watch(resource, position.version ?? '', {
      ...selectionOf(resource),
      signal,
    })) {
      position.version = versionOf(event);
      if (event.type !== 'BOOKMARK') {
        this.#views.get(event.object.metadata.namespace ?? '')?.take(event.type, event.object);
      }
    }
  }
}

/** Selection of a kind: Kubernetes makes EndpointSlices of its own, with the labels of Services. */
function selectionOf(resource: Resource): { readonly labelSelector?: string } {
  const [label] = Object.entries(SLICES_OF_STOA).map(([key, value]) => `${key}=${value}`);
  return resource === ENDPOINT_SLICES && label !== undefined ? { labelSelector: label } : {};
}

function versionOf(event: WatchEvent<KubeObject>): string {
  return event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion;
}
