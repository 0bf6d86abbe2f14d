import { RELEASE_NAME } from '../../api/group.ts';
import type { Change } from '../../controller/store.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import { type Claim, newClaim } from '../../names/claim.ts';
import type { Claims, ClaimsView } from '../../names/claims.ts';
import type { Declarations } from '../../names/declarations.ts';
import { decideName, type NameDecision, type NameRefusal, type NameView } from '../../names/gate.ts';
import { readLedger } from '../../names/ledger.ts';
import { hostName, type Name, portOf } from '../../names/name.ts';
import { type Release, Released } from '../../names/released.ts';
import { durationMs } from '../../names/settings.ts';
import { ageKey } from '../../objects/age.ts';
import type { ForeignRoute } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { isStanding, nameOfRule } from '../../rule/claim.ts';
import { NameState } from '../../rule/namestate.ts';
import type { GatewayCaches } from '../caches.ts';
import type { GatewayConfig, GatewayName } from '../config.ts';
import { isSetParent } from '../parent.ts';
import { NameDecisions } from './decisions.ts';

/** Refusals of a new rule for a name that a certificate may have all the same. */
const NOT_CONSIDERED: readonly NameRefusal['type'][] = ['limit', 'presented'];

/** Register of the names of the Gateway: their state by the caches, and the names that are kept for their teams. */
export class NameRegister {
  readonly #state: NameState;
  readonly #caches: GatewayCaches;
  readonly #config: GatewayConfig;
  readonly #clock: () => Date;
  /** Whether the names that an earlier process kept are known; its ConfigMap is read once, when it is in the cache. */
  #isRestored = false;
  #onReleased: () => void = () => undefined;

  constructor(caches: GatewayCaches, config: GatewayConfig, clock: () => Date = () => new Date()) {
    this.#state = new NameState(config, caches.namespaces.store, clock);
    this.#caches = caches;
    this.#config = config;
    this.#clock = clock;
    caches.namespaces.store.follow((change) => this.#namespaceChanged(change));
    caches.rules.store.follow((change) => this.#ruleChanged(change));
    caches.foreignRoutes.store.follow((change) => this.#routeChanged(change));
    caches.rules.synced.then(() => {
      this.#state.isLive = true;
    });
  }

  get claims(): Claims {
    return this.#state.claims;
  }

  get declarations(): Declarations {
    return this.#state.declarations;
  }

  /** Calls a handler when names are released or had again. */
  onReleased(handler: () => void): void {
    this.#onReleased = handler;
  }

  /** Names that are kept now: those whose time is over are free. */
  kept(): readonly Release[] {
    this.#restore();
    this.#state.released.expire(this.#clock());
    return this.#state.released.list();
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

  /** Number of hosts that a namespace may have beside those that it has. */
  hostsLeft(namespace: string): number {
    const { hosts = Infinity } = this.declarations.limitsOf(namespace);
    return Math.max(0, hosts - this.claims.holdingsOf(namespace).hosts);
  }

  /**
   * Takes over what an earlier process kept, once the caches are complete; a team that has its name again needs no
   * keeping.
   */
  #restore(): void {
    if (this.#isRestored) {
      return;
    }
    const { store } = this.#caches.ledgers;
    const ledger = store.get(keyOf({ metadata: this.#config.ledger }));
    const earlier = readLedger(ledger?.data ?? {}).filter(
      ({ name, namespace, until }) =>
        until > this.#clock() && this.#remains(namespace) && !this.claims.isHeld(name, namespace),
    );
    this.#state.released = Released.of([...this.#state.released.list(), ...earlier]);
    this.#isRestored = true;
  }

  #view(claims?: ClaimsView): NameView {
    this.#restore();
    return this.#state.view(claims);
  }

  #ruleChanged({ before, after }: Change<GatewayRule>): void {
    const rule = after ?? before;
    if (rule === undefined) {
      return;
    }
    const { namespace = '' } = rule.metadata;
    this.#state.put(keyOf(rule), after);
    const held = after === undefined ? undefined : heldBy(after);
    const lost = before === undefined ? hadBy(rule) : heldBy(before);
    if (held !== undefined && this.#state.released.remove(held, namespace)) {
      this.#onReleased();
    }
    if (lost !== undefined && lost !== held && !this.claims.isHeld(lost, namespace)) {
      this.#release(rule, lost);
    }
    this.#limitReleased(namespace);
  }

  /** Frees the names that a team would have beyond its limits if it had those that are kept for it. */
  #limitReleased(namespace: string): void {
    const { hosts = Infinity, ports = Infinity } = this.declarations.limitsOf(namespace);
    const holdings = this.claims.holdingsOf(namespace);
    this.#state.released.keepAtMost(namespace, hosts - holdings.hosts, (name) => portOf(name) === undefined);
    this.#state.released.keepAtMost(namespace, ports - holdings.ports, (name) => portOf(name) !== undefined);
  }

  #release({ metadata }: GatewayRule, name: Name): void {
    const { namespace = '', annotations } = metadata;
    const keepMs = durationMs(this.#config.claims.keepFor);
    if (annotations?.[RELEASE_NAME] !== 'true' && keepMs > 0 && this.#remains(namespace)) {
      const until = new Date(this.#clock().getTime() + keepMs);
      this.#state.released.add({ name, namespace, until });
      this.#onReleased();
    }
  }

  /** Whether a namespace belongs to a team and is not being deleted: no name is kept for one that is. */
  #remains(namespace: string): boolean {
    const stored = this.#caches.namespaces.store.get(namespace);
    return stored !== undefined && stored.metadata.deletionTimestamp === undefined;
  }

  #namespaceChanged({ before, after }: Change<KubeObject>): void {
    this.#state.forgetDeclarations();
    const { name = '' } = (after ?? before)?.metadata ?? {};
    if (!this.#remains(name) && this.#state.released.removeAll(name)) {
      this.#onReleased();
    }
    if (before === undefined || after === undefined) {
      this.#state.takeOver(this.#caches.rules.store.by('namespace', name));
    }
  }

  #routeChanged({ before, after }: Change<ForeignRoute>): void {
    for (const { id } of before === undefined ? [] : claimsOfRoute(before, this.#config.name)) {
      this.claims.remove(id);
    }
    for (const claim of after === undefined ? [] : claimsOfRoute(after, this.#config.name)) {
      this.claims.put(claim);
    }
  }
}

/** The name that a stored rule has; undefined where it has none. */
function heldBy(rule: GatewayRule): Name | undefined {
  return isStanding(rule) ? nameOfRule(rule) : undefined;
}

/**
 * The name that a rule had when an earlier process last saw it. What one in deletion had is in the ledger, if at all:
 * its owner may keep it, and change it, for as long as they like.
 */
function hadBy({ metadata, status }: GatewayRule): Name | undefined {
  return metadata.deletionTimestamp === undefined ? status?.name : undefined;
}

/** Claims of an HTTPRoute of others to the hosts that it has on the Gateway; a route for every host has none. */
function claimsOfRoute(route: ForeignRoute, gateway: GatewayName) {
  const { namespace = '' } = route.metadata;
  const isAttached = (route.spec.parentRefs ?? []).some(
    // A set beside the Gateway may be one of Stoa's, or somebody else's for this Gateway or another.
    (parent) =>
      (isSetParent(parent) || parent.name === gateway.name) &&
      (parent.namespace ?? namespace) === gateway.namespace,
  );
  return (isAttached ? (route.spec.hostnames ?? []) : []).map((host) => ({
    id: `HTTPRoute ${keyOf(route)} ${host}`,
    source: `HTTPRoute ${keyOf(route)}`,
    namespace,
    name: hostName(host),
    age: ageKey(route),
    standing: true,
  }));
}
