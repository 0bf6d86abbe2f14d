import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { span } from '../../../../src/plugin/text/line.ts';
import { colourful, plain } from '../../../../src/plugin/text/look.ts';
import { widthOf } from '../../../../src/plugin/text/measure.ts';
import { drawTree, type TreeNode } from '../../../../src/plugin/text/tree.ts';
import { withoutColours } from '../support.ts';
import { anyText } from './arbitrary.ts';

describe('a tree', () => {
  const nodeWith = (children: fc.Arbitrary<TreeNode[]>): fc.Arbitrary<TreeNode> =>
    fc.record({
      line: fc.array(
        anyText.map((text) => span(text)),
        { maxLength: 3 },
      ),
      text: anyText,
      notes: fc.array(
        anyText.map((text) => ({ text, tone: 'bad' as const })),
        { maxLength: 2 },
      ),
      children,
    });
  const upTo = (node: fc.Arbitrary<TreeNode>) => fc.array(node, { maxLength: 2 });
  const node = nodeWith(upTo(nodeWith(upTo(nodeWith(fc.constant([]))))));

  it('stays within its width', () => {
    fc.assert(
      fc.property(node, fc.integer({ min: 10, max: 100 }), (root, width) => {
        for (const line of drawTree(root, plain(width))) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('shows children below their parent', () => {
    const leaf = (text: string): TreeNode => ({ line: [span(text)] });
    const root = {
      line: [span('app')],
      children: [
        { ...leaf('web'), notes: [{ text: 'is late', tone: 'bad' as const }], children: [leaf('rule')] },
        leaf('db'),
      ],
    };
    expect(drawTree(root, plain(80))).toEqual(['app', '|- web', '|  |  is late', '|  `- rule', '`- db']);
    expect(drawTree(root, colourful(80)).map(withoutColours)).toEqual([
      'app',
      '├─ web',
      '│  │  is late',
      '│  └─ rule',
      '└─ db',
    ]);
  });
});
