import { spendEffort } from '../base/effort.ts';
import { type Name, wildcardParent } from './name.ts';

/** Values by their owner, in the order in which they came. */
type Owned<T> = Map<string, Set<T>>;

/** Values for one part of a name, and below it. */
interface Node<T> {
  readonly children: Map<string, Node<T>>;
  /** Values for exactly this name. */
  readonly exact: Owned<T>;
  /** Values for the wildcard directly below this name. */
  readonly wildcard: Owned<T>;
  readonly owners: Map<string, OwnerShare>;
}

/** Part of an owner in a node. */
interface OwnerShare {
  /** Number of its values here and below. */
  count: number;
  /** Parts of the names below at which it has values. */
  readonly children: Set<string>;
}

/**
 * Values by name, each with an owner: a tree of the parts of names, the last part first. What overlaps a name is found
 * without a look at names that do not, or at those of an owner that does not count.
 */
export class NameTree<T> {
  readonly #root: Node<T> = emptyNode();

  /** Adds a value. */
  add(name: Name, owner: string, value: T): void {
    const path = this.#path(name, true);
    const last = path.at(-1) ?? this.#root;
    const values = valuesAt(last, name);
    const ofOwner = values.get(owner) ?? new Set();
    if (ofOwner.has(value)) {
      return;
    }
    values.set(owner, ofOwner.add(value));
    const parts = partsOf(name);
    for (const [depth, { owners }] of path.entries()) {
      const share = owners.get(owner) ?? { count: 0, children: new Set() };
      share.count += 1;
      const child = parts[depth];
      if (child !== undefined) {
        share.children.add(child);
      }
      owners.set(owner, share);
    }
  }

  /** Removes a value; without effect where it is not there. */
  remove(name: Name, owner: string, value: T): void {
    const path = this.#path(name, false);
    const last = path.at(-1);
    const ofOwner = last && valuesAt(last, name).get(owner);
    if (last === undefined || !ofOwner?.delete(value)) {
      return;
    }
    if (ofOwner.size === 0) {
      valuesAt(last, name).delete(owner);
    }
    const parts = partsOf(name);
    for (const [depth, { owners }] of path.entries()) {
      const share = owners.get(owner);
      if (share !== undefined) {
        share.count -= 1;
      }
      if (share?.count === 0) {
        owners.delete(owner);
        path[depth - 1]?.owners.get(owner)?.children.delete(parts[depth - 1] ?? '');
      }
    }
    this.#prune(name);
  }

  /** Values of an owner for exactly a name. */
  valuesOf(name: Name, owner: string): readonly T[] {
    const path = this.#path(name, false);
    const node = path.length === partsOf(name).length + 1 ? path.at(-1) : undefined;
    const values = [...((node && valuesAt(node, name).get(owner)) ?? [])];
    spendEffort(values.length);
    return values;
  }

  /** Values of owners that count for the names that cover a name, itself included, the most specific name first. */
  *covering(name: Name, counts: (owner: string) => boolean = everyOwner): Generator<readonly T[]> {
    const path = this.#path(name, false);
    const isExact = wildcardParent(name) === undefined && path.length === partsOf(name).length + 1;
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
    const path = this.#path(name, false);
    const node = path.length === partsOf(name).length + 1 ? path.at(-1) : undefined;
    if (node !== undefined) {
      spendEffort(node.owners.size);
      for (const owner of [...node.owners.keys()].filter(counts)) {
        yield* belowOf(node, owner);
      }
    }
  }

  /** Values of owners that count for the names that overlap a name. */
  *overlapping(name: Name, counts: (owner: string) => boolean = everyOwner): Generator<T> {
    for (const values of this.covering(name, counts)) {
      yield* values;
    }
    yield* this.within(name, counts);
  }

  /** The nodes from the root to that of a name, as far as they stand. */
  #path(name: Name, create: boolean): Node<T>[] {
    let node = this.#root;
    const path = [node];
    for (const part of partsOf(name)) {
      const found = node.children.get(part);
      if (found === undefined && !create) {
        break;
      }
      const next = found ?? emptyNode<T>();
      if (found === undefined) {
        node.children.set(part, next);
      }
      path.push(next);
      node = next;
    }
    return path;
  }

  /** Removes the nodes of a name that hold nothing any more. */
  #prune(name: Name): void {
    const [parts, path] = [partsOf(name), this.#path(name, false)];
    const empty = path.findIndex(({ owners }, depth) => depth > 0 && owners.size === 0);
    if (empty > 0) {
      path[empty - 1]?.children.delete(parts[empty - 1] ?? '');
    }
  }
}

function everyOwner(): boolean {
  return true;
}

function emptyNode<T>(): Node<T> {
  return { children: new Map(), exact: new Map(), wildcard: new Map(), owners: new Map() };
}

/** Parts of a name, the last one first, without the `*` of a wildcard. */
function partsOf(name: Name): readonly string[] {
  return (wildcardParent(name) ?? name).split('.').reverse();
}

function valuesAt<T>({ wildcard, exact }: Node<T>, name: Name): Owned<T> {
  return wildcardParent(name) === undefined ? exact : wildcard;
}

/** Most nodes have no values of their own, so that most look-ups share this list. */
const NONE: readonly never[] = [];

function ofOwners<T>(owned: Owned<T> | undefined, counts: (owner: string) => boolean): readonly T[] {
  if (owned === undefined || owned.size === 0) {
    return NONE;
  }
  spendEffort(owned.size);
  const found: T[] = [];
  for (const [owner, values] of owned) {
    if (counts(owner)) {
      spendEffort(values.size);
      for (const value of values) {
        found.push(value);
      }
    }
  }
  return found;
}

/** Values of one owner below a node, itself excluded. */
function* belowOf<T>(node: Node<T>, owner: string): Generator<T> {
  for (const part of node.owners.get(owner)?.children ?? []) {
    spendEffort(1);
    const child = node.children.get(part);
    if (child !== undefined) {
      yield* child.exact.get(owner) ?? [];
      yield* child.wildcard.get(owner) ?? [];
      yield* belowOf(child, owner);
    }
  }
}
