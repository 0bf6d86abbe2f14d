import { type KubeObject, keyOf } from '../kube/object.ts';
import { arrivalAt, type Claim } from '../names/claim.ts';
import { Claims, type ClaimsView } from '../names/claims.ts';
import { type DeclarationSettings, Declarations } from '../names/declarations.ts';
import { decideName, decideWrite, type NameDecision, type NamePolicy, type NameView } from '../names/gate.ts';
import { Released } from '../names/released.ts';
import { SupposedClaims } from '../names/supposed.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { claimOfRule } from './claim.ts';

/** Part of the configuration that says who may have which hosts and ports. */
export interface NameSettings extends DeclarationSettings, NamePolicy {}

/** The Namespaces of teams, as a store has them. */
export interface TeamNamespaces {
  get(name: string): KubeObject | undefined;
  list(): readonly KubeObject[];
}

/** State of the names of the gateway: what is declared, who claims which name, and which are kept. */
export class NameState {
  readonly claims = new Claims();
  /** Names that are kept. Replaced as a whole where several come at once: who asks for them may be interrupted. */
  released = new Released();
  /** Whether rules that appear have just been written, so that they arrive one after the other. */
  isLive = false;
  readonly #settings: NameSettings;
  readonly #teams: TeamNamespaces;
  readonly #clock: () => Date;
  #declarations: Declarations | undefined;

  constructor(settings: NameSettings, teams: TeamNamespaces, clock: () => Date = () => new Date()) {
    this.#settings = settings;
    this.#teams = teams;
    this.#clock = clock;
  }

  /** The declarations of the configuration and of the Namespaces of teams. */
  get declarations(): Declarations {
    this.#declarations ??= new Declarations(this.#settings, this.#teams.list());
    return this.#declarations;
  }

  /** Everything that a decision takes into account now; `claims` are those of the state, or supposed ones. */
  view(claims: ClaimsView = this.claims): NameView {
    const { declarations, released } = this;
    return { policy: this.#settings, declarations, claims, released, now: this.#clock() };
  }

  /** Decision on a claim as if it were stored, and as if some others were not, as far as these are still the same. */
  decide(claim: Claim, without: readonly Claim[] = []): NameDecision {
    const claims = new SupposedClaims(this.claims);
    for (const { id } of without.filter((each) => this.claims.get(each.id) === each)) {
      claims.remove(id);
    }
    return decideWrite(claim, this.view(claims));
  }

  /** Whether a stored rule has its name, or is about to get it. */
  isGranted(rule: GatewayRule): boolean {
    const claim = this.claims.get(keyOf(rule));
    return claim !== undefined && decideName(claim, this.view()).type !== 'refused';
  }

  /** Takes the rules over that were there before, or are there in a namespace that now belongs to a team, or no more. */
  takeOver(rules: readonly GatewayRule[]): void {
    for (const rule of rules) {
      this.put(keyOf(rule), rule);
    }
  }

  /** Takes a new version of a rule into account, or none; rules in namespaces without a team do not count. */
  put(key: string, rule: GatewayRule | undefined): void {
    const { namespace = '', resourceVersion = '' } = rule?.metadata ?? {};
    const inTeam = this.#teams.get(namespace) !== undefined;
    const claim = rule !== undefined && inTeam ? claimOfRule(rule) : undefined;
    const arrival = this.isLive ? arrivalAt(resourceVersion) : undefined;
    this.claims.replace(key, claim && { ...claim, arrival });
  }

  /** Takes a change of the Namespaces into account. */
  forgetDeclarations(): void {
    this.#declarations = undefined;
  }
}
