import type { Name } from './name.ts';
import { NameTree } from './tree.ts';

/** A name that a namespace had, and that stays with it for a while. */
export interface Release {
  readonly name: Name;
  readonly namespace: string;
  readonly until: Date;
}

/** Most names that are kept for one namespace, and for all: a ConfigMap has room for them. */
export const MOST_RELEASED = { ofNamespace: 64, ofAll: 2_000 } as const;

/** Names that stay with their namespace for a while after their last rule has gone. */
export class Released {
  readonly #tree = new NameTree<Release>();
  readonly #byNamespace = new Map<string, Map<Name, Release>>();
  #size = 0;

  /** Keeps a name; where there is no room, the name that would end first gives way, of the namespace with the most. */
  add(release: Release): void {
    this.remove(release.name, release.namespace);
    const names = this.#byNamespace.get(release.namespace) ?? new Map<Name, Release>();
    this.#byNamespace.set(release.namespace, names.set(release.name, release));
    this.#tree.add(release.name, release.namespace, release);
    this.#size += 1;
    if (names.size > MOST_RELEASED.ofNamespace) {
      this.#dropFirst(names);
    } else if (this.#size > MOST_RELEASED.ofAll) {
      this.#dropFirst([...this.#byNamespace.values()].reduce((a, b) => (b.size > a.size ? b : a), names));
    }
  }

  /** Names that an operator has told to keep. */
  static of(releases: readonly Release[]): Released {
    const released = new Released();
    for (const release of releases) {
      released.add(release);
    }
    return released;
  }

  /** Frees a name, and says whether it was kept. */
  remove(name: Name, namespace: string): boolean {
    const names = this.#byNamespace.get(namespace);
    const release = names?.get(name);
    if (names === undefined || release === undefined) {
      return false;
    }
    names.delete(name);
    this.#tree.remove(name, namespace, release);
    this.#size -= 1;
    if (names.size === 0) {
      this.#byNamespace.delete(namespace);
    }
    return true;
  }

  /** Frees the names of a namespace that end first, but for this many; `counts` chooses those that count. */
  keepAtMost(namespace: string, most: number, counts: (name: Name) => boolean): void {
    const kept = [...(this.#byNamespace.get(namespace)?.values() ?? [])].filter(({ name }) => counts(name));
    const surplus = kept.toSorted((a, b) => b.until.getTime() - a.until.getTime()).slice(Math.max(most, 0));
    for (const { name } of surplus) {
      this.remove(name, namespace);
    }
  }

  /** Frees all names of a namespace, and says whether any was kept. */
  removeAll(namespace: string): boolean {
    const names = [...(this.#byNamespace.get(namespace)?.keys() ?? [])];
    return names.filter((name) => this.remove(name, namespace)).length > 0;
  }

  /** Frees the names whose time is over, and returns them. */
  expire(now: Date): readonly Release[] {
    const over = this.list().filter(({ until }) => until <= now);
    for (const { name, namespace } of over) {
      this.remove(name, namespace);
    }
    return over;
  }

  /** Whether exactly a name is kept for a namespace. */
  isKeptFor(name: Name, namespace: string, now: Date): boolean {
    const release = this.#byNamespace.get(namespace)?.get(name);
    return release !== undefined && release.until > now;
  }

  /** Whether a name that overlaps one is kept for another namespace. */
  isKeptFrom(name: Name, namespace: string, now: Date): boolean {
    for (const { until } of this.#tree.overlapping(name, (other) => other !== namespace)) {
      if (until > now) {
        return true;
      }
    }
    return false;
  }

  /** The name that is kept for another namespace, overlaps one, and is kept the longest. */
  keptFrom(name: Name, namespace: string, now: Date): Release | undefined {
    let longest: Release | undefined;
    for (const each of this.#tree.overlapping(name, (other) => other !== namespace)) {
      if (each.until > now && (longest === undefined || each.until > longest.until)) {
        longest = each;
      }
    }
    return longest;
  }

  /** All names that are kept, in the order of their namespaces and names. */
  list(): readonly Release[] {
    return [...this.#byNamespace.values()]
      .flatMap((names) => [...names.values()])
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  #dropFirst(names: ReadonlyMap<Name, Release>): void {
    const first = [...names.values()].reduce((a, b) => (b.until < a.until ? b : a));
    this.remove(first.name, first.namespace);
  }
}

function keyOf({ namespace, name }: Release): string {
  return `${namespace} ${name}`;
}
