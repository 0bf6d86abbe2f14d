import { isDeepStrictEqual } from 'node:util';
import { componentOfService } from '../component/backend.ts';
import type { Origin } from '../controller/cache.ts';
import type { WorkQueue } from '../controller/queue.ts';
import type { Change } from '../controller/store.ts';
import { keyOf } from '../kube/object.ts';
import type { Gateway } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { type GatewayCaches, hostOf, portOf, portOpenedBy, routesOf, rulesOfSecret } from './caches.ts';
import { ruleOwners } from './owned.ts';
import type { GatewayConfig } from './view.ts';

/** Which change makes which rules due. What nobody has just done, or what concerns everybody, comes second. */
export function wakeRules(queue: WorkQueue, caches: GatewayCaches, { name }: GatewayConfig): void {
  const due = (rules: readonly GatewayRule[], origin: Origin) => {
    for (const rule of rules) {
      queue.add(keyOf(rule), origin === 'list' ? 'background' : 'user');
    }
  };
  const { store } = caches.rules;
  const all = () => due(store.list(), 'list');

  caches.rules.onChange((change, origin) => due(touched(caches, change), origin));
  for (const { cache } of caches.owned) {
    cache.onChange((change, origin) => {
      const priority = origin === 'list' ? 'background' : 'user';
      for (const object of both(change)) {
        for (const owner of ruleOwners(object)) {
          queue.add(`${object.metadata.namespace}/${owner.name}`, priority);
        }
      }
    });
  }
  caches.services.onChange((change, origin) =>
    due(
      both(change)
        .flatMap(componentOfService)
        .flatMap((component) => store.by('component', component)),
      origin,
    ),
  );
  caches.secrets.onChange((change, origin) => {
    const served = both(change).flatMap((secret) => rulesOfSecret(caches, secret));
    const hosts = served.flatMap((rule) => inHost(caches, rule));
    due([...new Set([...served, ...hosts])], origin);
  });
  caches.namespaces.onChange((change, origin) => {
    if (change.before === undefined || change.after === undefined) {
      const rules = both(change).flatMap(({ metadata }) => store.by('namespace', metadata.name));
      due([...rules, ...rules.flatMap((rule) => rivals(caches, rule))], origin);
    }
  });
  caches.classes?.onChange(all);
  caches.gateways.onChange(({ before, after }) => {
    const ours = [before, after].some((object) => object && keyOf(object) === keyOf({ metadata: name }));
    if (ours && !isDeepStrictEqual(standing(before), standing(after))) {
      all();
    } else if (ours && !isDeepStrictEqual(listenersOf(before), listenersOf(after))) {
      due(store.by('listener', ''), 'watch');
    }
  });
}

/** A rule, and where its spec changed also those that share something with what it was or is now. */
function touched(caches: GatewayCaches, change: Change<GatewayRule>): GatewayRule[] {
  const rules = both(change);
  const same = change.before?.metadata.generation === change.after?.metadata.generation;
  if (same && change.before?.metadata.deletionTimestamp === change.after?.metadata.deletionTimestamp) {
    return rules;
  }
  const { store } = caches.rules;
  const sharing = rules.flatMap(routesOf).flatMap((route) => store.by('route', route));
  return [
    ...new Set([
      ...rules,
      ...sharing,
      ...dependents(caches, change),
      ...rules.flatMap((rule) => rivals(caches, rule)),
      ...(secures(change) ? rules.flatMap((rule) => inHost(caches, rule)) : []),
    ]),
  ];
}

/** Rules of other namespaces that want the same host or port. */
function rivals({ rules: { store } }: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  const rivals = [
    ...hostOf(rule).flatMap((host) => store.by('host', host)),
    ...portOf(rule).flatMap((port) => store.by('port', port)),
  ];
  return rivals.filter(({ metadata }) => metadata.namespace !== rule.metadata.namespace);
}

/** Rules of the same namespace for the same host: they share its certificate. */
function inHost({ rules: { store } }: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return hostOf(rule)
    .flatMap((host) => store.by('host', host))
    .filter(({ metadata }) => metadata.namespace === rule.metadata.namespace);
}

/**
 * Rules that lead to a port which a change may have opened or closed for them. Of all that open a port, only
 * the first in the index makes a difference; of several that came with one list, it is told like the others.
 */
function dependents({ rules: { store } }: GatewayCaches, change: Change<GatewayRule>): GatewayRule[] {
  const { before, after } = change;
  const [was, is] = [before ? portOpenedBy(before) : [], after ? portOpenedBy(after) : []];
  const differing = [
    ...was.filter((port) => !is.includes(port)),
    ...is.filter((port) => !was.includes(port)),
  ];
  const decided = differing.filter((port) => {
    const first = store.first('opener', port);
    return first === undefined || (after !== undefined && keyOf(first) === keyOf(after));
  });
  return decided.flatMap((port) => store.by('dependent', port));
}

/** Whether a change may concern the certificate of a host. */
function secures({ before, after }: Change<GatewayRule>): boolean {
  const wish = (rule: GatewayRule | undefined) => [
    rule?.spec.http?.certificateId,
    rule?.spec.http?.autoSsl,
    ...(rule ? hostOf(rule) : []),
  ];
  return (
    [before, after].some((rule) => rule?.spec.http?.certificateId ?? rule?.spec.http?.autoSsl) &&
    !isDeepStrictEqual(wish(before), wish(after))
  );
}

/** The objects of a change. */
export function both<T>({ before, after }: { readonly before?: T; readonly after?: T }): T[] {
  return [before, after].filter((object) => object !== undefined);
}

/** What every rule depends on in its Gateway: its counts of attached routes change with every route. */
function standing(gateway: Gateway | undefined) {
  const programmed = gateway?.status?.conditions?.find(({ type }) => type === 'Programmed');
  return (
    gateway && {
      uid: gateway.metadata.uid,
      class: gateway.spec.gatewayClassName,
      status: programmed?.status,
      message: programmed?.message,
    }
  );
}

/** The listeners of a Gateway and what the engine says of them. */
function listenersOf(gateway: Gateway | undefined) {
  return {
    spec: gateway?.spec.listeners,
    status: gateway?.status?.listeners?.map(({ name, conditions }) => [
      name,
      conditions?.map(({ type, status, message }) => [type, status, message]),
    ]),
  };
}
