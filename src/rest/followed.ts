import { LABELS } from '../api/group.ts';
import { within } from '../base/pause.ts';
import { applicationKey } from '../component/caches.ts';
import { Cache } from '../controller/cache.ts';
import type { Logger } from '../controller/logger.ts';
import type { KubeClient } from '../kube/client.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import { NAMESPACES, SERVICES, type Service } from '../objects/core.ts';
import { APPLICATIONS, type Application, GATEWAY_RULES, type GatewayRule } from '../objects/stoa.ts';
import { type EffectiveRule, parseRule } from '../rule/effective.ts';

/** Milliseconds of silence after which a watch counts as dead: API servers send a bookmark about once a minute. */
const SILENT_MS = 120_000;

/** Milliseconds that are waited for what was just written: a watch that takes longer is in trouble. */
const COMES_MS = 1_000;

/** An application's rules, and the Services with its number. */
export interface FollowedApplication {
  readonly rules: readonly GatewayRule[];
  readonly services: readonly Service[];
}

/**
 * What the service follows of a cluster, so that not every request has to ask for it. It is as old as its
 * watches, mostly some milliseconds; who may be shown it is for others to decide.
 */
export class Followed {
  readonly #caches: ReturnType<typeof createCaches>;
  /** Who waits for which rule, by its uid. */
  readonly #awaited = new Map<string, () => void>();

  /** Nothing is known before `run`. */
  constructor(client: Pick<KubeClient, 'pages' | 'watch'>, log: Logger) {
    this.#caches = createCaches(client, log);
    this.#caches.rules.onChange(({ after }) => this.#awaited.get(after?.metadata.uid ?? '')?.());
  }

  /** Follows the API server until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#all().map((cache) => cache.run(signal)));
  }

  /** Whether all of it is being followed; where it is not, it may be of any age. */
  isCurrent(): boolean {
    return this.#all().every((cache) => cache.follows() && cache.lastSeenMs() < SILENT_MS);
  }

  /** The namespaces of a team. */
  namespacesOf(teamId: string): readonly KubeObject[] {
    return this.#caches.namespaces.store.by('team', teamId);
  }

  /** The applications in a namespace. */
  applicationsIn(namespace: string): readonly Application[] {
    return this.#caches.applications.store.by('namespace', namespace);
  }

  /** What belongs to the application with a number. */
  applicationWith(namespace: string, appId: number): FollowedApplication {
    const key = applicationKey(namespace, appId);
    const { rules, services } = this.#caches;
    return { rules: rules.store.by('application', key), services: services.store.by('application', key) };
  }

  /** The rules of all teams for a rule's host, or its port, those first that have had it longest. */
  rivalsOf(rule: EffectiveRule): readonly GatewayRule[] {
    const { rules, namespaces } = this.#caches;
    return rules.store
      .by('place', placeOf(rule))
      .filter(({ metadata }) => namespaces.store.get(metadata.namespace ?? '') !== undefined);
  }

  /** Whether a rule is among what is followed; then so is every rule that was written before. */
  has({ metadata }: GatewayRule): boolean {
    return this.#caches.rules.store.get(keyOf({ metadata }))?.metadata.uid === metadata.uid;
  }

  /** Waits until a rule is among what is followed; whether it came in time. */
  async waitFor(rule: GatewayRule): Promise<boolean> {
    if (!this.has(rule)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#awaited.set(rule.metadata.uid, resolve);
      await within(COMES_MS, promise);
      this.#awaited.delete(rule.metadata.uid);
    }
    return this.has(rule);
  }

  #all() {
    const { namespaces, applications, services, rules } = this.#caches;
    return [namespaces, applications, services, rules];
  }
}

function createCaches(client: Pick<KubeClient, 'pages' | 'watch'>, log: Logger) {
  return {
    namespaces: new Cache({
      client,
      log,
      resource: NAMESPACES,
      selection: { labelSelector: LABELS.team },
      indexes: { team: ({ metadata }: KubeObject) => [metadata.labels?.[LABELS.team] ?? []].flat() },
    }),
    applications: new Cache({
      client,
      log,
      resource: APPLICATIONS,
      indexes: { namespace: ({ metadata }: Application) => [metadata.namespace ?? ''] },
      project: withoutStatus,
    }),
    services: new Cache({
      client,
      log,
      resource: SERVICES,
      selection: { labelSelector: LABELS.appId },
      indexes: {
        application: ({ metadata }: Service) => [
          applicationKey(metadata.namespace ?? '', metadata.labels?.[LABELS.appId] ?? ''),
        ],
      },
    }),
    rules: new Cache({
      client,
      log,
      resource: GATEWAY_RULES,
      indexes: {
        application: ({ metadata, spec }: GatewayRule) => [
          applicationKey(metadata.namespace ?? '', spec.appId),
        ],
        place: placesOf,
      },
      project: withoutStatus,
    }),
  };
}

/** Nobody reads the status of what is followed, and it changes more often than the rest. */
function withoutStatus<T extends KubeObject & { readonly status?: unknown }>(object: T): T {
  return { ...object, status: undefined };
}

/** What a rule takes, as an index value; nothing where it is not valid. */
function placesOf(rule: GatewayRule): readonly string[] {
  const parsed = parseRule(rule);
  return parsed.type === 'valid' ? [placeOf(parsed.rule)] : [];
}

function placeOf(rule: EffectiveRule): string {
  return rule.protocol === 'http' ? `host ${rule.host}` : `port ${rule.port}`;
}
