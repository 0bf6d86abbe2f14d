import type { Component, Topology } from '../../api/types.ts';
import { type Fare, fareOfPhase, fareOfState, type Health, isTrouble, worstOf } from '../../parts/health.ts';
import type { PartRef } from '../../parts/part.ts';

/** Part of an application for which somebody has to do something. */
export interface TroubledPart extends PartRef {
  readonly name: string;
  readonly health: Health;
  readonly message: string;
  /** Advice on what to do; empty where the API has none. */
  readonly todo: string;
}

/** Troubled parts of an application, what fails before what fails in part. */
export function problemsOf({ rules, components, installs }: Topology): readonly TroubledPart[] {
  const ofComponents = components.flatMap(({ service_id: id, name, state, reason, message }) => {
    const [health, word] = fareOfState(state);
    const told = [reason, message].filter((text) => text !== '').join(': ') || `It is ${word}.`;
    return isTrouble(health)
      ? [{ kind: 'component' as const, id, name, health, message: told, todo: '' }]
      : [];
  });
  const ofInstalls = installs.flatMap(({ install_id: id, name, ready, message, todo }) =>
    ready === 'False' ? [{ kind: 'install' as const, id, name, health: 'bad' as const, message, todo }] : [],
  );
  // Of a component that somebody has stopped, that is told, and not of each rule what follows from it.
  const stopped = new Set(stoppedOf({ components }).map(({ service_id }) => service_id));
  const ofRules = rules.flatMap(({ rule_id: id, name, service_id, ready, reason, message, todo }) =>
    ready === 'False' && !(reason === NO_ENDPOINTS && stopped.has(service_id))
      ? [{ kind: 'rule' as const, id, name, health: 'bad' as const, message, todo }]
      : [],
  );
  const all = [...ofComponents, ...ofInstalls, ...ofRules, ...stoppedTargets({ rules, components })];
  return [...all.filter(({ health }) => health === 'bad'), ...all.filter(({ health }) => health !== 'bad')];
}

/** Reason of a rule whose component has no ready endpoint. */
const NO_ENDPOINTS = 'NoEndpoints';

/** Health and word of an application as a whole: its phase tells of its components only. */
export function fareOf(topology: Topology): Fare {
  const [ofPhase, word] = fareOfPhase(topology.application.phase);
  const whole = worstOf([ofPhase, ...problemsOf(topology).map(({ health }) => health)]);
  return [whole, isTrouble(whole) && !isTrouble(ofPhase) ? 'not well' : word];
}

/** Components that are stopped: no workload of theirs has pods. */
export function stoppedOf({ components }: Pick<Topology, 'components'>): readonly Component[] {
  const running = new Set(
    components.filter(({ state }) => state !== 'closed').map(({ service_id }) => service_id),
  );
  return components.filter(({ service_id }) => !running.has(service_id));
}

/** Stopped components that rules lead to. */
export function stoppedTargets({
  rules,
  components,
}: Pick<Topology, 'rules' | 'components'>): readonly TroubledPart[] {
  const leading = Map.groupBy(rules, ({ service_id }) => service_id);
  return stoppedOf({ components }).flatMap(({ service_id: id, name }) => {
    const names = (leading.get(id) ?? []).map((rule) => rule.name);
    const [subject, verb] = names.length === 1 ? ['the rule', 'leads'] : ['the rules', 'lead'];
    const message = `It is stopped, and ${subject} ${listed(names)} ${verb} to it.`;
    return names.length === 0
      ? []
      : [{ kind: 'component' as const, id, name, health: 'warning' as const, message, todo: '' }];
  });
}

/** Most names of a list in a sentence. */
const MOST_NAMES = 5;

/** Names in a sentence. */
export function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
