import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Object of a team that has been created, changed or deleted. */
export interface ChangedObject {
  readonly resource: 'application' | 'component' | 'rule';
  readonly namespace: string;
  readonly name: string;
}

/** Most objects whose last change is remembered. */
const MAX_OBJECTS = 10_000;

/** The last change of an object, by its number. */
interface Entry {
  readonly object: ChangedObject;
  readonly number: number;
}

type Listener = (object: ChangedObject) => void;

/**
 * Journal of the changes in a region: who has seen them up to an id gets those after it. Of an object it has the last
 * change only, so it is as large as the number of objects, at most.
 */
export class ChangeJournal {
  /** Beginning of the ids of this journal, which no other process has. */
  readonly #origin = randomUUID();
  readonly #entries = new LRUCache<string, Entry>({
    max: MAX_OBJECTS,
    dispose: ({ number }, _key, why) => {
      this.#forgotten = why === 'evict' ? number : this.#forgotten;
    },
  });
  readonly #listeners = new Map<string, Set<Listener>>();
  #number = 0;
  /** Number of the last change that is not remembered. */
  #forgotten = 0;

  /** Id of the newest change. */
  get latest(): string {
    return `${this.#origin}.${this.#number}`;
  }

  record(object: ChangedObject): void {
    const { resource, namespace, name } = object;
    this.#number += 1;
    this.#entries.set(`${resource} ${namespace} ${name}`, { object, number: this.#number });
    for (const listener of this.#listeners.get(namespace) ?? []) {
      listener(object);
    }
  }

  /** Objects of a namespace that have changed after the change with an id; undefined where some may be missing. */
  since(id: string | undefined, namespace: string): readonly ChangedObject[] | undefined {
    const [origin, text = ''] = id?.split('.') ?? [];
    const number = Number(text);
    if (origin !== this.#origin || !/^\d+$/.test(text) || number < this.#forgotten || number > this.#number) {
      return undefined;
    }
    return [...this.#entries.values()]
      .filter((entry) => entry.number > number && entry.object.namespace === namespace)
      .toSorted((one, other) => one.number - other.number)
      .map(({ object }) => object);
  }

  /** Calls a listener at each change in a namespace, until the returned function is called. */
  listen(namespace: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(namespace) ?? new Set();
    this.#listeners.set(namespace, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(namespace) === listeners) {
        this.#listeners.delete(namespace);
      }
    };
  }
}
