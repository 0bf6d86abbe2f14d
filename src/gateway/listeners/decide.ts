import { MANAGED_BY } from '../../api/group.ts';
import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import { isSubset } from '../../kube/subset.ts';
import type { Gateway, GatewayListener } from '../../objects/gatewayapi.ts';
import type { GatewayConfig } from '../observed.ts';
import { presents } from '../tls.ts';
import { grantDraft, grantName } from './grant.ts';
import { type ListenerPlan, ownListeners, type SecretName, TEAMS, withinLimit } from './plan.ts';

/** Everything that deciding on the Gateway takes into account. */
export interface GatewayObserved {
  readonly config: GatewayConfig;
  readonly plan: ListenerPlan;
  /** Missing where there is none. */
  readonly gateway?: Gateway;
  /** ReferenceGrants that Stoa has made. */
  readonly grants: readonly KubeObject[];
}

/** One change to the Gateway, or to what it may read. */
export type ListenerAction =
  | { readonly type: 'apply-grant'; readonly draft: ObjectDraft }
  | { readonly type: 'apply-gateway'; readonly draft: ObjectDraft }
  | { readonly type: 'delete-grant'; readonly grant: KubeObject };

/** Listeners that a Gateway can have at most (Gateway API, GatewaySpec). */
export const MAX_LISTENERS = 64;

/**
 * What the Gateway needs next. A listener whose Secret it may not read would spoil the whole Gateway on some
 * engines, so grants come before listeners, and go after them; every write makes the Gateway due again.
 */
export function decideListeners(observed: GatewayObserved): ListenerAction[] {
  const { config, plan, gateway, grants } = observed;
  const foreign = plan.secrets.filter(({ namespace }) => namespace !== config.name.namespace);
  const standing = new Set(grants.map(idOf));
  const missing = foreign.filter((secret) => !standing.has(grantId(secret)));
  const readable = plan.listeners.filter((listener) =>
    missing.every((secret) => !presents(listener, secret)),
  );
  const wanted = new Set(foreign.map(grantId));
  const inUse = ownListeners(gateway?.spec.listeners ?? [])
    .flatMap(secretsOf)
    .map(grantId);
  const surplus = grants.filter((grant) => !wanted.has(idOf(grant)) && !inUse.includes(idOf(grant)));
  return [
    ...missing.map(
      (secret): ListenerAction => ({
        type: 'apply-grant',
        draft: grantDraft(secret, config.name.namespace),
      }),
    ),
    ...gatewayAction(config, readable, gateway),
    ...surplus.map((grant): ListenerAction => ({ type: 'delete-grant', grant })),
  ];
}

function gatewayAction(
  config: GatewayConfig,
  planned: readonly GatewayListener[],
  gateway: Gateway | undefined,
): ListenerAction[] {
  const draft = gatewayDraft(config, planned, gateway);
  const wanted = (draft?.spec as Gateway['spec'] | undefined)?.listeners ?? [];
  return draft === undefined || (gateway !== undefined && stands(wanted, gateway))
    ? []
    : [{ type: 'apply-gateway', draft }];
}

/** The Gateway as far as it is Stoa's: all of it where Stoa made it, else the listeners of its own. */
function gatewayDraft(
  { name, className, http }: GatewayConfig,
  planned: readonly GatewayListener[],
  gateway: Gateway | undefined,
): ObjectDraft | undefined {
  const head = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway' };
  const made = gateway === undefined || isSubset(MANAGED_BY, gateway.metadata.labels);
  if (!made) {
    const listeners = withinLimit(planned, gateway.spec.listeners, MAX_LISTENERS);
    return { ...head, metadata: name, spec: { listeners } };
  }
  const gatewayClassName = className ?? gateway?.spec.gatewayClassName;
  const plain = { name: http.listener, port: http.port, protocol: 'HTTP', allowedRoutes: TEAMS } as const;
  const present = gateway?.spec.listeners ?? [plain];
  const listeners = [plain, ...withinLimit(planned, present, MAX_LISTENERS)];
  return gatewayClassName === undefined
    ? undefined
    : { ...head, metadata: { ...name, labels: MANAGED_BY }, spec: { gatewayClassName, listeners } };
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
    ) && ownListeners(spec.listeners).every(({ name }) => names.has(name))
  );
}

function secretsOf({ tls }: GatewayListener): SecretName[] {
  return (tls?.certificateRefs ?? []).flatMap(({ name, namespace }) =>
    namespace === undefined ? [] : [{ namespace, name }],
  );
}

function grantId({ namespace, name }: SecretName): string {
  return `${namespace}/${grantName(name)}`;
}

function idOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}
