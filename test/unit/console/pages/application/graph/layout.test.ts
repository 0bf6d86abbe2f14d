import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Component, Rule } from '../../../../../../src/console/api/types.ts';
import { buildGraph, MOST_DRAWN } from '../../../../../../src/console/pages/application/graph/build.ts';
import { layOut } from '../../../../../../src/console/pages/application/graph/layout.ts';
import type { Graph, GraphNode } from '../../../../../../src/console/pages/application/graph/shape.ts';
import { someComponent, someRule, someTopology } from '../../../topology.ts';

const id = fc.integer({ min: 0, max: 30 }).map((n) => `c${n}`);
const ready = fc.constantFrom('True', 'False', 'Unknown');
const rules = fc
  .array(
    fc.record({
      service_id: id,
      ready,
      host: fc.constantFrom('a', 'b', 'c'),
      path: fc.constantFrom('/', '/x'),
    }),
    {
      maxLength: 300,
    },
  )
  .map((all) => all.map((each, at) => someRule({ ...each, rule_id: `r${at}`, name: `rule-${at}` })));
const components = fc
  .array(
    fc.record({
      service_id: id,
      state: fc.constantFrom('running', 'abnormal', 'closed', 'some_abnormal', 'starting'),
      depends_on: fc.array(id, { maxLength: 3 }),
    }),
    { maxLength: 200 },
  )
  .map((all) => all.map((each, at) => someComponent({ ...each, name: `name-${at}`, workload: `w${at}` })));

function drawn(given: {
  readonly rules: readonly Rule[];
  readonly components: readonly Component[];
}): Graph<GraphNode> {
  return layOut(buildGraph(someTopology({ rules: [...given.rules], components: [...given.components] })));
}

/** Names of the objects of a kind that a graph shows, alone or in a node of many. */
function shown({ nodes }: Graph<GraphNode>, kind: 'rule' | 'component'): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === `${kind}s` && 'names' in node) {
      return node.names;
    }
    if (node.kind === 'rule' && kind === 'rule') {
      return [node.rule.name];
    }
    return node.kind === 'component' && kind === 'component' ? [node.component.name] : [];
  });
}

it('a graph shows each rule and each component once', () => {
  fc.assert(
    fc.property(rules, components, (someRules, someComponents) => {
      const graph = drawn({ rules: someRules, components: someComponents });
      expect(shown(graph, 'rule').toSorted()).toEqual(someRules.map(({ name }) => name).toSorted());
      expect(shown(graph, 'component').toSorted()).toEqual(someComponents.map(({ name }) => name).toSorted());
      expect(new Set(graph.nodes.map((node) => node.id)).size).toBe(graph.nodes.length);
    }),
  );
});

it('an edge joins two nodes of the graph, once', () => {
  fc.assert(
    fc.property(rules, components, (someRules, someComponents) => {
      const { nodes, edges } = drawn({ rules: someRules, components: someComponents });
      const ids = new Set(nodes.map((node) => node.id));
      expect(edges.filter(({ from, to }) => !(ids.has(from) && ids.has(to)))).toEqual([]);
      expect(new Set(edges.map((edge) => edge.id)).size).toBe(edges.length);
    }),
  );
});

it('nodes do not overlap, and start at the top', () => {
  fc.assert(
    fc.property(rules, components, (someRules, someComponents) => {
      const { nodes } = drawn({ rules: someRules, components: someComponents });
      for (const same of Map.groupBy(nodes, ({ x }) => x).values()) {
        const sorted = same.toSorted((a, b) => a.y - b.y);
        for (const [at, { y, height }] of sorted.entries()) {
          expect((sorted[at + 1]?.y ?? Number.POSITIVE_INFINITY) - y).toBeGreaterThan(height);
        }
      }
      expect(nodes.length === 0 ? 0 : Math.min(...nodes.map(({ y }) => y))).toBe(0);
    }),
  );
});

it('beyond what one can look at, what is well becomes one node, and what is not stays alone', () => {
  const many = Array.from({ length: 400 }, (_, at) =>
    someComponent({ service_id: `c${at}`, name: `c${at}`, state: at === 7 ? 'abnormal' : 'running' }),
  );
  const manyRules = many.map(({ service_id }, at) =>
    someRule({ rule_id: `r${at}`, name: `r${at}`, service_id, ready: at === 9 ? 'False' : 'True' }),
  );
  const { nodes } = drawn({ rules: manyRules, components: many });
  expect(nodes.map((node) => node.id).toSorted()).toEqual([
    'component Deployment/c7',
    'component Deployment/c9',
    'components well',
    'gateway',
    'place http a.example.com:80/',
    'rule r9',
    'rules well',
  ]);
  const broken = many.map((each) => ({ ...each, state: 'abnormal' as const }));
  expect(drawn({ rules: [], components: broken }).nodes).toHaveLength(MOST_DRAWN + 1);
});

it('a rule for a name that no component has leads to a node that says so', () => {
  const { nodes, edges } = drawn({
    rules: [someRule({ service_id: 'gone', ready: 'False' })],
    components: [],
  });
  expect(nodes.find(({ kind }) => kind === 'target')).toMatchObject({ name: 'gone', health: 'bad' });
  expect(edges.map(({ to }) => to)).toContain('target gone');
});

it('the gateway is well where it serves a rule, and what uses a node of many stays beside it', () => {
  const gatewayOf = (rules: readonly Rule[]) =>
    drawn({ rules, components: [] }).nodes.find(({ kind }) => kind === 'gateway')?.health;
  expect(gatewayOf([someRule(), someRule({ rule_id: 'r2', ready: 'False' })])).toBe('good');
  expect(gatewayOf([someRule({ ready: 'Unknown' }), someRule({ rule_id: 'r2', ready: 'False' })])).toBe(
    'off',
  );
  const hidden = someTopology({ rules: [someRule()], missing: [{ part: 'gateway', why: 'forbidden' }] });
  expect(buildGraph(hidden).nodes[0]).toMatchObject({ kind: 'gateway', isRead: false, health: 'off' });
  const many = Array.from({ length: 200 }, (_, at) =>
    someComponent({ service_id: `c${at}`, state: at === 0 ? 'abnormal' : 'running', depends_on: ['c1'] }),
  );
  expect(new Set(drawn({ rules: [], components: many }).nodes.map(({ x }) => x))).toEqual(new Set([0]));
});

it('components stand right of those that use them, also in a circle', () => {
  const chain = [
    someComponent({ service_id: 'front', depends_on: ['back'] }),
    someComponent({ service_id: 'back', depends_on: ['db'] }),
    someComponent({ service_id: 'db' }),
  ];
  const xOf = ({ nodes }: Graph<GraphNode>, name: string) =>
    nodes.find((node) => node.id === `component Deployment/${name}`)?.x ?? -1;
  const graph = drawn({ rules: [], components: chain });
  expect(xOf(graph, 'front')).toBeLessThan(xOf(graph, 'back'));
  expect(xOf(graph, 'back')).toBeLessThan(xOf(graph, 'db'));
  const circle = [chain[0], chain[1], someComponent({ service_id: 'db', depends_on: ['front'] })];
  expect(drawn({ rules: [], components: circle.filter((each) => each !== undefined) }).nodes).toHaveLength(3);
});

it('500 components and 1,000 rules take no more than a frame or two', () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    someComponent({ service_id: `c${at}`, name: `c${at}`, depends_on: [`c${(at * 7) % 500}`] }),
  );
  const manyRules = Array.from({ length: 1000 }, (_, at) =>
    someRule({ rule_id: `r${at}`, name: `r${at}`, service_id: `c${at % 500}`, host: `h${at}.example.com` }),
  );
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    drawn({ rules: manyRules, components: many });
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(30);
});
