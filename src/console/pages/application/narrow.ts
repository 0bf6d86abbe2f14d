import type { Component, Install, Rule, Topology } from '../../api/types.ts';
import { fareOfState, healthOfRule, isWell } from '../../parts/health.ts';
import { stoppedTargets } from './problems.ts';

/** Choice of what is shown of an application. */
export interface Choice {
  readonly text: string;
  readonly onlyTrouble: boolean;
}

/** Topology with what a choice leaves of it: rules keep their components, and components their rules. */
export function narrow(topology: Topology, { text, onlyTrouble }: Choice): Topology {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' && !onlyTrouble) {
    return topology;
  }
  const { rules, components, installs } = topology;
  const asked = (facts: readonly string[]) => facts.some((fact) => fact.toLowerCase().includes(wanted));
  const stopped = new Set(stoppedTargets(topology).map(({ id }) => id));
  const found = {
    rules: rules.filter(
      (rule) => asked(factsOfRule(rule)) && (!onlyTrouble || healthOfRule(rule) !== 'good'),
    ),
    components: components.filter(
      (each) =>
        asked(factsOfComponent(each)) && (!onlyTrouble || !isWell(each) || stopped.has(each.service_id)),
    ),
  };
  const ofRules = new Set(found.rules.map(({ service_id }) => service_id));
  const ofComponents = new Set(found.components.map(({ service_id }) => service_id));
  const kept = { rules: new Set(found.rules), components: new Set(found.components) };
  return {
    ...topology,
    rules: rules.filter((rule) => kept.rules.has(rule) || ofComponents.has(rule.service_id)),
    components: components.filter((each) => kept.components.has(each) || ofRules.has(each.service_id)),
    installs: installs.filter(
      (each) => asked(factsOfInstall(each)) && (!onlyTrouble || each.ready !== 'True'),
    ),
  };
}

/** Number of those that are shown of all, such as `0 of 6`. */
export function countText(shown: number, all: number): string {
  return shown === all ? String(all) : `${shown} of ${all}`;
}

/** Reason why a choice leaves none of some things; undefined where there are none to begin with. */
export function whyNone(what: string, all: number, { text, onlyTrouble }: Choice): string | undefined {
  if (all === 0) {
    return undefined;
  }
  return onlyTrouble && text.trim() === ''
    ? `All is well: of ${all} ${what}, none needs somebody.`
    : `The filter leaves none of ${all} ${what}.`;
}

function factsOfRule({ name, host, path, service_id, reason }: Rule): readonly string[] {
  return [name, host + path, service_id, reason];
}

function factsOfComponent({
  name,
  alias,
  service_id,
  workload,
  image,
  state,
  reason,
}: Component): readonly string[] {
  return [name, alias, service_id, workload, image, fareOfState(state)[1], reason];
}

function factsOfInstall({ name, app_model_id, version, reason }: Install): readonly string[] {
  return [name, app_model_id, version, reason];
}
