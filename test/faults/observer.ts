import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient, WatchEvent } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { type KubeObject, keyOf } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { HTTP_ROUTES, PORT_ROUTES } from '../../src/objects/gatewayapi.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { View } from './view.ts';

/** Kinds of which the models of the campaign make objects, beside rules. */
export const MADE: readonly Resource[] = [SECRETS, CONFIG_MAPS, CLAIMS, SERVICES, DEPLOYMENTS];

const OBSERVED: readonly Resource[] = [
  ...[GATEWAY_RULES, HTTP_ROUTES, ...PORT_ROUTES.TCP.slice(0, 1), APPLICATIONS, MARKET_INSTALLS],
  ...MADE,
];

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

  /** Follows the cluster until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(OBSERVED.map((resource) => this.#follow(resource, signal)));
  }

  /** A watch from anywhere shows what there is, not what has gone. */
  async #relist(resource: Resource, signal: AbortSignal): Promise<void> {
    const listed = new Set((await this.#client.list(resource, { signal })).map(keyOf));
    for (const view of this.#views.values()) {
      view.keep(resource.kind, listed);
    }
  }

  async #follow(resource: Resource, signal: AbortSignal): Promise<void> {
    const position = { version: '0' };
    while (!signal.aborted) {
      try {
        await (position.version === '0' ? this.#relist(resource, signal) : undefined);
        await this.#watch(resource, position, signal);
      } catch (error) {
        // The API server may be down on purpose: the watch goes on where it broke, or from what there is now.
        position.version = isFailure(error, 'gone') ? '0' : position.version;
        await sleep(50);
      }
    }
  }

  async #watch(resource: Resource, position: { version: string }, signal: AbortSignal): Promise<void> {
    for await (const event of this.#client.watch(resource, position.version, { signal })) {
      position.version = versionOf(event);
      if (event.type !== 'BOOKMARK') {
        this.#views.get(event.object.metadata.namespace ?? '')?.take(event.type, event.object);
      }
    }
  }
}

function versionOf(event: WatchEvent<KubeObject>): string {
  return event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion;
}
