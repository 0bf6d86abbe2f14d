import { expect, it } from 'vitest';
import { flowOf } from '../../../../../src/console/pages/application/flow.ts';
import { buildGraph } from '../../../../../src/console/pages/application/graph/build.ts';
import { layOut } from '../../../../../src/console/pages/application/graph/layout.ts';
import { someComponent, someRule, someTopology } from '../../topology.ts';

const rules = [someRule(), someRule({ rule_id: 'r2', name: 'other' })];
const graph = layOut(buildGraph(someTopology({ rules, components: [someComponent()] })));

function labels(ofRules: ReadonlyMap<string, { readonly requests: number }>): unknown[] {
  const { edges } = flowOf(graph, { ofComponents: new Map(), ofRules, error: undefined });
  return edges.filter(({ target }) => target.startsWith('component ')).map(({ label }) => label);
}

it('all lines to components have figures, or none has', () => {
  expect(labels(new Map([['r1', { requests: 0 }]]))).toEqual(['0/s', '–/s']);
  expect(labels(new Map())).toEqual([undefined, undefined]);
});
