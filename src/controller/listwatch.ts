import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../base/backoff.ts';
import type { ListOptions, WatchEvent, WatchOptions } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { KubeObject, ObjectList } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { Logger } from './logger.ts';
import { INITIAL, type ReflectorEvent, type ReflectorState, type StoreEffect, step } from './reflector.ts';

/** Where objects of a kind are read, as KubeClient does. */
export interface ListerWatcher<T extends KubeObject> {
  pages(resource: Resource<T>, options: ListOptions): AsyncIterable<ObjectList<T>>;
  watch(resource: Resource<T>, resourceVersion: string, options: WatchOptions): AsyncIterable<WatchEvent<T>>;
}

/** Who takes in what is read. */
export interface Intake<T extends KubeObject> {
  /** An item of a list that is not complete yet, as it will be stored. */
  listed(item: T): Promise<T>;
  /** The object of an event, as it will be stored. */
  known(object: T): T;
  take(effect: StoreEffect<T>): Promise<void>;
}

/** What is read, and where. */
export interface ListWatchOptions<T extends KubeObject> {
  readonly client: ListerWatcher<T>;
  readonly resource: Resource<T>;
  readonly selection?: Pick<ListOptions, 'namespace' | 'labelSelector'> | undefined;
  readonly log: Logger;
}

const PAUSE = { firstMs: 500, maxMs: 30_000 };

/** Reads a list and follows its changes, over and over; what that comes to is said by the reflector. */
export class ListWatch<T extends KubeObject> {
  readonly #options: ListWatchOptions<T>;
  readonly #intake: Intake<T>;
  #state: ReflectorState<T> = INITIAL;
  #heardAt = performance.now();

  constructor(options: ListWatchOptions<T>, intake: Intake<T>) {
    this.#options = options;
    this.#intake = intake;
  }

  /** Milliseconds since the API server was last heard. */
  lastSeenMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** Whether the list is in and its changes are followed; not while a watch that broke waits to begin again. */
  follows(): boolean {
    return this.#state.phase === 'watching';
  }

  /** The version that was shown last; undefined where a list is awaited. */
  version(): string | undefined {
    return this.#state.phase === 'listing' ? undefined : this.#state.version;
  }

  /** Reads until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { resource, selection, log } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#advance(signal);
      } catch (error) {
        if (!signal.aborted) {
          const where = { resource: resource.plural, namespace: selection?.namespace };
          log.warn({ ...where, err: error }, 'list or watch broke');
          await this.#feed({ type: 'failed', gone: isFailure(error, 'gone') });
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
      const page: T[] = [];
      for (const item of items) {
        page.push(await this.#intake.listed(item));
      }
      await this.#feed({
        type: 'page',
        items: page,
        version: metadata.resourceVersion,
        last: !metadata.continue,
      });
    }
  }

  async #watch(version: string, signal: AbortSignal): Promise<void> {
    const { client, resource, selection } = this.#options;
    const began = performance.now();
    for await (const event of client.watch(resource, version, { ...selection, signal })) {
      await this.#feed(this.#reflectorEvent(event));
    }
    await this.#feed({ type: 'ended', livedMs: performance.now() - began });
  }

  async #feed(event: ReflectorEvent<T>): Promise<void> {
    const { state, effect } = step(this.#state, event);
    this.#state = state;
    if (event.type !== 'failed' && event.type !== 'paused') {
      this.#heardAt = performance.now();
    }
    if (effect !== undefined) {
      await this.#intake.take(effect);
    }
  }

  #reflectorEvent(event: WatchEvent<T>): ReflectorEvent<T> {
    switch (event.type) {
      case 'BOOKMARK':
        return { type: 'bookmark', version: event.resourceVersion };
      case 'DELETED':
        return { type: 'deleted', object: this.#intake.known(event.object) };
      default:
        return { type: 'changed', object: this.#intake.known(event.object) };
    }
  }
}
