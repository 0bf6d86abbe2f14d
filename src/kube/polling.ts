import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient, WatchEvent } from './client.ts';
import { unlessGone } from './error.ts';
import type { KubeObject, ObjectList } from './object.ts';
import type { Resource } from './resource.ts';

/** Which objects are looked up, and how often. */
interface LookupOptions {
  readonly client: Pick<KubeClient, 'get'>;
  readonly names: readonly string[];
  /** Whether one that is there counts. */
  readonly counts: (object: KubeObject) => boolean;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
}

interface Options {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lists and watches objects of which each may be read by its name, but not all be listed: by asking for each again
 * and again. For kinds without namespaces. Throws KubeError.
 */
export class Lookup {
  readonly #options: LookupOptions;
  #seen: ReadonlyMap<string, KubeObject> = new Map();

  constructor(options: LookupOptions) {
    this.#options = options;
  }

  /** All that count, in one page. */
  async *pages(resource: Resource, { signal }: Options): AsyncGenerator<ObjectList<KubeObject>> {
    this.#seen = await this.#look(resource, signal);
    yield { metadata: { resourceVersion: '' }, items: [...this.#seen.values()] };
  }

  /** What has changed since the last look, and after each a bookmark. */
  async *watch(
    resource: Resource,
    _version: string,
    { signal }: Options,
  ): AsyncGenerator<WatchEvent<KubeObject>> {
    while (!signal?.aborted) {
      await sleep(this.#options.everyMs, undefined, { signal });
      const before = this.#seen;
      const now = await this.#look(resource, signal);
      this.#seen = now;
      for (const object of now.values()) {
        yield { type: before.has(object.metadata.name) ? 'MODIFIED' : 'ADDED', object };
      }
      for (const object of [...before.values()].filter(({ metadata }) => !now.has(metadata.name))) {
        yield { type: 'DELETED', object };
      }
      yield { type: 'BOOKMARK', resourceVersion: '' };
    }
  }

  async #look(resource: Resource, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, KubeObject>> {
    const { client, names, counts } = this.#options;
    const asked = names.map((name) => unlessGone(client.get(resource, { name }, { signal })));
    const found = (await Promise.all(asked)).filter((object) => object !== undefined);
    return new Map(found.filter(counts).map((object) => [object.metadata.name, object]));
  }
}
