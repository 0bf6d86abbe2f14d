import { byPrecedence, type Claim, isSameClaim, isSameWant } from './claim.ts';
import { type Name, portOf } from './name.ts';
import { NameTree } from './tree.ts';

/** Names and rules that a namespace has already. */
export interface Holdings {
  /** Hosts, however many rules they have. */
  readonly hosts: number;
  readonly ports: number;
  readonly rules: number;
}

const NONE: Holdings = { hosts: 0, ports: 0, rules: 0 };

/** Claims, as far as a decision looks at them. */
export interface ClaimsView {
  /** The claim with an id. */
  get(id: string): Claim | undefined;
  /** Claims of other namespaces that overlap one and go before it, those that stand first. */
  before(claim: Claim): Iterable<Claim>;
  /** Claims of other namespaces for which a certificate is presented with a name that the name of one covers. */
  presenting(claim: Claim): Iterable<Claim>;
  /** Claims of the namespace of a claim for the same name, of those that stand or wait as it does. */
  like(claim: Claim): readonly Claim[];
  /** Number of claims of a namespace that stand for exactly a name. */
  standingFor(name: Name, namespace: string): number;
  /** Number of the names and rules of a namespace that stand. */
  holdingsOf(namespace: string): Holdings;
}

/** Claims of one namespace. */
interface NamespaceClaims {
  /** Number of claims that stand, by name. */
  readonly standing: Map<Name, number>;
  readonly waiting: Set<Claim>;
  holdings: Holdings;
}

/** Index of claims: what overlaps a name is found without a look at the rest. */
export class Claims implements ClaimsView {
  readonly #byId = new Map<string, Claim>();
  readonly #standing = new NameTree<Claim>();
  readonly #waiting = new NameTree<Claim>();
  /** Claims by each name of their certificates. */
  readonly #presenting = new NameTree<Claim>();
  readonly #namespaces = new Map<string, NamespaceClaims>();

  get(id: string): Claim | undefined {
    return this.#byId.get(id);
  }

  /** Adds a claim, or replaces the one with its id, whose arrival it keeps where both want the same. */
  put(put: Claim): void {
    const before = this.#byId.get(put.id);
    if (before !== undefined && isSameClaim(before, put)) {
      return;
    }
    const claim = before !== undefined && isSameWant(before, put) ? { ...put, arrival: before.arrival } : put;
    this.remove(claim.id);
    this.#byId.set(claim.id, claim);
    (claim.standing ? this.#standing : this.#waiting).add(claim.name, claim.namespace, claim);
    for (const name of claim.presented ?? []) {
      this.#presenting.add(name, claim.namespace, claim);
    }
    this.#count(claim, 1);
  }

  /** Makes a claim the one with an id, or none. */
  replace(id: string, claim: Claim | undefined): void {
    if (claim === undefined) {
      this.remove(id);
    } else {
      this.put(claim);
    }
  }

  /** Removes the claim with an id; without effect where there is none. */
  remove(id: string): void {
    const claim = this.#byId.get(id);
    if (claim === undefined) {
      return;
    }
    this.#byId.delete(id);
    (claim.standing ? this.#standing : this.#waiting).remove(claim.name, claim.namespace, claim);
    for (const name of claim.presented ?? []) {
      this.#presenting.remove(name, claim.namespace, claim);
    }
    this.#count(claim, -1);
  }

  *before(claim: Claim): Generator<Claim> {
    const others = (namespace: string) => namespace !== claim.namespace;
    for (const tree of claim.standing ? [this.#standing] : [this.#standing, this.#waiting]) {
      for (const other of tree.overlapping(claim.name, others)) {
        if (byPrecedence(other, claim) < 0) {
          yield other;
        }
      }
    }
  }

  *presenting({ name, namespace }: Claim): Generator<Claim> {
    yield* this.#presenting.covered(name, (other) => other !== namespace);
  }

  like({ name, namespace, standing }: Claim): readonly Claim[] {
    return (standing ? this.#standing : this.#waiting).valuesOf(name, namespace);
  }

  /** Claims of other namespaces that wait for a name which overlaps one. */
  waitingFor(name: Name, namespace: string): Claim[] {
    return [...this.#waiting.overlapping(name, (other) => other !== namespace)];
  }

  /** Claims of all namespaces that wait. */
  waiting(): readonly Claim[] {
    return [...this.#namespaces.values()].flatMap(({ waiting }) => [...waiting]);
  }

  /** Claims of a namespace that wait. */
  waitingIn(namespace: string): readonly Claim[] {
    return [...(this.#namespaces.get(namespace)?.waiting ?? [])];
  }

  /** Whether a claim of a namespace stands for exactly a name. */
  isHeld(name: Name, namespace: string): boolean {
    return this.standingFor(name, namespace) > 0;
  }

  standingFor(name: Name, namespace: string): number {
    return this.#namespaces.get(namespace)?.standing.get(name) ?? 0;
  }

  /** Names of a namespace for which claims stand. */
  standingIn(namespace: string): Iterable<Name> {
    return this.#namespaces.get(namespace)?.standing.keys() ?? [];
  }

  holdingsOf(namespace: string): Holdings {
    return this.#namespaces.get(namespace)?.holdings ?? NONE;
  }

  #count(claim: Claim, by: 1 | -1): void {
    const { namespace, name, standing } = claim;
    const found = this.#namespaces.get(namespace) ?? {
      standing: new Map(),
      waiting: new Set(),
      holdings: NONE,
    };
    this.#namespaces.set(namespace, found);
    if (standing) {
      countStanding(found, name, by);
    } else if (by > 0) {
      found.waiting.add(claim);
    } else {
      found.waiting.delete(claim);
    }
    if (found.standing.size === 0 && found.waiting.size === 0) {
      this.#namespaces.delete(namespace);
    }
  }
}

function countStanding(claims: NamespaceClaims, name: Name, by: 1 | -1): void {
  const { standing, holdings } = claims;
  const before = standing.get(name) ?? 0;
  const after = before + by;
  after === 0 ? standing.delete(name) : standing.set(name, after);
  const names = Number(after > 0) - Number(before > 0);
  const kind = portOf(name) === undefined ? 'hosts' : 'ports';
  claims.holdings = { ...holdings, rules: holdings.rules + by, [kind]: holdings[kind] + names };
}
