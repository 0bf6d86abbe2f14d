import { isDeepStrictEqual } from 'node:util';
import { createComponentCaches } from '../../src/component/caches.ts';
import { ENGINES } from '../../src/engines/index.ts';
import { createCaches, type GatewayCaches } from '../../src/gateway/caches.ts';
import type { GatewayConfig } from '../../src/gateway/config.ts';
import { decide, type RuleDecision } from '../../src/gateway/decide.ts';
import { decideListeners, type ListenerAction } from '../../src/gateway/listeners/decide.ts';
import { FIELD_MANAGER as LISTENER_MANAGER, ListenerMemory } from '../../src/gateway/listeners/memory.ts';
import { observeGateway } from '../../src/gateway/listeners/observe.ts';
import { NameRegister } from '../../src/gateway/names/register.ts';
import { observe } from '../../src/gateway/observe.ts';
import { FIELD_MANAGER } from '../../src/gateway/owned.ts';
import { ProbeMemory } from '../../src/gateway/probe/memory.ts';
import { StreamMemory } from '../../src/gateway/probe/streammemory.ts';
import { ReadMemory } from '../../src/gateway/reads/memory.ts';
import type { Sources } from '../../src/gateway/sources.ts';
import type { OptionalKinds } from '../../src/gateway/supportedkinds.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { type KubeObject, keyOf, type ObjectDraft, type ObjectMeta } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { withDigest } from '../../src/objects/applied.ts';
import { AppliedObjects } from '../../src/objects/applies.ts';
import { BACKEND_TLS_POLICIES } from '../../src/objects/backendtls.ts';
import { CERTIFICATES } from '../../src/objects/certmanager.ts';
import type { Service, TlsSecret } from '../../src/objects/core.ts';
import { type EndpointSlice, OF_SERVICE } from '../../src/objects/endpointslice.ts';
import {
  type Gateway,
  LISTENER_SETS,
  type ListenerSet,
  PORT_ROUTES,
  type Policy,
  type Route,
  TLS_ROUTES,
} from '../../src/objects/gatewayapi.ts';
import { GRPC_ROUTES } from '../../src/objects/grpcroute.ts';
import { type ForeignRoute, HTTP_ROUTES, type HttpRoute } from '../../src/objects/httproute.ts';
import type { Application, GatewayRule } from '../../src/objects/stoa.ts';
import type { Workload } from '../../src/objects/workload.ts';
import { atOnce } from './gradual.ts';
import { silent } from './log.ts';
import { appliedBy } from './managedfields.ts';
import { LABELLED } from './names.ts';

export const CONFIG: GatewayConfig = {
  name: { namespace: 'stoa-system', name: 'stoa' },
  http: { listener: 'http', port: 80 },
  https: { port: 443 },
  probe: { mode: 'off' },
  tcp: { ports: [{ from: 30000, to: 30009 }] },
  autoSsl: {},
  teams: {},
  teamPolicy: LABELLED,
  limits: {},
  undeclared: 'first-come',
  claims: { keepFor: '1h' },
  ledger: { namespace: 'stoa-system', name: 'stoa-operator-names' },
};

const [TCP] = PORT_ROUTES.TCP;
const [UDP] = PORT_ROUTES.UDP;
const [BACKEND_TLS] = BACKEND_TLS_POLICIES;
const [TLS] = TLS_ROUTES;

/** Optional kinds as served. */
export const ALL: OptionalKinds = {
  ...(TCP === undefined ? {} : { TCP }),
  ...(UDP === undefined ? {} : { UDP }),
  ...(TLS === undefined ? {} : { TLS }),
  grpcRoutes: GRPC_ROUTES,
  certificates: CERTIFICATES,
  ...(BACKEND_TLS === undefined ? {} : { backendTls: BACKEND_TLS }),
};

/** All optional kinds, with ListenerSets, which only some engines serve. */
export const WITH_SETS: OptionalKinds = { ...ALL, listenerSets: LISTENER_SETS };

/** Kinds of policies on which engines report. */
const POLICIES = new Set(ENGINES.flatMap(({ policies }) => policies.map(({ resource }) => resource)));

/** Time at which a simulation starts. */
export const NOW = new Date('2026-06-01T12:00:00Z');

/**
 * Simulation of the gateway controller on caches that a test fills, with stand-ins for the API server, which stores
 * applied objects, and for an engine, which accepts everything: its observations and decisions, without time.
 */
export class Simulation {
  readonly from: Sources;
  /** Every write since the start, as `verb kind name`. */
  readonly writes: string[] = [];
  /** The present. */
  now = NOW;
  /** Whether the engine serves ListenerSets, of which it reports as Envoy Gateway does. */
  servesSets = true;
  #version = 1;
  /** Services whose endpoints a test has set. */
  readonly #endpointsOf = new Set<string>();

  constructor({
    config = CONFIG,
    served = ALL,
    partial = false,
    bare = false,
  }: {
    config?: GatewayConfig;
    served?: OptionalKinds;
    partial?: boolean;
    /** Whether even the team and the Gateway that most tests need are left to the test. */
    bare?: boolean;
  } = {}) {
    const kinds = new Set<Resource>([
      HTTP_ROUTES,
      ...[
        served.TCP,
        served.UDP,
        served.TLS,
        served.grpcRoutes,
        served.certificates,
        served.backendTls,
      ].filter((resource) => resource !== undefined),
      ...ENGINES.flatMap(({ resources }) => resources),
    ]);
    // No test calls the API server through it.
    const scope = { client: {} as KubeClient, log: silent };
    const caches = createCaches(scope, config, { owned: [...kinds], served });
    const register = new NameRegister(caches, config, () => this.now);
    this.from = {
      caches,
      components: createComponentCaches(scope),
      names: register.state,
      register,
      config,
      served,
      applies: new AppliedObjects(FIELD_MANAGER),
      listeners: new ListenerMemory(
        () => this.now.getTime(),
        () => this.now,
      ),
      probes: new ProbeMemory(),
      streams: new StreamMemory(),
      secrets: new ReadMemory(),
      authorities: new ReadMemory(),
      partial,
    };
    if (!bare) {
      this.team('team');
      this.gateway({});
    }
  }

  get caches(): GatewayCaches {
    return this.from.caches;
  }

  team(name: string, metadata: Partial<ObjectMeta> = {}): void {
    const labels = { 'stoa.dev/team': name };
    const namespace = object('v1', 'Namespace', { labels, ...metadata, name });
    this.caches.namespaces.store.put(this.#stamped(namespace));
  }

  /** Adds a route that is not Stoa's. */
  foreignRoute(route: ForeignRoute): void {
    const { foreignRoutes, foreignCalls } = this.caches;
    const cache = route.kind === GRPC_ROUTES.kind ? foreignCalls : foreignRoutes;
    cache?.store.put(this.#stamped(route));
  }

  /** Adds a BackendTLSPolicy of another client for a Service, with a ConfigMap of authorities. */
  foreignPolicy(service: string, authorities: string, port?: string): void {
    this.caches.foreignPolicies?.store.put(
      this.#stamped({
        ...object('gateway.networking.k8s.io/v1', 'BackendTLSPolicy', { name: service, namespace: 'team' }),
        spec: {
          targetRefs: [
            { kind: 'Service', name: service, ...(port === undefined ? {} : { sectionName: port }) },
          ],
          validation: {
            hostname: `${service}.internal`,
            caCertificateRefs: [{ kind: 'ConfigMap', name: authorities }],
          },
        },
      }),
    );
  }

  rule(...rules: readonly GatewayRule[]): void {
    for (const rule of rules) {
      this.caches.rules.store.put(this.#stamped(rule));
    }
  }

  /** Adds Services, each with a ready endpoint at all of its ports unless `endpoints` says otherwise. */
  service(...services: readonly Service[]): void {
    for (const service of services) {
      this.from.components.services.store.put(this.#stamped(service));
      if (!this.#endpointsOf.has(keyOf(service))) {
        this.#slice(service, 1);
      }
    }
  }

  /** Sets the number of ready endpoints of a Service, at those of its ports that are named; at all by default. */
  endpoints(name: string, ready: number, ports?: readonly string[], namespace = 'team'): void {
    const service = this.from.components.services.store.get(keyOf({ metadata: { namespace, name } }));
    this.#endpointsOf.add(keyOf({ metadata: { namespace, name } }));
    if (service !== undefined) {
      this.#slice(service, ready, ports);
    }
  }

  #slice({ metadata, spec }: Service, ready: number, names?: readonly string[]): void {
    const { namespace, name } = metadata;
    const ports = (spec.ports ?? []).filter((port) => names === undefined || names.includes(port.name ?? ''));
    this.slice({
      ...object('discovery.k8s.io/v1', 'EndpointSlice', {
        name: `${name}-1`,
        namespace,
        labels: { [OF_SERVICE]: name },
      }),
      endpoints: Array.from({ length: ready }, (_, index) => ({ addresses: [`10.0.0.${index + 1}`] })),
      ports: ports.map(({ name: ofPort = '', port, protocol = 'TCP' }) => ({ name: ofPort, port, protocol })),
    });
  }

  slice(...slices: readonly EndpointSlice[]): void {
    for (const slice of slices) {
      this.from.components.slices.wrote(this.#stamped(slice));
    }
  }

  workload(...workloads: readonly Workload[]): void {
    for (const workload of workloads) {
      const watched = this.from.components.workloads.find(({ resource }) => resource.kind === workload.kind);
      watched?.cache.wrote(this.#stamped(workload));
    }
  }

  application(...applications: readonly Application[]): void {
    for (const application of applications) {
      this.from.components.applications.wrote(this.#stamped(application));
    }
  }

  secret(...secrets: readonly TlsSecret[]): void {
    for (const secret of secrets) {
      this.caches.secrets.store.put(this.#stamped(secret));
    }
  }

  /** Sets the Gateway: a listener for plain HTTP, programmed by the engine unless `gateway` overrides it. */
  gateway(gateway: Partial<Gateway>): void {
    const listeners = [{ name: 'http', port: 80, protocol: 'HTTP' as const }];
    this.caches.gateways.store.put(
      this.#stamped({
        ...object('gateway.networking.k8s.io/v1', 'Gateway', CONFIG.name),
        spec: { gatewayClassName: 'engine', listeners },
        status: { conditions: [condition('Programmed')] },
        ...gateway,
      }),
    );
  }

  /** Sets the engine of the Gateway, and the features that it claims. */
  engine(controllerName: string, supportedFeatures?: readonly (string | { readonly name: string })[]): void {
    const head = object('gateway.networking.k8s.io/v1', 'GatewayClass', { name: 'engine' });
    const status = supportedFeatures === undefined ? {} : { status: { supportedFeatures } };
    this.caches.classes?.store.put(this.#stamped({ ...head, spec: { controllerName }, ...status }));
  }

  /** Adds a ListenerSet. */
  set(set: ListenerSet): void {
    this.caches.sets?.store.put(this.#stamped(set));
  }

  remove(rule: GatewayRule): void {
    this.caches.rules.store.remove(keyOf(rule), String(this.#version + 1));
  }

  /** The rule as currently stored. */
  stored(name: string, namespace = 'team'): GatewayRule {
    const rule = this.caches.rules.store.get(`${namespace}/${name}`);
    if (rule === undefined) {
      throw new Error(`no rule ${name}`);
    }
    return rule;
  }

  /** Stored objects of a kind, by name. */
  standing(kind: string): KubeObject[] {
    return this.caches.owned
      .filter(({ resource }) => resource.kind === kind)
      .flatMap(({ cache }) => cache.store.list())
      .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  /** Decides on one rule and performs the decision. */
  reconcile(key: string): RuleDecision {
    const observed = observe(this.from, key);
    const decision = decide(observed, this.now);
    this.from.names.grant(decision.granted);
    this.from.listeners.withdraw(decision.withdrawn);
    for (const action of decision.actions) {
      if (action.type === 'delete') {
        this.#delete(action.stored.resource, action.stored.object);
      } else {
        this.#apply(action.wanted.resource, action.wanted.draft);
      }
    }
    if (decision.status !== undefined && observed.rule !== undefined) {
      this.writes.push(`status ${observed.rule.metadata.name}`);
      this.rule({ ...observed.rule, status: decision.status });
    }
    return decision;
  }

  /** Decides on the Gateway's listeners and performs the decision. */
  listen(): readonly ListenerAction[] {
    const { actions, contests, withdrawn } = decideListeners(atOnce(observeGateway(this.from)));
    this.from.listeners.note(contests);
    this.from.listeners.withdraw(withdrawn);
    for (const action of actions) {
      this.#carryOut(action);
    }
    return actions;
  }

  /** Reconciles everything, in the given order of rules, until there are no more writes. */
  settle(keys: readonly string[] = this.caches.rules.store.list().map(keyOf)): void {
    for (let before = -1; before !== this.writes.length; ) {
      before = this.writes.length;
      this.listen();
      for (const key of keys) {
        this.reconcile(key);
      }
      this.agree();
    }
  }

  /** Conditions of a rule, as `status reason` by type. */
  conditions(name: string, namespace = 'team'): Record<string, string> {
    const { status } = this.stored(name, namespace);
    return Object.fromEntries(
      (status?.conditions ?? []).map(({ type, status, reason }) => [type, `${status} ${reason}`]),
    );
  }

  /** Message of a rule's condition. */
  message(name: string, type: string, namespace = 'team'): string {
    const { status } = this.stored(name, namespace);
    return status?.conditions?.find((condition) => condition.type === type)?.message ?? '';
  }

  #carryOut(action: ListenerAction): void {
    const { grants, gateways, sets } = this.caches;
    switch (action.type) {
      case 'apply-set': {
        const { draft } = action;
        this.writes.push(`apply ListenerSet ${draft.metadata.name}`);
        const before = sets?.store.get(keyOf(draft));
        const generation = (before?.metadata.generation ?? 0) + 1;
        const metadata = { ...draft.metadata, ...byListeners(draft), generation };
        const written = this.#stamped({
          ...draft,
          metadata,
          status: before?.status,
        } as unknown as ListenerSet);
        this.from.listeners.applies.noteAnswer(draft, written, before);
        sets?.store.put(written);
        return;
      }
      case 'delete-set':
        this.writes.push(`delete ListenerSet ${action.set.metadata.name}`);
        sets?.store.remove(keyOf(action.set), String(this.#version + 1));
        return;
      case 'apply-grant': {
        this.writes.push(`apply ReferenceGrant ${action.draft.metadata.name}`);
        const metadata = { ...action.draft.metadata, ...byListeners(action.draft) };
        const written = this.#stamped({ ...action.draft, metadata } as unknown as KubeObject);
        this.from.listeners.applies.noteAnswer(action.draft, written, grants.store.get(keyOf(written)));
        grants.store.put(written);
        return;
      }
      case 'delete-grant':
        this.writes.push(`delete ReferenceGrant ${action.grant.metadata.name}`);
        grants.store.remove(keyOf(action.grant), String(this.#version + 1));
        return;
      case 'apply-gateway': {
        this.writes.push('apply Gateway');
        const before = gateways.store.list()[0];
        const draft = action.draft as unknown as Gateway;
        const { spec } = draft;
        const others = (before?.spec.listeners ?? []).filter(
          ({ name }) => !name.startsWith('stoa-') && spec.listeners.every((own) => own.name !== name),
        );
        const listeners = [...others, ...spec.listeners];
        const whole = before ?? draft;
        const written = this.#stamped({
          ...whole,
          metadata: { ...whole.metadata, ...byListeners(action.draft) },
          spec: { ...before?.spec, ...spec, listeners },
        });
        this.from.listeners.applies.noteAnswer(action.draft, written, before);
        gateways.store.put(written);
      }
    }
  }

  #apply(resource: Resource, draft: ObjectDraft): void {
    this.writes.push(`apply ${resource.kind} ${draft.metadata.name}`);
    const cache = this.#cacheOf(resource);
    const before = cache.store.get(keyOf(draft)) as Route | undefined;
    const status = before === undefined ? {} : { status: before.status };
    const applied = withDigest(draft);
    const managedFields = [appliedBy(FIELD_MANAGER, applied)];
    const metadata = { ...applied.metadata, managedFields };
    const written = this.#stamped({ ...applied, metadata, ...status } as unknown as KubeObject);
    this.from.applies.noteAnswer(draft, written, before);
    cache.store.put(written);
  }

  #delete(resource: Resource, { metadata }: KubeObject): void {
    this.writes.push(`delete ${resource.kind} ${metadata.name}`);
    this.#cacheOf(resource).store.remove(keyOf({ metadata }), String(this.#version + 1));
  }

  #cacheOf(wanted: Resource) {
    const found = this.caches.owned.find(({ resource }) => resource === wanted);
    if (found === undefined) {
      throw new Error(`no cache watches ${wanted.plural}`);
    }
    return found.cache;
  }

  /** Writes of an engine that accepts every route, policy and listener. */
  agree(): void {
    this.#agreeOnSets();
    for (const { resource, cache } of this.caches.owned) {
      if (POLICIES.has(resource)) {
        this.#agreeOn(cache.store.list());
        continue;
      }
      for (const route of cache.store.list() as Route[]) {
        const parents = (route as { readonly spec?: { readonly parentRefs?: readonly { name: string }[] } })
          .spec?.parentRefs;
        const conditions = [condition('Accepted'), condition('ResolvedRefs')];
        if (parents !== undefined && route.status === undefined) {
          const status = {
            parents: parents.map((parentRef) => ({
              parentRef,
              controllerName: 'example.com/engine',
              conditions,
            })),
          };
          cache.store.put(this.#stamped({ ...route, status }));
          this.writes.push(`agree ${route.metadata.name}`);
        }
      }
    }
  }

  /** Writes of an engine on ListenerSets, on the listeners of the Gateway, and on the routes that attach to both. */
  #agreeOnSets(): void {
    const { sets, gateways, owned } = this.caches;
    const gateway = gateways.store.list()[0];
    if (sets === undefined || gateway === undefined) {
      return;
    }
    const listeners = gateway.spec.listeners.map(({ name }) => ({
      name,
      conditions: [condition('Programmed')],
    }));
    this.#report(gateway, { ...gateway.status, listeners }, (reported) => gateways.store.put(reported));
    if (!this.servesSets) {
      return;
    }
    for (const set of sets.store.list()) {
      this.#report(set, setStatus(set, gateway), (reported) => this.set(reported));
    }
    const routes = owned.find(({ resource }) => resource === HTTP_ROUTES)?.cache.store;
    for (const route of (routes?.list() ?? []) as HttpRoute[]) {
      const parents = route.spec.parentRefs.map((parentRef) => {
        const holder =
          parentRef.kind === 'ListenerSet'
            ? sets.store.get(`${parentRef.namespace}/${parentRef.name}`)
            : gateway;
        const status = holder?.status?.listeners?.find(({ name }) => name === parentRef.sectionName);
        const isCarried = status?.conditions?.some(
          (each) => each.type === 'Programmed' && each.status === 'True',
        );
        const conditions = [condition('Accepted', isCarried ? 'True' : 'False'), condition('ResolvedRefs')];
        return { parentRef, controllerName: 'example.com/engine', conditions };
      });
      this.#report(route, { parents }, (reported) => routes?.put(reported));
    }
  }

  #report<T extends KubeObject & { readonly status?: unknown }>(
    object: T,
    status: unknown,
    put: (object: T) => void,
  ): void {
    if (!isDeepStrictEqual(object.status, status)) {
      this.writes.push(`agree ${object.metadata.name}`);
      put(this.#stamped({ ...object, status }));
    }
  }

  #agreeOn(policies: readonly Policy[]): void {
    for (const policy of policies.filter(({ status }) => status === undefined)) {
      const status = { ancestors: [{ conditions: [condition('Accepted')] }] };
      const agreed: Policy = { ...policy, status };
      this.caches.owned
        .find(({ resource }) => resource.kind === policy.kind)
        ?.cache.store.put(this.#stamped(agreed));
      this.writes.push(`agree ${policy.kind} ${policy.metadata.name}`);
    }
  }

  /** Lets the engine refuse a policy. */
  refuse(policy: KubeObject, message: string): void {
    const refusal = { ...condition('Accepted', 'False'), reason: 'Conflicted', message };
    const refused: Policy = { ...policy, status: { ancestors: [{ conditions: [refusal] }] } };
    this.caches.owned
      .find(({ resource }) => resource.kind === policy.kind)
      ?.cache.store.put(this.#stamped(refused));
  }

  #stamped<T extends KubeObject>(given: T): T {
    this.#version += 1;
    const { metadata } = given;
    return {
      ...given,
      metadata: {
        ...metadata,
        uid: metadata.uid ?? `uid-${metadata.name}`,
        creationTimestamp: metadata.creationTimestamp ?? '2026-01-01T00:00:00Z',
        resourceVersion: String(this.#version),
      },
    };
  }
}

/** Fields of an object that the listener controller has applied. */
function byListeners(draft: ObjectDraft): Pick<ObjectMeta, 'managedFields'> {
  return { managedFields: [appliedBy(LISTENER_MANAGER, draft)] };
}

function object<M extends Partial<ObjectMeta> & { readonly name: string }>(
  apiVersion: string,
  kind: string,
  metadata: M,
): KubeObject & { readonly metadata: M } {
  return {
    apiVersion,
    kind,
    metadata: { uid: `uid-${metadata.name}`, resourceVersion: '1', creationTimestamp: 't', ...metadata },
  };
}

/** Status of a ListenerSet of one listener, as Envoy Gateway reports it. */
function setStatus(set: ListenerSet, { spec }: Gateway): NonNullable<ListenerSet['status']> {
  const { generation = 0 } = set.metadata;
  const [listener] = set.spec.listeners;
  const allowed = ['Same', 'All'].includes(spec.allowedListeners?.namespaces?.from ?? '');
  if (!allowed || listener === undefined) {
    return { conditions: [{ ...condition('Accepted', 'False'), observedGeneration: generation }] };
  }
  const loses = spec.listeners.some(({ hostname }) => hostname === listener.hostname);
  const [good, bad] = loses ? (['False', 'True'] as const) : (['True', 'False'] as const);
  return {
    conditions: ['Accepted', 'Programmed'].map((type) => ({
      ...condition(type, good),
      observedGeneration: generation,
    })),
    listeners: [
      {
        name: listener.name,
        conditions: [
          condition('Conflicted', bad),
          condition('Accepted', good),
          condition('Programmed', good),
        ],
      },
    ],
  };
}

function condition(type: string, status: 'True' | 'False' = 'True') {
  return { type, status, reason: type, message: '', lastTransitionTime: 't' };
}
