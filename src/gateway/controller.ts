import { isDeepStrictEqual } from 'node:util';
import type { GatewayRuleStatus } from '../api/gatewayrule.ts';
import { componentOfService } from '../component/backend.ts';
import type { Origin } from '../controller/cache.ts';
import { Controller, type ReconcileContext } from '../controller/controller.ts';
import type { Logger } from '../controller/logger.ts';
import type { ControllerMetrics } from '../controller/metrics.ts';
import type { Outcome } from '../controller/outcome.ts';
import type { Change } from '../controller/store.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import { keyOf } from '../kube/object.ts';
import type { Recorder } from '../kube/recorder.ts';
import { type Gateway, HTTP_ROUTES, type HttpRoute } from '../objects/gatewayapi.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../objects/stoa.ts';
import { createCaches, type GatewayCaches, routeOfRule } from './caches.ts';
import { type Action, decide } from './decide.ts';
import { happeningOf } from './happening.ts';
import { observe } from './observe.ts';
import { type GatewayName, ruleOwners } from './route.ts';

/** Owner of the fields that this controller applies, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-gateway';

/** What the gateway feature needs from outside. */
export interface GatewayDependencies {
  readonly client: KubeClient;
  readonly gateway: GatewayName;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly recorder: Recorder;
}

/** The controller that turns GatewayRules into routes, and the caches that it reads. */
export function createGatewayController(dependencies: GatewayDependencies) {
  const { client, gateway, log, metrics } = dependencies;
  const caches = createCaches(client, gateway, log);
  const controller = new Controller({
    name: 'gatewayrule',
    log,
    metrics,
    reconcile: (key, context) => reconcile(caches, dependencies, key, context),
  });
  wake(controller, caches, gateway);
  return { controller, sources: Object.values(caches) };
}

async function reconcile(
  caches: GatewayCaches,
  dependencies: GatewayDependencies,
  key: string,
  { signal }: ReconcileContext,
): Promise<Outcome> {
  const { client, gateway } = dependencies;
  const observed = observe(caches, gateway, key);
  const { actions, status, outcome } = decide(observed, new Date());
  for (const action of actions) {
    await perform(client, caches, action, signal);
  }
  if (status !== undefined && observed.rule !== undefined) {
    await report(dependencies, caches, observed.rule, status, signal);
  }
  return outcome;
}

/** Carries an action out and lets the caches know, so that the next decision builds on it. */
async function perform(
  client: KubeClient,
  caches: GatewayCaches,
  action: Action,
  signal: AbortSignal,
): Promise<void> {
  switch (action.type) {
    case 'apply-route':
      caches.routes.wrote(await client.apply(HTTP_ROUTES, action.route, FIELD_MANAGER, { signal }));
      return;
    case 'delete-route': {
      const { namespace, name, uid } = action.route.metadata;
      await unlessOvertaken(client.delete(HTTP_ROUTES, { namespace, name, uid }, { signal }));
      caches.routes.deleted(action.route);
    }
  }
}

/**
 * Writes the status, if the rule is still the one that it speaks of: an edit meanwhile is a conflict, and
 * the rule is decided anew. (A status apply ignores the uid, so only the version tells a rule from another
 * that was made under its name.)
 */
async function report(
  { client, recorder }: GatewayDependencies,
  caches: GatewayCaches,
  rule: GatewayRule,
  status: GatewayRuleStatus,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, name, resourceVersion } = rule.metadata;
  const metadata = { name, resourceVersion, ...(namespace === undefined ? {} : { namespace }) };
  const draft = { ...GATEWAY_RULE_TYPE, metadata, status };
  const options = { subresource: 'status', signal } as const;
  const written = await unlessOvertaken(client.apply(GATEWAY_RULES, draft, FIELD_MANAGER, options));
  if (written === undefined) {
    return;
  }
  caches.rules.wrote(written);
  const happening = happeningOf(rule.status?.conditions ?? [], status.conditions ?? []);
  if (happening !== undefined) {
    recorder.record(rule, happening);
  }
}

/**
 * Somebody else's edit or deletion is not an error: what the API server has by now is on its way through the
 * watch, and with it the next decision.
 */
async function unlessOvertaken<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isFailure(error, 'not-found') || isFailure(error, 'conflict')) {
      return undefined;
    }
    throw error;
  }
}

/** Which change makes which rules due. What nobody has just done, or what concerns everybody, comes second. */
function wake({ queue }: Controller, caches: GatewayCaches, gateway: GatewayName): void {
  const due = (keys: readonly string[], origin: Origin) => {
    for (const key of keys) {
      queue.add(key, origin === 'list' ? 'background' : 'user');
    }
  };
  caches.rules.onChange((change, origin) => due(touched(caches, change), origin));
  caches.routes.onChange((change, origin) => due(both(change).flatMap(ownerKeys), origin));
  caches.services.onChange((change, origin) => {
    const components = both(change).flatMap(componentOfService);
    due(
      components.flatMap((component) => caches.rules.store.by('component', component).map(keyOf)),
      origin,
    );
  });
  caches.namespaces.onChange((change, origin) => {
    if (change.before === undefined || change.after === undefined) {
      const names = both(change).map(({ metadata }) => metadata.name);
      due(
        names.flatMap((name) => caches.rules.store.by('namespace', name).map(keyOf)),
        origin,
      );
    }
  });
  caches.gateways.onChange((change) => {
    const ours = both(change).some((object) => keyOf(object) === `${gateway.namespace}/${gateway.name}`);
    if (ours && !isDeepStrictEqual(standing(change.before), standing(change.after))) {
      due(caches.rules.store.list().map(keyOf), 'list');
    }
  });
}

/** A rule, and where its spec changed also those that share a route with what it was or is now. */
function touched(caches: GatewayCaches, change: Change<GatewayRule>): string[] {
  const rules = both(change);
  const same = change.before?.metadata.generation === change.after?.metadata.generation;
  const routes = same ? [] : rules.flatMap(routeOfRule);
  return [...rules, ...routes.flatMap((route) => caches.rules.store.by('route', route))].map(keyOf);
}

function both<T>({ before, after }: { readonly before?: T; readonly after?: T }): T[] {
  return [before, after].filter((object) => object !== undefined);
}

function ownerKeys(route: HttpRoute): string[] {
  return ruleOwners(route).map(({ name }) => `${route.metadata.namespace}/${name}`);
}

/** What rules depend on in their Gateway: its counts of attached routes change with every route. */
function standing(gateway: Gateway | undefined) {
  const programmed = gateway?.status?.conditions?.find(({ type }) => type === 'Programmed');
  return gateway && { uid: gateway.metadata.uid, status: programmed?.status, message: programmed?.message };
}
