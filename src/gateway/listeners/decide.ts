import { MANAGED_BY } from '../../api/group.ts';
import { draftOf } from '../../engines/object.ts';
import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import { appliedFields, itemName, ownsField } from '../../kube/ownedfields.ts';
import { isSubset } from '../../kube/subset.ts';
import {
  GATEWAYS,
  type Gateway,
  type GatewayListener,
  type ListenerSet,
  MAX_LISTENERS,
} from '../../objects/gatewayapi.ts';
import type { GatewayView } from '../observed.ts';
import { type SecretName, secretKey } from '../secrets/name.ts';
import { withdrawnSecret } from '../tls.ts';
import { decideGrants, type GrantDecision, secretsOf } from './grants.ts';
import { withinLimit } from './limit.ts';
import { FIELD_MANAGER, type ListenerContest } from './memory.ts';
import { isOwnListener } from './name.ts';
import type { GatewayObserved } from './observed.ts';
import { withPassthrough } from './passthrough.ts';
import { type Placement, placementOf, surplusSets } from './placement.ts';
import {
  type ListenerPlan,
  openPorts,
  planListeners,
  routesOfTeams,
  secureHosts,
  withHeld,
  withStanding,
} from './plan.ts';
import { ALLOWED, setDraft } from './sets.ts';
import { type ObjectStanding, objectStanding, stands } from './standing.ts';

/** One change to the Gateway, to its ListenerSets, or to the grants by which they read Secrets. */
export type ListenerAction =
  | { readonly type: 'apply-grant'; readonly draft: ObjectDraft }
  | { readonly type: 'apply-set'; readonly draft: ObjectDraft }
  | { readonly type: 'apply-gateway'; readonly draft: ObjectDraft }
  | { readonly type: 'delete-set'; readonly set: ListenerSet }
  | { readonly type: 'delete-grant'; readonly grant: KubeObject };

/** Decision on the Gateway and the objects beside it. */
export interface ListenerDecision {
  readonly actions: readonly ListenerAction[];
  /** Contests about objects of listeners, by the names of the listeners. */
  readonly contests: ReadonlyMap<string, ListenerContest>;
  /** Certificates that are presented, and have names of other teams. */
  readonly withdrawn: readonly SecretName[];
}

/**
 * Decides what the Gateway needs next. Pure. A listener whose Secret the Gateway may not read would spoil the whole
 * Gateway on some engines, so grants come before listeners, and go after them; every write makes the Gateway due
 * again.
 */
export function decideListeners(observed: GatewayObserved): ListenerDecision {
  const { gateway } = observed;
  const { object } = gateway;
  const plan = planOf(observed);
  const placement = placementOf(plan.listeners, observed);
  const present = object?.spec.listeners ?? [plainListener(gateway)];
  const limited = withinLimit({ ...plan, listeners: placement.onGateway }, present, MAX_LISTENERS);
  const grants = decideGrants(plan.secrets, [...limited, ...placement.inSets], observed);
  const readable = limited.filter((each) => secretsOf(each).every((secret) => grants.isReadable(secret)));
  const readableBySets = placement.inSets.filter((each) =>
    secretsOf(each).every((secret) => grants.isReadableBySets(secret)),
  );
  const wanted = [
    ...wantedGrants(grants, [...readable, ...readableBySets]),
    ...wantedSets(readableBySets, gateway),
    ...wantedGateway(gateway, readable, placement),
  ];
  return {
    actions: [
      ...wanted.filter(({ standing }) => !stands(standing)).map(({ apply }) => apply),
      ...surplusSets(plan.listeners, observed).map((set): ListenerAction => ({ type: 'delete-set', set })),
      ...grants.surplus.map((grant): ListenerAction => ({ type: 'delete-grant', grant })),
    ],
    contests: contestsOf(wanted),
    withdrawn: observed.hosts.flatMap(({ tls }) => withdrawnSecret(tls)),
  };
}

/** An object as it is wanted, its standing, and the names of the listeners that need it. */
interface Wanted {
  readonly apply: Extract<ListenerAction, { draft: ObjectDraft }>;
  readonly standing: ObjectStanding;
  readonly listeners: readonly string[];
}

/** Contests by listeners. Of the Gateway, where the fields of single listeners are contested, only those count. */
function contestsOf(wanted: readonly Wanted[]): ReadonlyMap<string, ListenerContest> {
  const contests = wanted.flatMap(({ apply: { draft }, standing, listeners }) => {
    if (standing.type !== 'contested') {
      return [];
    }
    const named = listeners.filter((name) =>
      standing.paths.some((path) => path.includes(itemName({ name }))),
    );
    const contest = { ...standing, object: `${draft.kind} ${draft.metadata.name}` };
    return (named.length > 0 ? named : listeners).map((name) => [name, contest] as const);
  });
  return new Map(contests);
}

function planOf({ gateway, hosts, passing, ports, held, partial }: GatewayObserved): ListenerPlan {
  const { config, object } = gateway;
  const [secure, open] = [secureHosts(hosts), openPorts(ports, gateway)];
  const [{ port }, allowed] = [config.https, routesOfTeams(gateway)];
  const plan = withPassthrough(planListeners(secure, open, port, allowed), passing, port, allowed);
  return withHeld(partial ? withStanding(plan, object?.spec.listeners ?? []) : plan, held);
}

function wantedGrants(grants: GrantDecision, listeners: readonly GatewayListener[]): Wanted[] {
  const bySecret = Map.groupBy(
    listeners.flatMap((each) =>
      secretsOf(each).map((secret) => ({ name: each.name, key: secretKey(secret) })),
    ),
    ({ key }) => key,
  );
  return grants.wanted.map(({ secret, draft, standing }) => ({
    apply: { type: 'apply-grant', draft },
    standing,
    listeners: (bySecret.get(secretKey(secret)) ?? []).map(({ name }) => name),
  }));
}

function wantedSets(
  readable: readonly GatewayListener[],
  { object, sets, listeners }: GatewayView,
): Wanted[] {
  return object === undefined
    ? []
    : readable.map((listener) => {
        const draft = setDraft(listener, object);
        const standing = objectStanding(listeners.applies, draft, sets.get(draft.metadata.name));
        return { apply: { type: 'apply-set', draft }, standing, listeners: [listener.name] };
      });
}

function wantedGateway(
  gateway: GatewayView,
  planned: readonly GatewayListener[],
  placement: Placement,
): Wanted[] {
  const { object, listeners } = gateway;
  const spec = gatewaySpec(gateway, planned);
  if (spec === undefined) {
    return [];
  }
  // Left out, the field would go: it stays as long as it is as Stoa writes it.
  const allows = placement.allowsSets || isSubset(ALLOWED, object?.spec.allowedListeners);
  const wanted = { ...spec, ...(allows ? { allowedListeners: ALLOWED } : {}) };
  const { namespace, name } = gateway.config.name;
  const labels = isOurs(object) ? { labels: MANAGED_BY } : {};
  const draft = draftOf(GATEWAYS, { namespace, name, ...labels }, wanted);
  const names = wanted.listeners.map((each) => each.name);
  const hasSurplus = ownListeners(object).some((each) => !names.includes(each));
  if (names.length === 0 && !hasSurplus) {
    return [];
  }
  const standing: ObjectStanding = hasSurplus
    ? { type: 'outdated' }
    : objectStanding(listeners.applies, draft, object);
  return [{ apply: { type: 'apply-gateway', draft }, standing, listeners: names }];
}

/** Part of the spec of a Gateway, with its listeners. */
type PartialSpec = Partial<Gateway['spec']> & Pick<Gateway['spec'], 'listeners'>;

/** Spec of the Gateway as far as it is Stoa's: all of it where Stoa made it, else the listeners of its own. */
function gatewaySpec(gateway: GatewayView, planned: readonly GatewayListener[]): PartialSpec | undefined {
  const { config, object } = gateway;
  if (object !== undefined && !isOurs(object)) {
    return { listeners: planned };
  }
  const gatewayClassName = config.className ?? object?.spec.gatewayClassName;
  const listeners = [plainListener(gateway), ...planned];
  return gatewayClassName === undefined ? undefined : { gatewayClassName, listeners };
}

/** The listener for plain HTTP of a Gateway that Stoa makes. */
function plainListener(gateway: GatewayView): GatewayListener {
  const { listener: name, port } = gateway.config.http;
  return { name, port, protocol: 'HTTP', allowedRoutes: routesOfTeams(gateway) };
}

/** Whether Stoa makes the Gateway: there is none, or it made this one. */
function isOurs(gateway: Gateway | undefined): boolean {
  return gateway === undefined || isSubset(MANAGED_BY, gateway.metadata.labels);
}

/** Names of the listeners of Stoa's that a Gateway has, and that only an apply without them removes. */
function ownListeners(gateway: Gateway | undefined): readonly string[] {
  const owned = gateway && appliedFields(gateway, FIELD_MANAGER);
  return (gateway?.spec.listeners ?? [])
    .filter(isOwnListener)
    .map(({ name }) => name)
    .filter((name) => owned && ownsField(owned, ['spec', 'listeners', itemName({ name })]));
}
