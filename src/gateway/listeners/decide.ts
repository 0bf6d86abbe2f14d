import { MANAGED_BY } from '../../api/group.ts';
import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import { isSubset } from '../../kube/subset.ts';
import { GATEWAYS, type Gateway, type GatewayListener, MAX_LISTENERS } from '../../objects/gatewayapi.ts';
import { draftOf } from '../object.ts';
import type { GatewayView } from '../observed.ts';
import { presents } from '../tls.ts';
import { grantDraft, grantName } from './grant.ts';
import { withinLimit } from './limit.ts';
import { isOwnListener } from './name.ts';
import type { GatewayObserved } from './observed.ts';
import {
  type ListenerPlan,
  openPorts,
  planListeners,
  type SecretName,
  secureHosts,
  TEAMS,
  withStanding,
} from './plan.ts';

/** One change to the Gateway, or to the grants by which it reads Secrets. */
export type ListenerAction =
  | { readonly type: 'apply-grant'; readonly draft: ObjectDraft }
  | { readonly type: 'apply-gateway'; readonly draft: ObjectDraft }
  | { readonly type: 'delete-grant'; readonly grant: KubeObject };

/**
 * Decides what the Gateway needs next. Pure. A listener whose Secret the Gateway may not read would spoil the whole
 * Gateway on some engines, so grants come before listeners, and go after them; every write makes the Gateway due
 * again.
 */
export function decideListeners(observed: GatewayObserved): ListenerAction[] {
  const { gateway, grants } = observed;
  const { config, object } = gateway;
  const plan = planOf(observed);
  const listeners = withinLimit(plan, object?.spec.listeners ?? [plainListener(config)], MAX_LISTENERS);
  const needed = new Set(listeners.flatMap(secretsOf).map(secretId));
  const foreign = plan.secrets
    .filter(({ namespace }) => namespace !== config.name.namespace)
    .filter((secret) => needed.has(secretId(secret)));
  const standing = new Set(grants.map(idOf));
  const missing = foreign.filter((secret) => !standing.has(grantId(secret)));
  const readable = listeners.filter((listener) => missing.every((secret) => !presents(listener, secret)));
  const wanted = new Set(foreign.map(grantId));
  const inUse = (object?.spec.listeners ?? []).filter(isOwnListener).flatMap(secretsOf).map(grantId);
  const surplus = grants.filter((grant) => !wanted.has(idOf(grant)) && !inUse.includes(idOf(grant)));
  return [
    ...missing.map(
      (secret): ListenerAction => ({
        type: 'apply-grant',
        draft: grantDraft(secret, config.name.namespace),
      }),
    ),
    ...gatewayAction(gateway, readable),
    ...surplus.map((grant): ListenerAction => ({ type: 'delete-grant', grant })),
  ];
}

function planOf({ gateway, hosts, ports, partial }: GatewayObserved): ListenerPlan {
  const { config, object } = gateway;
  const plan = planListeners(secureHosts(hosts), openPorts(ports, gateway), config.https.port);
  return partial ? withStanding(plan, object?.spec.listeners ?? []) : plan;
}

function gatewayAction(gateway: GatewayView, planned: readonly GatewayListener[]): ListenerAction[] {
  const { object } = gateway;
  const spec = gatewaySpec(gateway, planned);
  if (spec === undefined || (object !== undefined && stands(spec.listeners, object))) {
    return [];
  }
  const { namespace, name } = gateway.config.name;
  const labels = isOurs(object) ? { labels: MANAGED_BY } : {};
  return [{ type: 'apply-gateway', draft: draftOf(GATEWAYS, { namespace, name, ...labels }, spec) }];
}

/** Spec of the Gateway as far as it is Stoa's: all of it where Stoa made it, else the listeners of its own. */
function gatewaySpec(
  { config, object }: GatewayView,
  planned: readonly GatewayListener[],
): (Partial<Gateway['spec']> & Pick<Gateway['spec'], 'listeners'>) | undefined {
  if (object !== undefined && !isOurs(object)) {
    return { listeners: planned };
  }
  const gatewayClassName = config.className ?? object?.spec.gatewayClassName;
  const listeners = [plainListener(config), ...planned];
  return gatewayClassName === undefined ? undefined : { gatewayClassName, listeners };
}

/** The listener for plain HTTP of a Gateway that Stoa makes. */
function plainListener({ http }: GatewayView['config']): GatewayListener {
  return { name: http.listener, port: http.port, protocol: 'HTTP', allowedRoutes: TEAMS };
}

/** Whether Stoa makes the Gateway: there is none, or it made this one. */
function isOurs(gateway: Gateway | undefined): boolean {
  return gateway === undefined || isSubset(MANAGED_BY, gateway.metadata.labels);
}

/** Whether the Gateway has exactly the wanted listeners of Stoa's, as they are wanted. */
function stands(wanted: readonly GatewayListener[], { spec }: Gateway): boolean {
  const names = new Set(wanted.map(({ name }) => name));
  return (
    wanted.every((listener) =>
      isSubset(
        listener,
        spec.listeners.find(({ name }) => name === listener.name),
      ),
    ) && spec.listeners.filter(isOwnListener).every(({ name }) => names.has(name))
  );
}

function secretsOf({ tls }: GatewayListener): SecretName[] {
  return (tls?.certificateRefs ?? []).flatMap(({ name, namespace }) =>
    namespace === undefined ? [] : [{ namespace, name }],
  );
}

function secretId({ namespace, name }: SecretName): string {
  return `${namespace}/${name}`;
}

function grantId({ namespace, name }: SecretName): string {
  return `${namespace}/${grantName(name)}`;
}

function idOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}
