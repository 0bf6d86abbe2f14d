import { type Claim, isSameWant } from './claim.ts';
import { Claims, type ClaimsView, type Holdings } from './claims.ts';
import { type Name, portOf } from './name.ts';

/** Claims as they would be with some others in them, or without some of theirs. What they are made of stays as it is. */
export class SupposedClaims implements ClaimsView {
  readonly #stored: ClaimsView;
  /** Stored claims that are replaced, or supposed to be gone. */
  readonly #hidden = new Claims();
  readonly #added = new Claims();

  constructor(stored: ClaimsView) {
    this.#stored = stored;
  }

  get(id: string): Claim | undefined {
    return this.#added.get(id) ?? (this.#isHidden(id) ? undefined : this.#stored.get(id));
  }

  /** Supposes a claim in place of the one with its id, whose arrival it keeps where both want the same. */
  put(claim: Claim): void {
    const before = this.get(claim.id);
    this.remove(claim.id);
    this.#added.put(
      before !== undefined && isSameWant(before, claim) ? { ...claim, arrival: before.arrival } : claim,
    );
  }

  /** Supposes that the claim with an id is gone. */
  remove(id: string): void {
    const stored = this.#stored.get(id);
    if (stored !== undefined) {
      this.#hidden.put(stored);
    }
    this.#added.remove(id);
  }

  *before(claim: Claim): Generator<Claim> {
    yield* this.#added.before(claim);
    yield* this.#unhidden(this.#stored.before(claim));
  }

  *presenting(claim: Claim): Generator<Claim> {
    yield* this.#added.presenting(claim);
    yield* this.#unhidden(this.#stored.presenting(claim));
  }

  like(claim: Claim): readonly Claim[] {
    return [...this.#added.like(claim), ...this.#unhidden(this.#stored.like(claim))];
  }

  standingFor(name: Name, namespace: string): number {
    return (
      this.#stored.standingFor(name, namespace) -
      this.#hidden.standingFor(name, namespace) +
      this.#added.standingFor(name, namespace)
    );
  }

  holdingsOf(namespace: string): Holdings {
    const { hosts, ports, rules } = this.#stored.holdingsOf(namespace);
    const changed = new Set(
      [this.#hidden, this.#added].flatMap((claims) => [...claims.standingIn(namespace)]),
    );
    const more = { hosts: 0, ports: 0 };
    for (const name of changed) {
      const before = this.#stored.standingFor(name, namespace) > 0;
      const after = this.standingFor(name, namespace) > 0;
      more[portOf(name) === undefined ? 'hosts' : 'ports'] += Number(after) - Number(before);
    }
    const [hidden, added] = [this.#hidden, this.#added].map((claims) => claims.holdingsOf(namespace).rules);
    return {
      hosts: hosts + more.hosts,
      ports: ports + more.ports,
      rules: rules - (hidden ?? 0) + (added ?? 0),
    };
  }

  #isHidden(id: string): boolean {
    return this.#hidden.get(id) !== undefined;
  }

  *#unhidden(claims: Iterable<Claim>): Generator<Claim> {
    for (const claim of claims) {
      if (!this.#isHidden(claim.id)) {
        yield claim;
      }
    }
  }
}
