import { type Name, wildcardParent } from './name.ts';

/** Values by their owner, in the order in which they came. Most owners have one, which is stored without a set. */
type Owned<T> = Map<string, T | Set<T>>;

/** Values for one part of a name, and below it. Most nodes are leaves with one value: what is empty is missing. */
interface Node<T> {
  children: Map<string, Node<T>> | undefined;
  /** Values for exactly this name. */
  exact: Owned<T> | undefined;
  /** Values for the wildcard directly below this name. */
  wildcard: Owned<T> | undefined;
  /** Parts of the names below at which an owner has values, by owner. */
  below: Map<string, Set<string>> | undefined;
}

/**
 * Values by name, each with an owner: a tree of the parts of names, the last part first. What overlaps a name is found
 * without a look at names that do not, or at those of an owner that does not count. No value is a set.
 */
export class NameTree<T> {
  readonly #root: Node<T> = emptyNode();

  /** Adds a value. */
  add(name: Name, owner: string, value: T): void {
    let node = this.#root;
    for (const part of partsOf(name)) {
      node.below ??= new Map();
      node.below.set(owner, (node.below.get(owner) ?? new Set()).add(part));
      node.children ??= new Map();
      const child = node.children.get(part) ?? emptyNode();
      node.children.set(part, child);
      node = child;
    }
    const side = sideOf(name);
    node[side] ??= new Map();
    addValue(node[side], owner, value);
  }

  /** Removes a value; without effect where it is not there. */
  remove(name: Name, owner: string, value: T): void {
    const { path, node } = this.#find(name);
    const side = sideOf(name);
    const values = node?.[side];
    if (node !== undefined && values !== undefined) {
      removeValue(values, owner, value);
      node[side] = values.size === 0 ? undefined : values;
      prune(path, partsOf(name), owner);
    }
  }

  /** Values of an owner for exactly a name. */
  valuesOf(name: Name, owner: string): readonly T[] {
    return [...valuesIn(this.#find(name).node?.[sideOf(name)]?.get(owner))];
  }

  /** Values of owners that count for the names that cover a name, itself included, the most specific name first. */
  *covering(name: Name, counts: (owner: string) => boolean = everyOwner): Generator<readonly T[]> {
    const { path, node: last } = this.#find(name);
    const isExact = wildcardParent(name) === undefined && last !== undefined;
    const exact = isExact ? ofOwners(path.pop()?.exact, counts) : NONE;
    if (exact.length > 0) {
      yield exact;
    }
    for (let node = path.pop(); node !== undefined; node = path.pop()) {
      const found = ofOwners(node.wildcard, counts);
      if (found.length > 0) {
        yield found;
      }
    }
  }

  /** Values of owners that count for the names that a wildcard covers, itself excluded; none for another name. */
  *within(name: Name, counts: (owner: string) => boolean = everyOwner): Generator<T> {
    if (wildcardParent(name) === undefined) {
      return;
    }
    const node = this.#find(name).node;
    if (node?.below !== undefined) {
      for (const owner of [...node.below.keys()].filter(counts)) {
        yield* belowOf(node, owner);
      }
    }
  }

  /** Values of owners that count for the names that a name covers, itself included. */
  *covered(name: Name, counts: (owner: string) => boolean = everyOwner): Generator<T> {
    yield* ofOwners(this.#find(name).node?.[sideOf(name)], counts);
    yield* this.within(name, counts);
  }

  /** Values of owners that count for the names that overlap a name. */
  *overlapping(name: Name, counts: (owner: string) => boolean = everyOwner): Generator<T> {
    for (const values of this.covering(name, counts)) {
      yield* values;
    }
    yield* this.within(name, counts);
  }

  /** The nodes from the root to that of a name, as far as they stand, and that of the name, if it does. */
  #find(name: Name): { readonly path: Node<T>[]; readonly node: Node<T> | undefined } {
    let node = this.#root;
    const path = [node];
    for (const part of partsOf(name)) {
      const next = node.children?.get(part);
      if (next === undefined) {
        return { path, node: undefined };
      }
      path.push(next);
      node = next;
    }
    return { path, node };
  }
}

function everyOwner(): boolean {
  return true;
}

function emptyNode<T>(): Node<T> {
  return { children: undefined, exact: undefined, wildcard: undefined, below: undefined };
}

/** Parts of a name, the last one first, without the `*` of a wildcard. */
function partsOf(name: Name): readonly string[] {
  return (wildcardParent(name) ?? name).split('.').reverse();
}

/** Member of a node that holds the values of a name. */
function sideOf(name: Name): 'exact' | 'wildcard' {
  return wildcardParent(name) === undefined ? 'exact' : 'wildcard';
}

/** Forgets, from the end of a path on, where an owner has no values any more, and the nodes that hold nothing. */
function prune<T>(path: readonly Node<T>[], parts: readonly string[], owner: string): void {
  for (const [depth, part] of [...parts.entries()].toReversed()) {
    const [node, child] = [path[depth], path[depth + 1]];
    if (node === undefined || child === undefined || isOwned(child, owner)) {
      return;
    }
    const below = node.below?.get(owner);
    below?.delete(part);
    if (below?.size === 0) {
      node.below?.delete(owner);
    }
    if (isEmpty(child)) {
      node.children?.delete(part);
    }
  }
}

/** Whether an owner has values at a node, or below it. */
function isOwned<T>({ exact, wildcard, below }: Node<T>, owner: string): boolean {
  return [exact, wildcard, below].some((each) => each?.has(owner));
}

function isEmpty<T>({ exact, wildcard, below }: Node<T>): boolean {
  return [exact, wildcard, below].every((each) => each === undefined || each.size === 0);
}

function addValue<T>(owned: Owned<T>, owner: string, value: T): void {
  const found = owned.get(owner);
  if (found instanceof Set) {
    found.add(value);
  } else if (found !== value) {
    owned.set(owner, found === undefined ? value : new Set([found, value]));
  }
}

function removeValue<T>(owned: Owned<T>, owner: string, value: T): void {
  const found = owned.get(owner);
  if (found instanceof Set) {
    found.delete(value);
  }
  if (found === value || (found instanceof Set && found.size === 0)) {
    owned.delete(owner);
  }
}

/** Values of one owner. */
function valuesIn<T>(found: T | Set<T> | undefined): readonly T[] | ReadonlySet<T> {
  return found instanceof Set ? found : found === undefined ? NONE : [found];
}

/** Most nodes have no values of their own, so that most look-ups share this list. */
const NONE: readonly never[] = [];

function ofOwners<T>(owned: Owned<T> | undefined, counts: (owner: string) => boolean): readonly T[] {
  if (owned === undefined) {
    return NONE;
  }
  const found: T[] = [];
  for (const [owner, values] of owned) {
    if (counts(owner)) {
      for (const value of valuesIn(values)) {
        found.push(value);
      }
    }
  }
  return found;
}

/** Values of one owner below a node, itself excluded. */
function* belowOf<T>(node: Node<T>, owner: string): Generator<T> {
  for (const part of node.below?.get(owner) ?? []) {
    const child = node.children?.get(part);
    if (child !== undefined) {
      yield* valuesIn(child.exact?.get(owner));
      yield* valuesIn(child.wildcard?.get(owner));
      yield* belowOf(child, owner);
    }
  }
}
