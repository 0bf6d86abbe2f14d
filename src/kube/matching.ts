import type { KubeClient, ListOptions, WatchEvent, WatchOptions } from './client.ts';
import type { KubeObject, ObjectList } from './object.ts';
import type { Resource } from './resource.ts';

/**
 * Lister and watcher of the objects that match a predicate that no selector expresses. An object that ceases to match
 * counts as deleted. Throws KubeError.
 */
export class MatchingListerWatcher {
  readonly #client: Pick<KubeClient, 'pages' | 'versionOf' | 'watch'>;
  readonly #matches: (object: KubeObject) => boolean;

  constructor(
    client: Pick<KubeClient, 'pages' | 'versionOf' | 'watch'>,
    matches: (object: KubeObject) => boolean,
  ) {
    this.#client = client;
    this.#matches = matches;
  }

  /** Pages of the matching objects. */
  async *pages(resource: Resource, options: ListOptions): AsyncGenerator<ObjectList<KubeObject>> {
    for await (const page of this.#client.pages(resource, options)) {
      yield { ...page, items: page.items.filter(this.#matches) };
    }
  }

  /** Present version of all objects. */
  versionOf(resource: Resource, options: ListOptions): Promise<string> {
    return this.#client.versionOf(resource, options);
  }

  /** Events of the matching objects, and of those that match no more. */
  async *watch(
    resource: Resource,
    version: string,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<KubeObject>> {
    for await (const event of this.#client.watch(resource, version, options)) {
      const isLost = (event.type === 'ADDED' || event.type === 'MODIFIED') && !this.#matches(event.object);
      yield isLost ? { type: 'DELETED', object: event.object } : event;
    }
  }
}
