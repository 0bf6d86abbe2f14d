import { ANNOTATIONS, LABELS, NAME_ANNOTATIONS } from '../api/group.ts';
import { present } from '../base/fields.ts';
import { waitAtMost } from '../base/pause.ts';
import { applicationKey, applicationOfRule } from '../component/caches.ts';
import type { Exposure } from '../component/exposure.ts';
import { serviceNameOf, type Target, targetKey, targetsOfService } from '../component/target.ts';
import { Cache } from '../controller/cache.ts';
import type { Logger } from '../controller/logger.ts';
import type { Change, Store } from '../controller/store.ts';
import type { KubeClient } from '../kube/client.ts';
import { MatchingListerWatcher } from '../kube/matching.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import { type LedgerData, readLedger, readOffered } from '../names/ledger.ts';
import type { PortRange } from '../names/ports.ts';
import { Released } from '../names/released.ts';
import { withShortDeclarations } from '../names/shorten.ts';
import { type TeamPolicy, teamOf, teamSelection } from '../names/team.ts';
import {
  CONFIG_MAPS,
  type ConfigMap,
  NAMESPACES,
  SERVICES,
  type Service,
  trimService,
} from '../objects/core.ts';
import { APPLICATIONS, type Application, GATEWAY_RULES, type GatewayRule } from '../objects/stoa.ts';
import { burdenPlace, burdenPlaces } from '../rule/burden.ts';
import { type Candidate, candidatesOf, competingRules, namesOf } from '../rule/candidate.ts';
import { nameOf } from '../rule/claim.ts';
import type { EffectiveRule } from '../rule/effective.ts';
import { NameState } from '../rule/namestate.ts';
import { type ChangedObject, ChangeJournal } from './changes/journal.ts';
import type { NameRules } from './namerules.ts';

/** Silence after which a watch counts as dead, in milliseconds: API servers send a bookmark about once a minute. */
const SILENT_WATCH_MS = 120_000;

/** Longest wait for an object that was just written, in milliseconds: a slower watch is in trouble. */
const MAX_WAIT_MS = 1_000;

/** An application's rules, and the Services of its components. */
interface WatchedApplication {
  readonly rules: readonly GatewayRule[];
  readonly services: readonly Service[];
}

/**
 * Watched state of a region: a local copy of teams, applications, Services and rules, which saves most requests
 * their reads. It lags behind the API server by as much as its watches, mostly some milliseconds. It holds the
 * objects of all teams; access is checked elsewhere.
 */
export class WatchedRegion {
  readonly #caches: ReturnType<typeof createCaches>;
  /** Resumes the requests that wait for rules. */
  readonly #awaited = new Map<GatewayRule, () => void>();
  readonly #ledgers: ReturnType<typeof ledgersOf>;
  readonly #nameRules: NameRules;
  /** Names of all teams; undefined until a request asks for them. */
  #names: NameState | undefined;
  /** Names that the operator keeps; undefined until a request asks for them as they are now. */
  #released: Released | undefined;
  /** Changes of all teams; undefined until a request asks for them. */
  #changes: ChangeJournal | undefined;

  /** Empty until `run`. */
  constructor(client: Pick<KubeClient, 'pages' | 'versionOf' | 'watch'>, log: Logger, names: NameRules) {
    this.#nameRules = names;
    this.#caches = createCaches(client, log, names.teamPolicy);
    this.#ledgers = ledgersOf(client, log, names.ledger);
    this.#caches.namespaces.store.follow((change) => this.#namespaceChanged(change));
    this.#ledgers.onChange(() => {
      this.#released = undefined;
    });
    this.#caches.rules.store.follow((change) => this.#ruleChanged(change));
  }

  /** Watches the API server until `signal` aborts. Rejects with HistoryLostError if it goes back in time. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#all(), this.#ledgers].map((cache) => cache.run(signal)));
  }

  /** Whether all watches are alive; otherwise the copy may be of any age. */
  isCurrent(): boolean {
    return this.#all().every((cache) => cache.isWatching() && cache.lastSeenMs() < SILENT_WATCH_MS);
  }

  /** The namespaces of all teams. */
  teamNamespaces(): readonly KubeObject[] {
    return this.#caches.namespaces.store.list();
  }

  /** The namespaces of a team. */
  namespacesOf(teamId: string): readonly KubeObject[] {
    return this.#caches.namespaces.store.by('team', teamId);
  }

  /** The applications in a namespace. */
  applicationsIn(namespace: string): readonly Application[] {
    return this.#caches.applications.store.by('namespace', namespace);
  }

  /** Rules and Services of the application with a number. */
  applicationWith(namespace: string, appId: number): WatchedApplication {
    const key = applicationKey(namespace, appId);
    const { rules, services } = this.#caches;
    const own = rules.store.by('application', key);
    const named = new Set(own.map(serviceNameOf));
    const others = [...named].flatMap((name) =>
      name === undefined ? [] : (services.store.get(keyOf({ metadata: { namespace, name } })) ?? []),
    );
    return { rules: own, services: [...new Set([...services.store.by('application', key), ...others])] };
  }

  /** Exposure of a target in a namespace, without workloads, which are not watched. */
  exposureOf(namespace: string, target: Target): Exposure {
    const services = this.#caches.services.store.by('target', targetKey(namespace, target));
    return { services, workloads: [] };
  }

  /** Changes of all teams from the first request for them on. */
  changes(): ChangeJournal {
    if (this.#changes === undefined) {
      this.#changes = new ChangeJournal();
      this.#record('application', this.#caches.applications.store);
      this.#record('component', this.#caches.services.store);
      this.#record('rule', this.#caches.rules.store);
    }
    return this.#changes;
  }

  #record<T extends KubeObject>(resource: ChangedObject['resource'], store: Pick<Store<T>, 'follow'>): void {
    store.follow(({ before, after }) => {
      const { namespace = '', name = '' } = (after ?? before)?.metadata ?? {};
      this.#changes?.record({ resource, namespace, name });
    });
  }

  /** Names of all teams, and what is declared. */
  names(): NameState {
    if (this.#names === undefined) {
      const { namespaces, rules } = this.#caches;
      const released = () => this.released();
      this.#names = new NameState(this.#nameRules, { teams: namespaces.store, released });
      this.#names.takeOver(rules.store.list());
      this.#names.isLive = true;
    }
    return this.#names;
  }

  /** Names that stay with their teams for a while, as far as the operator has written them down and they may be read. */
  released(): Released {
    this.#released ??= Released.of(readLedger(this.#ledger()));
    return this.#released;
  }

  /** Ports that the gateway offers to rules, as far as the operator has written them down and they may be read. */
  offeredPorts(): readonly PortRange[] | undefined {
    return readOffered(this.#ledger());
  }

  #ledger(): LedgerData {
    return this.#ledgers.store.get(keyOf({ metadata: this.#nameRules.ledger }))?.data ?? {};
  }

  /** Competing rules: those of a namespace for a rule's host or port, in no order. */
  competingRules(rule: EffectiveRule, namespace: string): readonly Candidate<EffectiveRule>[] {
    return competingRules(this.#caches, nameOf(rule), namespace);
  }

  /** Rules of a namespace that share the room for burdens of one for a host. */
  burdening(namespace: string, host: string): readonly Candidate<EffectiveRule>[] {
    return candidatesOf(this.#caches.rules.store.by('burden', burdenPlace(namespace, host)), () => true);
  }

  /** Whether the copy has a rule with its spec, and with it every rule that was written before. */
  has({ metadata }: GatewayRule): boolean {
    const known = this.#caches.rules.store.get(keyOf({ metadata }))?.metadata;
    return known?.uid === metadata.uid && (known.generation ?? 0) >= (metadata.generation ?? 0);
  }

  /** Waits until the copy has a rule with its spec; false on timeout. */
  async waitFor(rule: GatewayRule): Promise<boolean> {
    if (!this.has(rule)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#awaited.set(rule, resolve);
      await waitAtMost(MAX_WAIT_MS, promise);
      this.#awaited.delete(rule);
    }
    return this.has(rule);
  }

  #ruleChanged({ before, after }: Change<GatewayRule>): void {
    const rule = after ?? before;
    if (rule !== undefined) {
      this.#names?.put(keyOf(rule), after);
    }
    for (const [awaited, resume] of this.#awaited) {
      if (this.has(awaited)) {
        resume();
      }
    }
  }

  #namespaceChanged({ before, after }: Change<KubeObject>): void {
    this.#names?.forgetDeclarations();
    if (before === undefined || after === undefined) {
      const name = (after ?? before)?.metadata.name;
      const rules = this.#caches.rules.store.list();
      this.#names?.takeOver(rules.filter(({ metadata }) => metadata.namespace === name));
    }
  }

  /** The caches without which the copy is not current; the operator of another cluster may keep its names elsewhere. */
  #all() {
    const { namespaces, applications, services, rules } = this.#caches;
    return [namespaces, applications, services, rules];
  }
}

function createCaches(
  client: Pick<KubeClient, 'pages' | 'versionOf' | 'watch'>,
  log: Logger,
  policy: TeamPolicy,
) {
  return {
    namespaces: new Cache({
      client: new MatchingListerWatcher(client, (namespace) => teamOf(namespace, policy) !== undefined),
      log,
      resource: NAMESPACES,
      selection: teamSelection(policy),
      annotations: { names: Object.values(NAME_ANNOTATIONS) },
      project: withShortDeclarations,
      indexes: { team: (namespace: KubeObject) => [teamOf(namespace, policy) ?? []].flat() },
    }),
    applications: new Cache({
      client,
      log,
      resource: APPLICATIONS,
      namesUnseen: true,
      indexes: { namespace: ({ metadata }: Application) => [metadata.namespace ?? ''] },
      project: withoutStatus,
    }),
    services: new Cache({
      client,
      log,
      resource: SERVICES,
      annotations: { names: [ANNOTATIONS.componentName, ANNOTATIONS.outerPorts] },
      indexes: {
        application: ({ metadata }: Service) => [
          applicationKey(metadata.namespace, metadata.labels?.[LABELS.appId] ?? ''),
        ],
        target: targetsOfService,
      },
      project: trimService,
    }),
    rules: new Cache({
      client,
      log,
      resource: GATEWAY_RULES,
      namesUnseen: true,
      indexes: {
        application: applicationOfRule,
        name: namesOf,
        burden: burdenPlaces,
      },
      project: withShortStatus,
    }),
  };
}

/** The ConfigMap with names that were released. */
function ledgersOf(
  client: Pick<KubeClient, 'pages' | 'versionOf' | 'watch'>,
  log: Logger,
  { namespace, name }: NameRules['ledger'],
): Cache<ConfigMap, never> {
  const selection = { fieldSelector: `metadata.name=${name}` };
  return new Cache({ client, log, resource: CONFIG_MAPS, namespaces: [namespace], selection, indexes: {} });
}

/**
 * Rules are kept with what their status says of names, the application and the certificate alone: the rest changes more
 * often.
 */
function withShortStatus({ status, ...rule }: GatewayRule): GatewayRule {
  const { name, certificateNames, appId, certificate } = status ?? {};
  return name === undefined && appId === undefined
    ? rule
    : { ...rule, status: present({ name, certificateNames, appId, certificate }) };
}

/** Objects are kept without their status, which is not read and changes more often than the rest. */
function withoutStatus<T extends KubeObject & { readonly status?: unknown }>(object: T): T {
  return { ...object, status: undefined };
}
