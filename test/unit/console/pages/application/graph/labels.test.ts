import { expect, it } from 'vitest';
import { buildGraph } from '../../../../../../src/console/pages/application/graph/build.ts';
import { labelsOf } from '../../../../../../src/console/pages/application/graph/labels.ts';
import { someComponent, someRule, someTopology } from '../../../topology.ts';

const { edges } = buildGraph(
  someTopology({
    rules: [someRule(), someRule({ rule_id: 'r2', name: 'other' })],
    components: [someComponent()],
  }),
);

it('the edges of all rules have figures, or none has', () => {
  expect([...labelsOf(edges, new Map([['r1', { requests: 0 }]])).values()]).toEqual(['0/s', '–/s']);
  expect(labelsOf(edges, new Map([['r1', {}]])).size).toBe(0);
});
