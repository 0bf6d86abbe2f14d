import type { Component, Rule, Topology } from '../../../api/types.ts';
import { fareOfState, type Health, healthOfRule, isWell, worstOf } from '../../../parts/health.ts';
import { componentNode, type Graph, type GraphEdge, type GraphPart, ruleNode } from './shape.ts';

/** Most rules, and most components, that a graph draws one by one; beyond, those without trouble become one node. */
export const MOST_DRAWN = 120;

const GATEWAY = 'gateway';

/** Parts of a topology that a graph shows. */
type Drawn = Pick<Topology, 'gateway' | 'rules' | 'components' | 'missing'>;

/** Graph of an application: each rule and each component is one node, or one of those in a node of many. */
export function buildGraph(topology: Drawn): Graph {
  const { rules, components } = topology;
  const targets = targetsOf(rules, components);
  const drawn = drawnOf(rules, components);
  const componentIds = idsOf(components, drawn.components, OF_COMPONENTS);
  const ruleIds = idsOf(rules, drawn.rules, OF_RULES);
  const leaves = new Map<string, readonly string[]>([
    ...targets.map((name): [string, string[]] => [name, [`target ${name}`]]),
    ...[...Map.groupBy(components, ({ service_id }) => service_id)].map(([id, same]): [string, string[]] => [
      id,
      same.map((each) => componentIds.get(each) ?? ''),
    ]),
  ]);
  const places = Map.groupBy(drawn.rules, placeOf);
  const nodes: readonly GraphPart[] = [
    ...(rules.length === 0 ? [] : [gatewayPart(topology)]),
    ...[...places].map(([id, same]) => placePart(id, same)),
    ...drawn.rules.map(rulePart),
    ...groups(rules, ruleIds, OF_RULES),
    ...drawn.components.map(componentPart),
    ...groups(components, componentIds, OF_COMPONENTS),
    ...targets.map((name) => targetPart(name, rules)),
  ];
  return { nodes, edges: edgesOf(topology, { places, ruleIds, leaves, componentIds }) };
}

function isReady({ ready }: Rule): boolean {
  return ready !== 'False';
}

/** Names that rules lead to, and no component has. */
function targetsOf(rules: readonly Rule[], components: readonly Component[]): readonly string[] {
  const known = new Set(components.map(({ service_id }) => service_id));
  return [...new Set(rules.map(({ service_id }) => service_id).filter((id) => !known.has(id)))].slice(
    0,
    MOST_DRAWN,
  );
}

/** The rules and the components that are drawn one by one. */
function drawnOf(
  rules: readonly Rule[],
  components: readonly Component[],
): { readonly rules: readonly Rule[]; readonly components: readonly Component[] } {
  if (rules.length <= MOST_DRAWN && components.length <= MOST_DRAWN) {
    return { rules, components };
  }
  const drawnRules = rules.filter((rule) => !isReady(rule)).slice(0, MOST_DRAWN);
  const touched = new Set(drawnRules.map(({ service_id }) => service_id));
  const troubled = components.filter((each) => !isWell(each));
  const beside = components.filter((each) => isWell(each) && touched.has(each.service_id));
  return { rules: drawnRules, components: [...troubled, ...beside].slice(0, MOST_DRAWN) };
}

/** Way in which objects of a kind become nodes. */
interface Naming<T> {
  readonly kind: 'rules' | 'components';
  /** Id of the node of one that is drawn. */
  readonly own: (each: T) => string;
  readonly isWell: (each: T) => boolean;
  readonly tell: (each: T) => readonly [name: string, health: Health];
}

const OF_RULES: Naming<Rule> = {
  kind: 'rules',
  own: ruleNode,
  isWell: isReady,
  tell: (rule) => [rule.name, healthOfRule(rule)],
};

const OF_COMPONENTS: Naming<Component> = {
  kind: 'components',
  own: componentNode,
  isWell,
  tell: ({ name, state }) => [name, fareOfState(state)[0]],
};

/** Ids of the nodes of all objects: their own where they are drawn, else that of a node of many. */
function idsOf<T>(all: readonly T[], drawn: readonly T[], naming: Naming<T>): ReadonlyMap<T, string> {
  const alone = new Set(drawn);
  return new Map(
    all.map((each) => [
      each,
      alone.has(each) ? naming.own(each) : groupId(naming.kind, !naming.isWell(each)),
    ]),
  );
}

function groupId(kind: 'rules' | 'components', isTroubled: boolean): string {
  return `${kind} ${isTroubled ? 'troubled' : 'well'}`;
}

/** Nodes of many: those without trouble, and those for which there is no room. */
function groups<T>(
  all: readonly T[],
  ids: ReadonlyMap<T, string>,
  { kind, tell }: Naming<T>,
): readonly GraphPart[] {
  return [false, true].flatMap((isTroubled) => {
    const id = groupId(kind, isTroubled);
    const told = all.filter((each) => ids.get(each) === id).map(tell);
    const health = worstOf(told.map(([, each]) => each));
    return told.length === 0 ? [] : [{ kind, id, names: told.map(([name]) => name), isTroubled, health }];
  });
}

/** The gateway, which is well where it serves a rule; a rule that is broken says nothing about it. */
function gatewayPart({ gateway, rules, missing }: Drawn): GraphPart {
  const isRead = missing.every(({ part }) => part !== 'gateway');
  const isWell = isRead && rules.some(({ ready }) => ready === 'True');
  return { kind: 'gateway', id: GATEWAY, gateway, isRead, health: isWell ? 'good' : 'off' };
}

function placeOf({ protocol, host, port, path }: Rule): string {
  return `place ${protocol} ${host}:${port}${path}`;
}

function placePart(id: string, [first, ...others]: readonly Rule[]): GraphPart {
  const { host = '', path = '', port = 0 } = first ?? {};
  const all = first === undefined ? [] : [first, ...others];
  return {
    kind: 'place',
    id,
    host,
    path,
    port,
    health: worstOf(all.map(healthOfRule)),
  };
}

function rulePart(rule: Rule): GraphPart {
  return { kind: 'rule', id: ruleNode(rule), rule, health: healthOfRule(rule) };
}

function componentPart(component: Component): GraphPart {
  return {
    kind: 'component',
    id: componentNode(component),
    component,
    health: fareOfState(component.state)[0],
  };
}

function targetPart(name: string, rules: readonly Rule[]): GraphPart {
  const isServed = rules.some(({ service_id, ready }) => service_id === name && ready === 'True');
  return { kind: 'target', id: `target ${name}`, name, health: isServed ? 'good' : 'bad' };
}

/** Nodes that the edges of an application join. */
interface Ends {
  readonly places: ReadonlyMap<string, readonly Rule[]>;
  readonly ruleIds: ReadonlyMap<Rule, string>;
  /** Nodes that a rule for a name leads to. */
  readonly leaves: ReadonlyMap<string, readonly string[]>;
  readonly componentIds: ReadonlyMap<Component, string>;
}

function edgesOf({ rules, components }: Pick<Topology, 'rules' | 'components'>, ends: Ends): GraphEdge[] {
  const { places, ruleIds, leaves, componentIds } = ends;
  const found = new Map<string, GraphEdge>();
  const join = (edge: Omit<GraphEdge, 'id'>) => {
    const id = `${edge.from} → ${edge.to}`;
    const other = found.get(id);
    if (edge.from !== edge.to) {
      found.set(id, { ...edge, id, health: worstOf([edge.health, ...(other ? [other.health] : [])]) });
    }
  };
  for (const [id, same] of places) {
    join({
      from: GATEWAY,
      to: id,
      kind: 'requests',
      health: worstOf(same.map(healthOfRule)),
    });
  }
  for (const rule of rules) {
    const [id = '', health] = [ruleIds.get(rule), healthOfRule(rule)];
    const isAlone = id === ruleNode(rule);
    join({ from: isAlone ? placeOf(rule) : GATEWAY, to: id, kind: 'requests', health });
    for (const to of leaves.get(rule.service_id) ?? []) {
      join({ from: id, to, kind: 'requests', health, ...(isAlone && { rule: rule.rule_id }) });
    }
  }
  for (const component of components) {
    for (const to of component.depends_on.flatMap((id) => leaves.get(id) ?? [])) {
      join({ from: componentIds.get(component) ?? '', to, kind: 'dependency', health: 'off' });
    }
  }
  return [...found.values()];
}
