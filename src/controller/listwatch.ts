import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../base/backoff.ts';
import type { ListOptions, Selection, WatchEvent, WatchOptions } from '../kube/client.ts';
import { isFailure, isNotServed } from '../kube/error.ts';
import type { KubeObject, ObjectList } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { HistoryLostError } from './history.ts';
import type { Logger } from './logger.ts';
import { INITIAL, type ReflectorEvent, type ReflectorState, type StoreEffect, step } from './reflector.ts';

/** Reader of lists and watches, such as KubeClient. */
export interface ListerWatcher<T extends KubeObject> {
  pages(resource: Resource<T>, options: ListOptions): AsyncIterable<ObjectList<T>>;
  versionOf(resource: Resource<T>, options: ListOptions): Promise<string>;
  watch(resource: Resource<T>, resourceVersion: string, options: WatchOptions): AsyncIterable<WatchEvent<T>>;
}

/** Options of a ListWatch. */
interface ListWatchOptions<T extends KubeObject> {
  readonly client: ListerWatcher<T>;
  readonly resource: Resource<T>;
  readonly selection?: (Selection & Pick<ListOptions, 'namespace'>) | undefined;
  readonly log: Logger;
}

const BACKOFF = { firstMs: 500, maxMs: 30_000 };

/**
 * List-and-watch of a kind as a stream of effects on a store. It reads events and keeps the state of the reflector,
 * which decides on the effect of each event.
 */
export class ListWatch<T extends KubeObject> {
  readonly #options: ListWatchOptions<T>;
  #state: ReflectorState = INITIAL;
  #lastSeenAt = performance.now();
  #failures = 0;
  #isServed = true;

  constructor(options: ListWatchOptions<T>) {
    this.#options = options;
  }

  /** Milliseconds since the last response of the API server. */
  lastSeenMs(): number {
    return performance.now() - this.#lastSeenAt;
  }

  /** Number of failures since the start. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether the API server serves the kind, as far as its last answer tells. */
  isServed(): boolean {
    return this.#isServed;
  }

  /** Whether the list is complete and a watch is open; false while a broken watch backs off. */
  isWatching(): boolean {
    return this.#state.phase === 'watching';
  }

  /**
   * Effects from the current state of the reflector, until `signal` aborts. Rejects with the error of a failed list or
   * watch; after a call of `failed`, a new stream continues. Rejects with HistoryLostError, and for good, if the API
   * server has gone back in time.
   */
  async *effects(signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    while (!signal.aborted) {
      yield* this.#advance(signal);
    }
  }

  /**
   * Records a failure of the stream or its consumer. The next stream starts with a backoff, and relists if necessary.
   */
  failed(error: unknown): void {
    this.#failures += 1;
    this.#isServed = !isNotServed(error);
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
      case 'resuming':
        return yield* this.#resume(signal);
      case 'watching':
        return yield* this.#watch(this.#state.version, signal);
      case 'lost':
        throw new HistoryLostError(this.#options.resource.plural, this.#state.version, this.#state.present);
      case 'pausing':
        await sleep(backoffMs(BACKOFF, this.#state.failures), undefined, { signal });
        this.#state = step(this.#state, { type: 'paused' }).state;
    }
  }

  async *#list(signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    const { client, resource, selection } = this.#options;
    for await (const { items, metadata } of client.pages(resource, { ...selection, signal })) {
      const { resourceVersion: version, continue: next } = metadata;
      yield* this.#step({ type: 'page', items, version, last: !next });
    }
  }

  async *#resume(signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    const { client, resource, selection } = this.#options;
    const version = await client.versionOf(resource, { ...selection, signal });
    yield* this.#step({ type: 'present', version });
  }

  async *#watch(version: string, signal: AbortSignal): AsyncGenerator<StoreEffect<T>> {
    const { client, resource, selection } = this.#options;
    const startedAt = performance.now();
    for await (const event of client.watch(resource, version, { ...selection, signal })) {
      yield* this.#step(reflectorEvent(event));
    }
    yield* this.#step({ type: 'ended', livedMs: performance.now() - startedAt });
  }

  *#step(event: ReflectorEvent<T>): Generator<StoreEffect<T>> {
    this.#lastSeenAt = performance.now();
    this.#isServed = true;
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
