import { keyOf } from '../kube/object.ts';
import type { Claim } from '../names/claim.ts';
import type { Claims, ClaimsView } from '../names/claims.ts';
import { decideName, type NameDecision, type NameView } from '../names/gate.ts';
import { SupposedClaims } from '../names/supposed.ts';
import type { GatewayRule } from '../objects/stoa.ts';

/** Decisions on names that take each other into account, on claims that stay as they are. */
export class NameDecisions {
  readonly #stored: Claims;
  readonly #supposed: SupposedClaims;
  readonly #viewOf: (claims: ClaimsView) => NameView;
  readonly #granted: Claim[] = [];

  constructor(stored: Claims, viewOf: (claims: ClaimsView) => NameView) {
    this.#stored = stored;
    this.#supposed = new SupposedClaims(stored);
    this.#viewOf = viewOf;
  }

  /** Stored claims that were granted their names, and do not stand yet. */
  get granted(): readonly Claim[] {
    return this.#granted;
  }

  /** Decision on the name of a rule; undefined where it claims none. */
  decide(rule: GatewayRule): NameDecision | undefined {
    const claim = this.#supposed.get(keyOf(rule));
    const decision = claim && decideName(claim, this.#viewOf(this.#supposed));
    const stored = this.#stored.get(keyOf(rule));
    if (claim?.standing === false && stored !== undefined && decision?.type === 'granted') {
      this.#supposed.put({ ...claim, standing: true });
      this.#granted.push(stored);
    }
    return decision;
  }
}
