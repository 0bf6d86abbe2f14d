import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient, WatchEvent } from './client.ts';
import { ignoreNotFound } from './error.ts';
import type { KubeObject, ObjectList } from './object.ts';
import type { Resource } from './resource.ts';

/** Objects to poll, and the interval. */
interface PollingOptions {
  readonly client: Pick<KubeClient, 'get'>;
  readonly names: readonly string[];
  /** Predicate of the objects to list. */
  readonly matches: (object: KubeObject) => boolean;
  /** Milliseconds between two polls. */
  readonly intervalMs: number;
}

interface Options {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lister and watcher of named objects that polls each by its name, for a client that may get them but not list them.
 * For cluster-scoped kinds. Throws KubeError.
 */
export class PollingListerWatcher {
  readonly #options: PollingOptions;
  #objects: ReadonlyMap<string, KubeObject> = new Map();

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  /** Matching objects, in one page. */
  async *pages(resource: Resource, { signal }: Options): AsyncGenerator<ObjectList<KubeObject>> {
    this.#objects = await this.#poll(resource, signal);
    yield { metadata: { resourceVersion: '' }, items: [...this.#objects.values()] };
  }

  /** No version: each poll shows the present. */
  async versionOf(): Promise<string> {
    return '';
  }

  /** Events since the last poll; a bookmark ends each poll. */
  async *watch(
    resource: Resource,
    _version: string,
    { signal }: Options,
  ): AsyncGenerator<WatchEvent<KubeObject>> {
    while (!signal?.aborted) {
      await sleep(this.#options.intervalMs, undefined, { signal });
      const before = this.#objects;
      const now = await this.#poll(resource, signal);
      this.#objects = now;
      for (const object of now.values()) {
        yield { type: before.has(object.metadata.name) ? 'MODIFIED' : 'ADDED', object };
      }
      for (const object of [...before.values()].filter(({ metadata }) => !now.has(metadata.name))) {
        yield { type: 'DELETED', object };
      }
      yield { type: 'BOOKMARK', resourceVersion: '' };
    }
  }

  async #poll(resource: Resource, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, KubeObject>> {
    const { client, names, matches } = this.#options;
    const reads = names.map((name) => ignoreNotFound(client.get(resource, { name }, { signal })));
    const found = (await Promise.all(reads)).filter((object) => object !== undefined);
    return new Map(found.filter(matches).map((object) => [object.metadata.name, object]));
  }
}
