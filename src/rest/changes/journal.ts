import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { FairMap } from '../../base/fairmap.ts';

/** Object of a team that has been created, changed or deleted. */
export interface ChangedObject {
  readonly resource: 'application' | 'component' | 'rule';
  readonly namespace: string;
  readonly name: string;
}

/** Most objects whose last change is remembered. Namespaces share them: one cannot use up those of others. */
const MAX_OBJECTS = 10_000;

/** Most namespaces of which is remembered from where on changes are missing. */
const MAX_NAMESPACES = 1_000;

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
  readonly #ids = new SealedIds();
  readonly #entries = new FairMap<Entry>(MAX_OBJECTS);
  readonly #listeners = new Map<string, Set<Listener>>();
  #number = 0;
  /** Numbers of the last changes that are not remembered, by namespace, and the largest of those of all other ones. */
  readonly #forgotten = new Map<string, number>();
  #forgottenElsewhere = 0;

  /** Id of the newest change, for who reads the changes of a namespace. */
  latest(namespace: string): string {
    return this.#ids.seal(this.#number, namespace);
  }

  record(object: ChangedObject): void {
    const { resource, namespace, name } = object;
    const key = `${resource} ${name}`;
    this.#number += 1;
    this.#entries.delete(namespace, key);
    const lost = this.#entries.set(namespace, key, { object, number: this.#number });
    if (lost !== undefined) {
      this.#forget(lost.group, lost.value.number);
    }
    for (const listener of this.#listeners.get(namespace) ?? []) {
      listener(object);
    }
  }

  /** Objects of a namespace that have changed after the change with an id; undefined where some may be missing. */
  since(id: string | undefined, namespace: string): readonly ChangedObject[] | undefined {
    const number = id === undefined ? undefined : this.#ids.open(id, namespace);
    if (number === undefined || number < (this.#forgotten.get(namespace) ?? this.#forgottenElsewhere)) {
      return undefined;
    }
    return this.#entries
      .valuesOf(namespace)
      .filter((entry) => entry.number > number)
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

  #forget(namespace: string, number: number): void {
    this.#forgotten.delete(namespace);
    this.#forgotten.set(namespace, number);
    const [oldest] = this.#forgotten;
    if (oldest !== undefined && this.#forgotten.size > MAX_NAMESPACES) {
      this.#forgotten.delete(oldest[0]);
      this.#forgottenElsewhere = Math.max(this.#forgottenElsewhere, oldest[1]);
    }
  }
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const NUMBER_BYTES = 8;
const TAG_BYTES = 16;

/**
 * Ids that hide the number of a change: the journal counts those of all teams, and nobody learns how many others have.
 * An id counts for its namespace and its process only.
 */
class SealedIds {
  readonly #key = randomBytes(32);

  seal(number: number, namespace: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(namespace));
    const plain = Buffer.alloc(NUMBER_BYTES);
    plain.writeDoubleBE(number);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** Number in an id; undefined where it is none of this process for the namespace. */
  open(id: string, namespace: string): number | undefined {
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.length !== NONCE_BYTES + NUMBER_BYTES + TAG_BYTES) {
      return undefined;
    }
    const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(namespace))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed), decipher.final()]).readDoubleBE();
    } catch {
      return undefined;
    }
  }
}
