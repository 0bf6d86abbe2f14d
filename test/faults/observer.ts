import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient, WatchEvent } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { type KubeObject, keyOf } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../src/objects/gatewayapi.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';

/** What is and was in one namespace, as the API server tells somebody else than the operator. */
export class View {
  readonly rules = new Map<string, GatewayRule>();
  readonly routes = new Map<string, HttpRoute>();
  /** Versions of every rule in the order of their publication, a history for each time without a gap. */
  readonly histories: GatewayRule[][] = [[]];
  /** Every route that ever was, by name. */
  readonly known = new Map<string, HttpRoute>();
  /** Names of routes, once for each time that one went. */
  readonly lost: string[] = [];
  readonly #listeners = new Set<() => void>();

  rule(type: string, rule: GatewayRule): void {
    if (type === 'DELETED') {
      this.rules.delete(rule.metadata.name);
    } else if (
      this.rules.get(rule.metadata.name)?.metadata.resourceVersion !== rule.metadata.resourceVersion
    ) {
      this.rules.set(rule.metadata.name, rule);
      this.histories.at(-1)?.push(rule);
    }
    this.#tell();
  }

  route(type: string, route: HttpRoute): void {
    const { name } = route.metadata;
    this.known.set(name, route);
    if (type === 'DELETED') {
      this.routes.delete(name);
      this.lost.push(name);
    } else {
      this.routes.set(name, route);
    }
    this.#tell();
  }

  /** Takes in that of one kind only `listed` (keys) are left; versions may have come and gone unseen. */
  keep(kind: string, listed: ReadonlySet<string>): void {
    if (kind === GATEWAY_RULES.kind) {
      this.histories.push([]);
    }
    for (const rule of kind === GATEWAY_RULES.kind ? [...this.rules.values()] : []) {
      if (!listed.has(keyOf(rule))) {
        this.rule('DELETED', rule);
      }
    }
    for (const route of kind === HTTP_ROUTES.kind ? [...this.routes.values()] : []) {
      if (!listed.has(keyOf(route))) {
        this.route('DELETED', route);
      }
    }
  }

  /** Resolves when `holds` does, at the latest after `limitMs`; answers whether it does. */
  async until(holds: () => boolean, limitMs: number): Promise<boolean> {
    if (holds()) {
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const check = () => holds() && resolve(true);
    const timer = setTimeout(() => resolve(false), limitMs);
    this.#listeners.add(check);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(check);
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

/** Watches all rules and routes of a cluster, without any fault. */
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

  /** Follows the cluster until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#follow(GATEWAY_RULES, signal, (view, type, rule) => view.rule(type, rule)),
      this.#follow(HTTP_ROUTES, signal, (view, type, route) => view.route(type, route)),
    ]);
  }

  /** A watch from anywhere shows what there is, not what has gone. */
  async #relist(resource: Resource, signal: AbortSignal): Promise<void> {
    const listed = new Set((await this.#client.list(resource, { signal })).map(keyOf));
    for (const view of this.#views.values()) {
      view.keep(resource.kind, listed);
    }
  }

  async #follow<T extends KubeObject>(
    resource: Resource<T>,
    signal: AbortSignal,
    tell: (view: View, type: string, object: T) => void,
  ): Promise<void> {
    const position = { version: '0' };
    while (!signal.aborted) {
      try {
        await (position.version === '0' ? this.#relist(resource, signal) : undefined);
        await this.#watch(resource, position, signal, tell);
      } catch (error) {
        // The API server may be down on purpose: the watch goes on where it broke, or from what there is now.
        position.version = isFailure(error, 'gone') ? '0' : position.version;
        await sleep(50);
      }
    }
  }

  async #watch<T extends KubeObject>(
    resource: Resource<T>,
    position: { version: string },
    signal: AbortSignal,
    tell: (view: View, type: string, object: T) => void,
  ): Promise<void> {
    for await (const event of this.#client.watch(resource, position.version, { signal })) {
      position.version = versionOf(event);
      if (event.type !== 'BOOKMARK') {
        tell(this.of(event.object.metadata.namespace ?? ''), event.type, event.object);
      }
    }
  }
}

function versionOf<T extends KubeObject>(event: WatchEvent<T>): string {
  return event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion;
}
