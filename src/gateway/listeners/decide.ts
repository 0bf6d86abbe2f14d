import { MANAGED_BY } from '../../api/group.ts';
import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import { isSubset } from '../../kube/subset.ts';
import { GATEWAYS, type Gateway, type GatewayListener, MAX_LISTENERS } from '../../objects/gatewayapi.ts';
import type { ListenerSet } from '../../objects/listenerset.ts';
import { draftOf } from '../object.ts';
import type { GatewayView } from '../observed.ts';
import { decideGrants, secretsOf } from './grants.ts';
import { withinLimit } from './limit.ts';
import { isOwnListener } from './name.ts';
import type { GatewayObserved } from './observed.ts';
import { type Placement, placementOf, surplusSets } from './placement.ts';
import { type ListenerPlan, openPorts, planListeners, secureHosts, TEAMS, withStanding } from './plan.ts';
import { ALLOWED, setDraft, standsAs } from './sets.ts';

/** One change to the Gateway, to its ListenerSets, or to the grants by which they read Secrets. */
export type ListenerAction =
  | { readonly type: 'apply-grant'; readonly draft: ObjectDraft }
  | { readonly type: 'apply-set'; readonly draft: ObjectDraft }
  | { readonly type: 'apply-gateway'; readonly draft: ObjectDraft }
  | { readonly type: 'delete-set'; readonly set: ListenerSet }
  | { readonly type: 'delete-grant'; readonly grant: KubeObject };

/**
 * Decides what the Gateway needs next. Pure. A listener whose Secret the Gateway may not read would spoil the whole
 * Gateway on some engines, so grants come before listeners, and go after them; every write makes the Gateway due
 * again.
 */
export function decideListeners(observed: GatewayObserved): ListenerAction[] {
  const { gateway } = observed;
  const { config, object } = gateway;
  const plan = planOf(observed);
  const placement = placementOf(plan.listeners, observed);
  const present = object?.spec.listeners ?? [plainListener(config)];
  const limited = withinLimit({ ...plan, listeners: placement.onGateway }, present, MAX_LISTENERS);
  const grants = decideGrants(plan.secrets, [...limited, ...placement.inSets], observed);
  const readable = limited.filter((each) => secretsOf(each).every((secret) => grants.isReadable(secret)));
  return [
    ...grants.missing.map((draft): ListenerAction => ({ type: 'apply-grant', draft })),
    ...setActions(
      placement.inSets.filter((each) => secretsOf(each).every((secret) => grants.isReadableBySets(secret))),
      gateway,
    ),
    ...gatewayAction(gateway, readable, placement),
    ...surplusSets(plan.listeners, observed).map((set): ListenerAction => ({ type: 'delete-set', set })),
    ...grants.surplus.map((grant): ListenerAction => ({ type: 'delete-grant', grant })),
  ];
}

function planOf({ gateway, hosts, ports, partial }: GatewayObserved): ListenerPlan {
  const { config, object } = gateway;
  const plan = planListeners(secureHosts(hosts), openPorts(ports, gateway), config.https.port);
  return partial ? withStanding(plan, object?.spec.listeners ?? []) : plan;
}

function setActions(listeners: readonly GatewayListener[], { object, sets }: GatewayView): ListenerAction[] {
  return object === undefined
    ? []
    : listeners
        .map((listener) => setDraft(listener, object))
        .filter((draft) => !standsAs(draft, sets.get(draft.metadata.name)))
        .map((draft) => ({ type: 'apply-set', draft }));
}

function gatewayAction(
  gateway: GatewayView,
  planned: readonly GatewayListener[],
  placement: Placement,
): ListenerAction[] {
  const { object } = gateway;
  const spec = gatewaySpec(gateway, planned);
  if (spec === undefined) {
    return [];
  }
  // Left out, the field would go: it stays as long as it is as Stoa writes it.
  const allows = placement.allowsSets || isSubset(ALLOWED, object?.spec.allowedListeners);
  const wanted = { ...spec, ...(allows ? { allowedListeners: ALLOWED } : {}) };
  if (object !== undefined && stands(wanted, object)) {
    return [];
  }
  const { namespace, name } = gateway.config.name;
  const labels = isOurs(object) ? { labels: MANAGED_BY } : {};
  return [{ type: 'apply-gateway', draft: draftOf(GATEWAYS, { namespace, name, ...labels }, wanted) }];
}

/** Part of the spec of a Gateway, with its listeners. */
type PartialSpec = Partial<Gateway['spec']> & Pick<Gateway['spec'], 'listeners'>;

/** Spec of the Gateway as far as it is Stoa's: all of it where Stoa made it, else the listeners of its own. */
function gatewaySpec(
  { config, object }: GatewayView,
  planned: readonly GatewayListener[],
): PartialSpec | undefined {
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

/** Whether the Gateway has exactly the wanted listeners of Stoa's, as they are wanted, and allows the sets. */
function stands({ listeners, allowedListeners }: PartialSpec, { spec }: Gateway): boolean {
  const names = new Set(listeners.map(({ name }) => name));
  return (
    (allowedListeners === undefined || isSubset(allowedListeners, spec.allowedListeners)) &&
    listeners.every((listener) =>
      isSubset(
        listener,
        spec.listeners.find(({ name }) => name === listener.name),
      ),
    ) &&
    spec.listeners.filter(isOwnListener).every(({ name }) => names.has(name))
  );
}
