import { type KubeObject, keyOf } from '../kube/object.ts';
import { arrivalAt, type Claim, newClaim } from '../names/claim.ts';
import { Claims, type ClaimsView } from '../names/claims.ts';
import { type DeclarationSettings, Declarations } from '../names/declarations.ts';
import {
  decideName,
  decideWrite,
  type NameDecision,
  type NamePolicy,
  type NameRefusal,
  type NameView,
} from '../names/gate.ts';
import { type Name, portName } from '../names/name.ts';
import type { PortStanding } from '../names/ports.ts';
import type { Released } from '../names/released.ts';
import { SupposedClaims } from '../names/supposed.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { claimOfRule } from './claim.ts';
import { NameDecisions } from './namedecisions.ts';

/** Part of the configuration that says who may have which hosts and ports. */
export interface NameSettings extends DeclarationSettings, NamePolicy {}

/** Sources of the state of names. */
interface NameSources {
  /** The Namespaces of teams, as a store has them. */
  readonly teams: {
    get(name: string): KubeObject | undefined;
    list(): readonly KubeObject[];
  };
  /** Names that are kept. */
  readonly released: () => Released;
  readonly clock?: () => Date;
}

/** Refusals of a new rule for a name that a certificate may have all the same. */
const NOT_CONSIDERED: readonly NameRefusal['type'][] = ['limit', 'presented'];

/** State of the names of the gateway: what is declared, and who claims which name. */
export class NameState {
  readonly claims = new Claims();
  /** Whether rules that appear have just been written, so that they arrive one after the other. */
  isLive = false;
  readonly #settings: NameSettings;
  readonly #sources: NameSources;
  #declarations: Declarations | undefined;

  constructor(settings: NameSettings, sources: NameSources) {
    this.#settings = settings;
    this.#sources = sources;
  }

  /** The declarations of the configuration and of the Namespaces of teams. */
  get declarations(): Declarations {
    this.#declarations ??= new Declarations(this.#settings, this.#sources.teams.list());
    return this.#declarations;
  }

  #view(claims: ClaimsView = this.claims): NameView {
    const { released, clock = () => new Date() } = this.#sources;
    const { declarations } = this;
    return { policy: this.#settings, declarations, claims, released: released(), now: clock() };
  }

  /** Decision on a claim as if it were stored, and as if some others were not, as far as these are still the same. */
  decide(claim: Claim, without: readonly Claim[] = []): NameDecision {
    const claims = new SupposedClaims(this.claims);
    for (const { id } of without.filter((each) => this.claims.get(each.id) === each)) {
      claims.remove(id);
    }
    return decideWrite(claim, this.#view(claims));
  }

  /** Whether a stored rule has its name, or is about to get it. */
  isGranted(rule: GatewayRule): boolean {
    const claim = this.claims.get(keyOf(rule));
    return claim !== undefined && decideName(claim, this.#view()).type !== 'refused';
  }

  /** Decisions on names that are made together, and change nothing before `grant`. */
  decisions(): NameDecisions {
    return new NameDecisions(this.claims, (claims) => this.#view(claims));
  }

  /**
   * Lets claims that were granted their names stand from now on: until their status says so, an older claim of which the
   * caches hear later does not take their place. One that has changed meanwhile is decided on anew.
   */
  grant(granted: readonly Claim[]): void {
    for (const claim of granted) {
      if (this.claims.get(claim.id) === claim) {
        this.claims.put({ ...claim, standing: true });
      }
    }
  }

  /** Decision on a name as if a namespace made a rule for it now; its limits and certificates do not count. */
  consider(name: Name, namespace: string): NameDecision {
    const decision = decideName(newClaim(namespace, name), this.#view());
    return decision.type === 'refused' && NOT_CONSIDERED.includes(decision.refusal.type)
      ? { type: 'granted' }
      : decision;
  }

  /** Standing of a namespace to a port of the Gateway now; rules of others that are refused do not matter. */
  portStanding(port: number, namespace: string): PortStanding {
    const name = portName(port);
    if (this.claims.isHeld(name, namespace)) {
      return 'held';
    }
    if (this.consider(name, namespace).type === 'refused') {
      return 'refused';
    }
    return this.claims.like(newClaim(namespace, name)).length > 0 ? 'wanted' : 'free';
  }

  /** Number of hosts or ports that a namespace may have beside those that it has. */
  left(of: 'hosts' | 'ports', namespace: string): number {
    const { [of]: most = Infinity } = this.declarations.limitsOf(namespace);
    return Math.max(0, most - this.claims.holdingsOf(namespace)[of]);
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
    const inTeam = this.#sources.teams.get(namespace) !== undefined;
    const claim = rule !== undefined && inTeam ? claimOfRule(rule) : undefined;
    const arrival = this.isLive ? arrivalAt(resourceVersion) : undefined;
    this.claims.replace(key, claim && { ...claim, arrival });
  }

  /** Takes a change of the Namespaces into account. */
  forgetDeclarations(): void {
    this.#declarations = undefined;
  }
}
