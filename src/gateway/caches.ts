import { ANNOTATIONS, MANAGED_BY, NAME_ANNOTATIONS, RELEASE_NAME } from '../api/group.ts';
import { applicationOfRule } from '../component/caches.ts';
import { Cache, type WatchScope } from '../controller/cache.ts';
import { ENGINES } from '../engines/index.ts';
import { MatchingListerWatcher } from '../kube/matching.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import { PollingListerWatcher } from '../kube/polling.ts';
import type { Resource } from '../kube/resource.ts';
import { withShortDeclarations } from '../names/shorten.ts';
import { type TeamPolicy, teamOf, teamSelection } from '../names/team.ts';
import { type BackendTlsPolicy, servicesOfPolicy } from '../objects/backendtls.ts';
import {
  CONFIG_MAPS,
  type ConfigMap,
  NAMESPACES,
  namesOnly,
  SECRETS,
  SERVICES,
  TLS_SECRETS,
  type TlsSecret,
  withoutData,
} from '../objects/core.ts';
import { ENDPOINT_SLICES } from '../objects/endpointslice.ts';
import {
  GATEWAY_CLASSES,
  GATEWAY_LABEL,
  GATEWAYS,
  type GatewayClass,
  type ListenerSet,
  PORT_ROUTES,
  REFERENCE_GRANTS,
  TLS_ROUTES,
} from '../objects/gatewayapi.ts';
import { GRPC_ROUTES } from '../objects/grpcroute.ts';
import {
  FOREIGN_GRPC_ROUTES,
  FOREIGN_ROUTES,
  HTTP_ROUTES,
  withMatches,
  withoutRules,
} from '../objects/httproute.ts';
import { GATEWAY_RULES, type GatewayRule, ruleOwners } from '../objects/stoa.ts';
import { burdenPlaces } from '../rule/burden.ts';
import { namesOf } from '../rule/candidate.ts';
import { isUnreadable } from '../rule/claim.ts';
import type { GatewayConfig, GatewayName } from './config.ts';
import {
  authoritiesOfRule,
  certificateOfRule,
  certificateOfSecret,
  componentOfRule,
  componentsOfPolicy,
  groupKeysOf,
  groupKeysOfRoute,
  hostOfCalls,
  listenersFor,
  needsListener,
  portNeededBy,
  portOpenedBy,
  secretsOfPolicy,
  secretsOfSet,
  targetOfStatement,
  wildcardsAboveSecret,
  wildcardsOfSecret,
} from './indexes.ts';
import { FIELD_MANAGER as LISTENER_MANAGER } from './listeners/memory.ts';
import { FIELD_MANAGER, groupOf } from './owned.ts';
import type { OptionalKinds, SupportedKinds } from './supportedkinds.ts';

/** Milliseconds between two reads of namespaces that are named: a watch would need the right to list them all. */
const POLL_MS = 30_000;

/** Caches of the gateway feature, each with the indexes that its lookups need. */
export function createCaches(
  scope: WatchScope,
  { name, ledger, teamPolicy }: GatewayConfig,
  { owned, served }: SupportedKinds,
) {
  const managed = Object.entries(MANAGED_BY).map(([key, value]) => `${key}=${value}`);
  const ours = { labelSelector: managed.join(',') };
  return {
    rules: new Cache({
      ...scope,
      resource: GATEWAY_RULES,
      namesUnseen: true,
      annotations: { names: [RELEASE_NAME] },
      indexes: {
        namespace: ({ metadata }: GatewayRule) => [metadata.namespace],
        application: applicationOfRule,
        /** Rules that have no number of an application, by namespace. */
        unassigned: ({ metadata, spec }: GatewayRule) =>
          spec.appId === undefined ? [metadata.namespace] : [],
        group: groupKeysOf,
        component: componentOfRule,
        named: componentsOfPolicy,
        secret: secretsOfPolicy,
        authorities: authoritiesOfRule,
        /** Rules that state a protocol, by the target that they lead to. */
        stating: targetOfStatement,
        /** Rules that open the port that they lead to, and those that need another rule to open it. */
        opener: portOpenedBy,
        dependent: portNeededBy,
        name: namesOf,
        burden: burdenPlaces,
        /** Rules for calls of gRPC, by namespace and host. */
        calls: hostOfCalls,
        certificate: certificateOfRule,
        /** Rules that need a listener of their own on the Gateway. */
        listener: (rule: GatewayRule) => (needsListener(rule) ? [''] : []),
        /** Rules that cannot be read, whose routes and listeners stay. */
        unreadable: (rule: GatewayRule) => (isUnreadable(rule) ? [''] : []),
        /** Rules that a listener for HTTPS may serve, by its name. */
        secured: listenersFor,
      },
    }),
    ...secretCaches(scope),
    /** ConfigMaps as their metadata: who is to know more reads one by its name. */
    configMapNames: new Cache<KubeObject, never>({
      ...scope,
      resource: CONFIG_MAPS,
      selection: { only: 'metadata' },
      indexes: {},
      project: namesOnly(CONFIG_MAPS),
    }),
    ...gatewayCaches(scope, name),
    classes: classesOf(scope),
    sets: setsOf(scope, name, served),
    grants: new Cache({
      ...scope,
      resource: REFERENCE_GRANTS,
      selection: ours,
      fieldManager: LISTENER_MANAGER,
      indexes: {},
    }),
    namespaces: namespacesOf(scope, teamPolicy),
    ledgers: ledgersOf(scope, ledger),
    ...routesOfOthers(scope, served, managed),
    owned: owned.map((resource) => ({ resource, cache: ownedCache(scope, resource, ours) })),
  };
}

export type GatewayCaches = ReturnType<typeof createCaches>;

/** Caches of routes of others. */
function routesOfOthers(scope: WatchScope, served: SupportedKinds['served'], managed: readonly string[]) {
  const selection = { labelSelector: managed.map((label) => label.replace('=', '!=')).join(',') };
  const policies = served.backendTls as Resource<BackendTlsPolicy> | undefined;
  return {
    /** BackendTLSPolicies of others; undefined where the cluster serves none. */
    foreignPolicies:
      policies &&
      new Cache({ ...scope, resource: policies, selection, indexes: { service: servicesOfPolicy } }),
    /** HTTPRoutes of others, whose hosts on the Gateway are taken too, and which may get the requests of rules. */
    foreignRoutes: new Cache({
      ...scope,
      resource: FOREIGN_ROUTES,
      selection,
      indexes: { group: groupKeysOfRoute },
      project: withMatches,
    }),
    /** GRPCRoutes of others; undefined where the cluster serves none. */
    foreignCalls:
      served.grpcRoutes &&
      new Cache({
        ...scope,
        resource: FOREIGN_GRPC_ROUTES,
        selection,
        indexes: {},
        project: withoutRules,
      }),
  };
}

/** Caches of the routes of others, of those kinds that the cluster serves. */
export function foreignCaches({ foreignRoutes, foreignCalls }: GatewayCaches) {
  return [foreignRoutes, ...(foreignCalls ? [foreignCalls] : [])];
}

/** Cache of the objects of a kind that are made for rules. */
function ownedCache(scope: WatchScope, resource: Resource<KubeObject>, selection: { labelSelector: string }) {
  return new Cache<KubeObject, 'rule' | 'group'>({
    ...scope,
    resource,
    selection,
    annotations: { names: [ANNOTATIONS.applied] },
    fieldManager: FIELD_MANAGER,
    indexes: {
      rule: (object) => ruleOwners(object).map(({ name }) => `${object.metadata.namespace}/${name}`),
      group: (object) => [`${object.metadata.namespace}/${groupOf(object).name}`],
    },
  });
}

/** Caches of the HTTPRoutes and GRPCRoutes that Stoa has written, of those kinds that the cluster serves. */
export function routeCaches(caches: Pick<GatewayCaches, 'owned'>) {
  return ownedOf(caches, [HTTP_ROUTES, GRPC_ROUTES]);
}

/** Caches of the routes that attach to listeners for hosts. */
export function routesOfHosts(caches: Pick<GatewayCaches, 'owned'>) {
  return ownedOf(caches, [HTTP_ROUTES, GRPC_ROUTES, ...TLS_ROUTES]);
}

/** Caches of the routes that pass connections on, of those kinds that the cluster serves. */
export function streamCaches(caches: Pick<GatewayCaches, 'owned'>) {
  return ownedOf(caches, [...PORT_ROUTES.TCP, ...TLS_ROUTES, ...PASSING_KINDS]);
}

/** Kinds of engines in place of TLSRoutes. */
const PASSING_KINDS = ENGINES.flatMap(({ passing }) => (passing === undefined ? [] : [passing.resource]));

function ownedOf({ owned }: Pick<GatewayCaches, 'owned'>, kinds: readonly Resource[]) {
  return owned.filter(({ resource }) => kinds.includes(resource)).map(({ cache }) => cache);
}

/** Types of Secrets of which there are many, and none of which holds passwords for rules. */
const OTHER_SECRETS = [
  'helm.sh/release.v1',
  'kubernetes.io/service-account-token',
  'kubernetes.io/dockerconfigjson',
  'kubernetes.io/tls',
];

/** The Secrets with certificates, and the names of those that may hold passwords. */
function secretCaches(scope: WatchScope) {
  return {
    secrets: new Cache({
      ...scope,
      resource: TLS_SECRETS,
      selection: { fieldSelector: 'type=kubernetes.io/tls' },
      indexes: {
        certificate: certificateOfSecret,
        wildcard: wildcardsOfSecret,
        above: wildcardsAboveSecret,
      },
      project: withoutData,
    }),
    /** Only metadata are sent for them, and only names and versions stay: who is to know more reads one by its name. */
    secretNames: new Cache<KubeObject, never>({
      ...scope,
      resource: SECRETS,
      selection: { fieldSelector: OTHER_SECRETS.map((type) => `type!=${type}`).join(','), only: 'metadata' },
      indexes: {},
      project: namesOnly(SECRETS),
    }),
  };
}

/** The Gateway, its Services, and the replicas behind them. */
function gatewayCaches(scope: WatchScope, { namespace, name }: GatewayName) {
  const selection = { labelSelector: `${GATEWAY_LABEL}=${name}` };
  const ofGateway = { ...scope, namespaces: [namespace], selection, indexes: {} };
  return {
    gateways: new Cache({
      ...scope,
      resource: GATEWAYS,
      namespaces: [namespace],
      fieldManager: LISTENER_MANAGER,
      indexes: {},
    }),
    gatewayServices: new Cache({ ...ofGateway, resource: SERVICES }),
    gatewaySlices: new Cache({ ...ofGateway, resource: ENDPOINT_SLICES }),
  };
}

/** The GatewayClasses, which belong to the cluster. */
function classesOf(scope: WatchScope): Cache<GatewayClass, never> | undefined {
  return scope.namespaces === undefined
    ? new Cache({ ...scope, resource: GATEWAY_CLASSES, indexes: {} })
    : undefined;
}

/** The ListenerSets in the namespace of the Gateway, those of others too; undefined where the cluster serves none. */
function setsOf(
  scope: WatchScope,
  { namespace }: GatewayName,
  { listenerSets: resource }: OptionalKinds,
): Cache<ListenerSet, 'secret'> | undefined {
  const ofGateway = { ...scope, namespaces: [namespace], indexes: { secret: secretsOfSet } };
  return resource && new Cache({ ...ofGateway, resource, fieldManager: LISTENER_MANAGER });
}

/** The ConfigMap with names that were released. */
function ledgersOf(scope: WatchScope, { namespace, name }: GatewayName): Cache<ConfigMap, never> {
  const selection = { fieldSelector: `metadata.name=${name}` };
  return new Cache({ ...scope, resource: CONFIG_MAPS, namespaces: [namespace], selection, indexes: {} });
}

/** The namespaces that belong to teams. */
function namespacesOf(
  { client, namespaces: names, log }: WatchScope,
  policy: TeamPolicy,
): Cache<KubeObject, never> {
  const annotations = { names: Object.values(NAME_ANNOTATIONS) };
  const options = { log, resource: NAMESPACES, indexes: {}, annotations, project: withShortDeclarations };
  const matches = (namespace: KubeObject) => teamOf(namespace, policy) !== undefined;
  return names === undefined
    ? new Cache({
        ...options,
        client: new MatchingListerWatcher(client, matches),
        selection: teamSelection(policy),
      })
    : new Cache({
        ...options,
        client: new PollingListerWatcher({ client, names, matches, intervalMs: POLL_MS }),
      });
}

/** All caches, in one list. */
export function sourcesOf({ owned, classes, sets, foreignCalls, foreignPolicies, ...rest }: GatewayCaches) {
  return [
    ...Object.values(rest),
    ...(foreignPolicies ? [foreignPolicies] : []),
    ...(classes ? [classes] : []),
    ...(sets ? [sets] : []),
    ...(foreignCalls ? [foreignCalls] : []),
    ...owned.map(({ cache }) => cache),
  ];
}

/**
 * The rules that a certificate is for: those that name the Secret's number, and those for whose host it was
 * obtained, of whose groups one has the Secret's name.
 */
export function rulesOfSecret(
  { rules }: Pick<GatewayCaches, 'rules'>,
  secret: TlsSecret,
): readonly GatewayRule[] {
  const named = certificateOfSecret(secret).flatMap((number) => rules.store.by('certificate', number));
  return [...named, ...rules.store.by('group', keyOf(secret))];
}
