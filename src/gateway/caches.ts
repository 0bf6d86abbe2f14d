import { LABELS, MANAGED_BY } from '../api/group.ts';
import { componentKey, componentOfService } from '../component/backend.ts';
import { applicationKey } from '../component/caches.ts';
import { Cache, type WatchScope } from '../controller/cache.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import { PollingListerWatcher } from '../kube/polling.ts';
import type { Resource } from '../kube/resource.ts';
import { NAMESPACES, SERVICES, TLS_SECRETS, type TlsSecret, withoutData } from '../objects/core.ts';
import { GATEWAY_CLASSES, GATEWAYS, REFERENCE_GRANTS } from '../objects/gatewayapi.ts';
import { GATEWAY_RULES, type GatewayRule } from '../objects/stoa.ts';
import { placesOf } from '../rule/candidate.ts';
import { type EffectiveRule, parseRule } from '../rule/effective.ts';
import { routesOfRule } from './name.ts';
import type { GatewayConfig } from './observed.ts';
import { routeOf, ruleOwners } from './owned.ts';

/** Milliseconds between two looks at namespaces that are named: a watch takes the right to list them all. */
const LOOK_MS = 30_000;

/** What the gateway feature follows, each with the indexes that its lookups need. */
export function createCaches(
  following: WatchScope,
  { name }: GatewayConfig,
  ownedKinds: readonly Resource[],
) {
  const managed = Object.entries(MANAGED_BY).map(([key, value]) => `${key}=${value}`);
  const ours = { labelSelector: managed.join(',') };
  return {
    rules: new Cache({
      ...following,
      resource: GATEWAY_RULES,
      indexes: {
        namespace: ({ metadata }: GatewayRule) => [metadata.namespace ?? ''],
        application: ({ metadata, spec }: GatewayRule) => [
          applicationKey(metadata.namespace ?? '', spec.appId),
        ],
        route: routesOf,
        component: componentOfRule,
        /** Rules that open the port that they lead to, and those that need another to do so. */
        opener: portOpenedBy,
        dependent: portNeededBy,
        place: placesOf,
        certificate: certificateOfRule,
        /** Rules that need a listener of their own on the Gateway. */
        listener: (rule: GatewayRule) => (needsListener(rule) ? [''] : []),
      },
    }),
    services: new Cache({
      ...following,
      resource: SERVICES,
      selection: { labelSelector: LABELS.componentId },
      indexes: { component: componentOfService },
    }),
    secrets: new Cache({
      ...following,
      resource: TLS_SECRETS,
      selection: { labelSelector: LABELS.certificateId },
      indexes: { certificate: certificateOfSecret },
      project: withoutData,
    }),
    gateways: new Cache({ ...following, resource: GATEWAYS, namespaces: [name.namespace], indexes: {} }),
    /** They belong to the cluster. */
    classes:
      following.namespaces === undefined
        ? new Cache({ ...following, resource: GATEWAY_CLASSES, indexes: {} })
        : undefined,
    grants: new Cache({ ...following, resource: REFERENCE_GRANTS, selection: ours, indexes: {} }),
    namespaces: namespacesOf(following),
    owned: ownedKinds.map((resource) => ({
      resource,
      cache: new Cache<KubeObject, 'rule' | 'route'>({
        ...following,
        resource,
        selection: ours,
        indexes: {
          rule: (object) => ruleOwners(object).map(({ name }) => `${object.metadata.namespace}/${name}`),
          route: (object) => [`${object.metadata.namespace}/${routeOf(object) ?? object.metadata.name}`],
        },
      }),
    })),
  };
}

export type GatewayCaches = ReturnType<typeof createCaches>;

/** The namespaces that belong to teams. */
function namespacesOf({ client, namespaces: names, log }: WatchScope): Cache<KubeObject, never> {
  const options = { log, resource: NAMESPACES, indexes: {} };
  if (names === undefined) {
    return new Cache({ ...options, client, selection: { labelSelector: LABELS.team } });
  }
  const matches = ({ metadata }: KubeObject) => metadata.labels?.[LABELS.team] !== undefined;
  return new Cache({
    ...options,
    client: new PollingListerWatcher({ client, names, matches, intervalMs: LOOK_MS }),
  });
}

/** All caches, in one list. */
export function sourcesOf({ owned, classes, ...rest }: GatewayCaches) {
  return [...Object.values(rest), ...(classes ? [classes] : []), ...owned.map(({ cache }) => cache)];
}

/** The routes of a rule, as `namespace/name`; none where the rule is not valid. */
export function routesOf(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) => routesOfRule(valid).map((name) => `${rule.metadata.namespace}/${name}`));
}

/** The component of a rule, as an index value; none where the rule is not valid. */
export function componentOfRule(rule: GatewayRule): readonly string[] {
  return ofValid(rule, ({ appId, serviceId }) => [
    componentKey(rule.metadata.namespace ?? '', appId, serviceId),
  ]);
}

/** The port of a component that a rule leads to, as an index value; none where the rule is not valid. */
export function targetOfRule(rule: GatewayRule): readonly string[] {
  return ofValid(rule, ({ containerPort }) =>
    componentOfRule(rule).map((component) => `${component}:${containerPort}`),
  );
}

/** The port that a rule opens by itself, as an index value. */
export function portOpenedBy(rule: GatewayRule): readonly string[] {
  return opensItsPort(rule) ? targetOfRule(rule) : [];
}

function portNeededBy(rule: GatewayRule): readonly string[] {
  return opensItsPort(rule) ? [] : targetOfRule(rule);
}

function opensItsPort(rule: GatewayRule): boolean {
  const [opens = false] = ofValid(rule, (valid) => [valid.protocol === 'tcp' || valid.opens]);
  return opens;
}

/** The certificate that a rule names, as an index value. */
export function certificateOfRule(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) =>
    valid.protocol === 'http' && valid.certificateId !== undefined
      ? [`${rule.metadata.namespace}/${valid.certificateId}`]
      : [],
  );
}

/** The number of a Secret's certificate, as an index value. */
function certificateOfSecret({ metadata }: TlsSecret): readonly string[] {
  return [`${metadata.namespace}/${metadata.labels?.[LABELS.certificateId]}`];
}

/**
 * The rules that a certificate is for: those that name the Secret's number, and those for whose host it was
 * obtained, of whose routes one has the Secret's name.
 */
export function rulesOfSecret(
  { rules }: Pick<GatewayCaches, 'rules'>,
  secret: TlsSecret,
): readonly GatewayRule[] {
  const named = certificateOfSecret(secret).flatMap((number) => rules.store.by('certificate', number));
  return [...named, ...rules.store.by('route', keyOf(secret))];
}

/** Whether a rule needs a listener of its own on the Gateway. */
export function needsListener(rule: GatewayRule): boolean {
  const [needs = false] = ofValid(rule, (valid) => [
    valid.protocol === 'tcp' || valid.certificateId !== undefined || valid.autoSsl !== undefined,
  ]);
  return needs;
}

function ofValid<T>(rule: GatewayRule, read: (valid: EffectiveRule) => readonly T[]): readonly T[] {
  const parsed = parseRule(rule);
  return parsed.type === 'valid' ? read(parsed.rule) : [];
}
