import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../base/backoff.ts';
import type { ListOptions, WatchEvent, WatchOptions } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { KubeObject, ObjectList } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { Logger } from './logger.ts';
import { INITIAL, type ReflectorEvent, type ReflectorState, type StoreEffect, step } from './reflector.ts';

/** Reader of lists and watches of a kind, as KubeClient is. */
export interface ListerWatcher<T extends KubeObject> {
  pages(resource: Resource<T>, options: ListOptions): AsyncIterable<ObjectList<T>>;
  watch(resource: Resource<T>, resourceVersion: string, options: WatchOptions): AsyncIterable<WatchEvent<T>>;
}

/** Objects that a ListWatch reads, and their reader. */
interface ListWatchOptions<T extends KubeObject> {
  readonly client: ListerWatcher<T>;
  readonly resource: Resource<T>;
  readonly selection?: Pick<ListOptions, 'namespace' | 'labelSelector'> | undefined;
  readonly log: Logger;
}

const PAUSE = { firstMs: 500, maxMs: 30_000 };

/**
 * Stream of what a list and the watches after it do to a store. The reflector decides what each event means; this
 * class reads the events and keeps its state.
 */
export class ListWatch<T extends KubeObject> {
  readonly #options: ListWatchOptions<T>;
  #state: ReflectorState = INITIAL;
  #heardAt = performance.now();

  constructor(options: ListWatchOptions<T>) {
    this.#options = options;
  }

  /** Milliseconds since the API server last answered. */
  lastSeenMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** Whether the list is complete and a watch is open; false while a broken watch waits for its retry. */
  follows(): boolean {
    return this.#state.phase === 'watching';
  }

  /**
   * Effects from where the reflector stands, until `signal` aborts. Rejects with the error of a list or watch that
   * breaks; after `failed`, another stream continues.
   */
  async *effects(signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    while (!signal.aborted) {
      yield* this.#advance(signal);
    }
  }

  /** Reports that the stream or its reader broke: the next stream begins with a pause, and with a list if need be. */
  failed(error: unknown): void {
    const { resource, selection, log } = this.#options;
    log.warn(
      { resource: resource.plural, namespace: selection?.namespace, err: error },
      'list or watch failed, retrying',
    );
    this.#state = step(this.#state, { type: 'failed', gone: isFailure(error, 'gone') }).state;
  }

  async *#advance(signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    switch (this.#state.phase) {
      case 'listing':
        return yield* this.#list(signal);
      case 'watching':
        return yield* this.#watch(this.#state.version, signal);
      case 'pausing':
        await sleep(backoffMs(PAUSE, this.#state.failures), undefined, { signal });
        this.#state = step(this.#state, { type: 'paused' }).state;
    }
  }

  async *#list(signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    const { client, resource, selection } = this.#options;
    for await (const { items, metadata } of client.pages(resource, { ...selection, signal })) {
      const { resourceVersion: version, continue: next } = metadata;
      yield* this.#heard({ type: 'page', items, version, last: !next });
    }
  }

  async *#watch(version: string, signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    const { client, resource, selection } = this.#options;
    const began = performance.now();
    for await (const event of client.watch(resource, version, { ...selection, signal })) {
      yield* this.#heard(reflectorEvent(event));
    }
    yield* this.#heard({ type: 'ended', livedMs: performance.now() - began });
  }

  *#heard(event: ReflectorEvent<T>): Generator<StoreEffect<T>> {
    this.#heardAt = performance.now();
    const { state, effect } = step(this.#state, event);
    this.#state = state;
    if (effect !== undefined) {
      yield effect;
    }
  }
}

function reflectorEvent<T extends KubeObject>(event: WatchEvent<T>): ReflectorEvent<T> {
  switch (event.type) {
    case 'BOOKMARK':
      return { type: 'bookmark', version: event.resourceVersion };
    case 'DELETED':
      return { type: 'deleted', object: event.object };
    default:
      return { type: 'changed', object: event.object };
  }
}
