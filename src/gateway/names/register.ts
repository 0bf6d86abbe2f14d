import { RELEASE_NAME } from '../../api/group.ts';
import type { Change } from '../../controller/store.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import { readLedger } from '../../names/ledger.ts';
import { hostName, type Name, portOf } from '../../names/name.ts';
import { type Release, Released } from '../../names/released.ts';
import { settingMs } from '../../names/settings.ts';
import { ageKey } from '../../objects/age.ts';
import type { ForeignRoute } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { isStanding, nameOfRule } from '../../rule/claim.ts';
import { NameState } from '../../rule/namestate.ts';
import { foreignCaches, type GatewayCaches } from '../caches.ts';
import type { GatewayConfig, GatewayName } from '../config.ts';
import { isSetParent } from '../parent.ts';

/** Register of the names of the Gateway: it feeds their state with the caches, and keeps names for their teams. */
export class NameRegister {
  readonly state: NameState;
  readonly #caches: GatewayCaches;
  readonly #config: GatewayConfig;
  readonly #clock: () => Date;
  #released = new Released();
  /** Whether the names that an earlier process kept are known; its ConfigMap is read once, when it is in the cache. */
  #isRestored = false;
  #onReleased: () => void = () => undefined;

  constructor(caches: GatewayCaches, config: GatewayConfig, clock: () => Date = () => new Date()) {
    const released = () => {
      this.#restore();
      return this.#released;
    };
    this.state = new NameState(config, { teams: caches.namespaces.store, released, clock });
    this.#caches = caches;
    this.#config = config;
    this.#clock = clock;
    caches.namespaces.store.follow((change) => this.#namespaceChanged(change));
    caches.rules.store.follow((change) => this.#ruleChanged(change));
    for (const { store } of foreignCaches(caches)) {
      store.follow((change) => this.#routeChanged(change));
    }
    void caches.rules.synced.then(() => {
      this.state.isLive = true;
    });
  }

  /** Calls a handler when names are released or had again. */
  onReleased(handler: () => void): void {
    this.#onReleased = handler;
  }

  /** Names that are kept now: those whose time is over are free. */
  kept(): readonly Release[] {
    this.#restore();
    this.#released.expire(this.#clock());
    return this.#released.list();
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
        until > this.#clock() && this.#remains(namespace) && !this.state.claims.isHeld(name, namespace),
    );
    this.#released = Released.of([...this.#released.list(), ...earlier]);
    this.#isRestored = true;
  }

  #ruleChanged({ before, after }: Change<GatewayRule>): void {
    const rule = after ?? before;
    if (rule === undefined) {
      return;
    }
    const { namespace } = rule.metadata;
    this.state.put(keyOf(rule), after);
    const held = after === undefined ? undefined : heldBy(after);
    const lost = before === undefined ? hadBy(rule) : heldBy(before);
    if (held !== undefined && this.#released.remove(held, namespace)) {
      this.#onReleased();
    }
    if (lost !== undefined && lost !== held && !this.state.claims.isHeld(lost, namespace)) {
      this.#release(rule, lost);
    }
    this.#limitReleased(namespace);
  }

  /** Frees the names that a team would have beyond its limits if it had those that are kept for it. */
  #limitReleased(namespace: string): void {
    const [hosts, ports] = [this.state.left('hosts', namespace), this.state.left('ports', namespace)];
    this.#released.keepAtMost(namespace, hosts, (name) => portOf(name) === undefined);
    this.#released.keepAtMost(namespace, ports, (name) => portOf(name) !== undefined);
  }

  #release({ metadata }: GatewayRule, name: Name): void {
    const { namespace, annotations } = metadata;
    const keepMs = settingMs(this.#config.claims.keepFor);
    if (annotations?.[RELEASE_NAME] !== 'true' && keepMs > 0 && this.#remains(namespace)) {
      const until = new Date(this.#clock().getTime() + keepMs);
      this.#released.add({ name, namespace, until });
      this.#onReleased();
    }
  }

  /** Whether a namespace belongs to a team and is not being deleted: no name is kept for one that is. */
  #remains(namespace: string): boolean {
    const stored = this.#caches.namespaces.store.get(namespace);
    return stored !== undefined && stored.metadata.deletionTimestamp === undefined;
  }

  #namespaceChanged({ before, after }: Change<KubeObject>): void {
    this.state.forgetDeclarations();
    const { name = '' } = (after ?? before)?.metadata ?? {};
    if (!this.#remains(name) && this.#released.removeAll(name)) {
      this.#onReleased();
    }
    if (before === undefined || after === undefined) {
      this.state.takeOver(this.#caches.rules.store.by('namespace', name));
    }
  }

  #routeChanged({ before, after }: Change<ForeignRoute>): void {
    for (const { id } of before === undefined ? [] : claimsOfRoute(before, this.#config.name)) {
      this.state.claims.remove(id);
    }
    for (const claim of after === undefined ? [] : claimsOfRoute(after, this.#config.name)) {
      this.state.claims.put(claim);
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

/** Claims of a route of others to the hosts that it has on the Gateway; a route for every host has none. */
function claimsOfRoute(route: ForeignRoute, gateway: GatewayName) {
  const { namespace = '' } = route.metadata;
  const isAttached = (route.spec.parentRefs ?? []).some(
    // A set beside the Gateway may be one of Stoa's, or another client's for this Gateway or another.
    (parent) =>
      (isSetParent(parent) || parent.name === gateway.name) &&
      (parent.namespace ?? namespace) === gateway.namespace,
  );
  return (isAttached ? (route.spec.hostnames ?? []) : []).map((host) => ({
    id: `${route.kind} ${keyOf(route)} ${host}`,
    source: `${route.kind} ${keyOf(route)}`,
    namespace,
    name: hostName(host),
    age: ageKey(route),
    standing: true,
  }));
}
