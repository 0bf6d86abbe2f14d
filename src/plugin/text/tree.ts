import { rendered, type Span, span } from './line.ts';
import type { Look, Tone } from './look.ts';
import { widthOf, wrapped } from './measure.ts';

/** A line of a tree, with notes and children below it. */
export interface TreeNode {
  readonly line: readonly Span[];
  /** Text after the line, wrapped beside it. */
  readonly text?: string;
  /** Texts below the line, wrapped to the width; a line is cut. */
  readonly notes?: readonly { readonly text: string; readonly tone: Tone }[];
  readonly children?: readonly TreeNode[];
}

/** Least columns of a text, at any depth. */
const LEAST_TEXT = 20;

/** Lines of a tree. Pure. */
export function drawTree(root: TreeNode, look: Look): string[] {
  return drawNode(root, { first: '', rest: '' }, look);
}

/** Texts before the first line of a node and before its other lines. */
interface Prefix {
  readonly first: string;
  readonly rest: string;
}

function drawNode(node: TreeNode, { first, rest }: Prefix, look: Look): string[] {
  const { line, text = '', notes = [], children = [] } = node;
  const { branch, last, pipe, gap } = look.glyphs;
  const indent = line.reduce((sum, each) => sum + widthOf(each.text), 0);
  const [beside = '', ...continued] = wrappedTo(text, rest.length + indent, look);
  const below = rest + (children.length > 0 ? pipe : gap);
  return [
    rendered([span(first, 'faint'), ...line, span(beside)], look),
    ...continued.map((each) =>
      rendered([span(rest.padEnd(rest.length + indent), 'faint'), span(each)], look),
    ),
    ...notes.flatMap((note) =>
      wrappedTo(note.text, below.length, look).map((each) =>
        rendered([span(below, 'faint'), span(each, note.tone)], look),
      ),
    ),
    ...children.flatMap((child, index) => {
      const isLast = index === children.length - 1;
      const prefix = { first: rest + (isLast ? last : branch), rest: rest + (isLast ? gap : pipe) };
      return drawNode(child, prefix, look);
    }),
  ];
}

function wrappedTo(text: string, taken: number, { width }: Look): string[] {
  return width === undefined ? [text] : wrapped(text, Math.max(LEAST_TEXT, width - taken));
}
