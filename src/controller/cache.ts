import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient, ListOptions, WatchEvent } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { backoffMs } from './backoff.ts';
import type { Logger } from './logger.ts';
import { INITIAL, type ReflectorEvent, type ReflectorState, type StoreEffect, step } from './reflector.ts';
import { type Change, type IndexFunction, Store } from './store.ts';

/** Hears of every change of a cache, after the store has it. */
export type ChangeHandler<T extends KubeObject> = (change: Change<T>) => void;

/** What a cache holds and of which objects. */
export interface CacheOptions<T extends KubeObject, I extends string> {
  readonly client: KubeClient;
  readonly resource: Resource<T>;
  readonly selection?: Pick<ListOptions, 'namespace' | 'labelSelector'>;
  readonly indexes: Readonly<Record<I, IndexFunction<T>>>;
  readonly log: Logger;
}

const PAUSE = { firstMs: 500, maxMs: 30_000 };

/** A store that follows the API server, shared by all who read that kind. */
export class Cache<T extends KubeObject, I extends string = string> {
  readonly store: Store<T, I>;
  /** Resolves when the first list is in the store. */
  readonly synced: Promise<void>;
  readonly name: string;
  readonly #options: CacheOptions<T, I>;
  readonly #handlers: ChangeHandler<T>[] = [];
  readonly #markSynced: () => void;
  #state: ReflectorState<T> = INITIAL;

  constructor(options: CacheOptions<T, I>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options = options;
    this.name = options.resource.plural;
    this.store = new Store(options.indexes);
    this.synced = promise;
    this.#markSynced = resolve;
  }

  /** Calls `handler` for every change from now on. */
  onChange(handler: ChangeHandler<T>): void {
    this.#handlers.push(handler);
  }

  /** Follows the API server until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#advance(signal);
      } catch (error) {
        if (!signal.aborted) {
          this.#options.log.warn({ resource: this.name, err: error }, 'list or watch broke');
          this.#feed({ type: 'failed', gone: isFailure(error, 'gone') });
        }
      }
    }
  }

  async #advance(signal: AbortSignal): Promise<void> {
    switch (this.#state.phase) {
      case 'listing':
        return this.#list(signal);
      case 'watching':
        return this.#watch(this.#state.version, signal);
      case 'pausing':
        await sleep(backoffMs(PAUSE, this.#state.failures), undefined, { signal });
        return this.#feed({ type: 'paused' });
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, resource, selection } = this.#options;
    for await (const { items, metadata } of client.pages(resource, { ...selection, signal })) {
      const last = !metadata.continue;
      this.#feed({ type: 'page', items: items.map(projected), version: metadata.resourceVersion, last });
    }
  }

  async #watch(version: string, signal: AbortSignal): Promise<void> {
    const { client, resource, selection } = this.#options;
    const began = performance.now();
    for await (const event of client.watch(resource, version, { ...selection, signal })) {
      this.#feed(reflectorEvent(event));
    }
    this.#feed({ type: 'ended', livedMs: performance.now() - began });
  }

  #feed(event: ReflectorEvent<T>): void {
    const { state, effect } = step(this.#state, event);
    this.#state = state;
    for (const change of effect === undefined ? [] : this.#applied(effect)) {
      for (const handler of this.#handlers) {
        handler(change);
      }
    }
    if (effect?.type === 'replace') {
      this.#markSynced();
    }
  }

  #applied(effect: StoreEffect<T>): readonly Change<T>[] {
    switch (effect.type) {
      case 'replace':
        return this.store.replace(effect.items);
      case 'put':
        return [this.store.put(effect.object)];
      case 'remove':
        return [this.store.remove(effect.key) ?? []].flat();
    }
  }
}

function reflectorEvent<T extends KubeObject>(event: WatchEvent<T>): ReflectorEvent<T> {
  switch (event.type) {
    case 'BOOKMARK':
      return { type: 'bookmark', version: event.resourceVersion };
    case 'DELETED':
      return { type: 'deleted', object: projected(event.object) };
    default:
      return { type: 'changed', object: projected(event.object) };
  }
}

/** Leaves out managedFields: half of an object's size, and nobody reads them from a cache. */
function projected<T extends KubeObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata as T['metadata'] & { managedFields?: unknown };
  return { ...object, metadata };
}
