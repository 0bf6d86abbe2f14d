import type { KubeClient } from '../kube/client.ts';
import { keyOf } from '../kube/object.ts';
import { ALL_BEHAVIORS, type Behavior, behaviorOf } from '../match/behavior.ts';
import type { Entry } from '../match/entry.ts';
import { listenersOf } from '../match/listener.ts';
import { isMadeForRules, type Surroundings, shadowOfPlanned } from '../match/planned.ts';
import type { Gateway } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { parseRule } from '../rule/effective.ts';
import { Refused } from './failure.ts';
import { type ObservedGateways, observeGateways } from './who/observe.ts';

/**
 * Rule of a route that Stoa did not write, which gets all requests of a GatewayRule, be it stored or not; undefined where
 * none does for sure, or the user may not read what tells. Throws KubeError.
 */
export async function findShadow(client: KubeClient, object: GatewayRule): Promise<Entry | undefined> {
  const parsed = parseRule(object);
  if (parsed.type !== 'valid' || parsed.rule.protocol !== 'http') {
    return undefined;
  }
  const { namespace } = object.metadata;
  const observed = await observeGateways(client, namespace).catch((error: unknown) => {
    if (error instanceof Refused) {
      return undefined;
    }
    throw error;
  });
  const around = observed && surroundingsIn(observed);
  return around && shadowOfPlanned({ rule: parsed.rule, namespace }, around);
}

/** Surroundings of the GatewayRules on their Gateway; undefined where none of several has a route of theirs. Pure. */
function surroundingsIn(observed: ObservedGateways): Surroundings | undefined {
  const { gateways, classes, sets, namespaces } = observed;
  const routes = observed.routes.flatMap(({ kind, route }) => (kind === 'HTTPRoute' ? [route] : []));
  const names = new Set(
    routes
      .filter(isMadeForRules)
      .flatMap(({ spec }) => spec.parentRefs ?? [])
      .map((parent) => keyOf({ metadata: parent })),
  );
  const gateway = gateways.length === 1 ? gateways[0] : gateways.find((each) => names.has(keyOf(each)));
  if (gateway === undefined) {
    return undefined;
  }
  const labels = new Map(namespaces.map(({ metadata }) => [metadata.name, metadata.labels ?? {}]));
  return {
    listeners: listenersOf(gateway, sets),
    routes,
    labelsOf: (namespace) => labels.get(namespace),
    behaviors: behaviorsOf(gateway, classes),
  };
}

/** Behaviors that the engine of a Gateway may have. */
function behaviorsOf({ spec }: Gateway, classes: ObservedGateways['classes']): readonly Behavior[] {
  const known = classes.find(({ metadata }) => metadata.name === spec.gatewayClassName);
  return known === undefined ? ALL_BEHAVIORS : [behaviorOf(known.spec.controllerName)];
}
