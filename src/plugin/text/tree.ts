import { rendered, type Span, span } from './line.ts';
import type { Look, Tone } from './look.ts';
import { widthOf, wrapped } from './measure.ts';

/** A thing, what is said of it below its line, and what belongs to it. */
export interface TreeNode {
  readonly line: readonly Span[];
  /** Goes on after the line, wrapped beside it. */
  readonly text?: string;
  /** Texts that are wrapped to the width, unlike lines, which are cut. */
  readonly notes?: readonly { readonly text: string; readonly tone: Tone }[];
  readonly children?: readonly TreeNode[];
}

/** Columns that a text gets however deep it stands. */
const LEAST_TEXT = 20;

/** A tree as lines. */
export function drawTree(root: TreeNode, look: Look): string[] {
  return drawNode(root, { first: '', rest: '' }, look);
}

/** What stands before the first line of a node, and before all others. */
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
