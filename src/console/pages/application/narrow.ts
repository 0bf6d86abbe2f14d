import type { Component, Install, Rule, Topology } from '../../api/types.ts';
import { fareOfState, isWell } from '../../parts/health.ts';

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
  const found = {
    rules: rules.filter((rule) => asked(factsOfRule(rule)) && (!onlyTrouble || rule.ready !== 'True')),
    components: components.filter((each) => asked(factsOfComponent(each)) && (!onlyTrouble || !isWell(each))),
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
