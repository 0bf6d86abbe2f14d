import type { Block, Page } from './page.ts';

/** A command in a page. */
export interface Command {
  readonly text: string;
  /** Line of the page on which it begins, from 1. */
  readonly line: number;
  /** Anchor of the heading above it. */
  readonly section: string;
  /** Output of the command in the page. */
  readonly shows?: string;
}

/** Languages of the blocks with the output of the preceding command. */
const OUTPUT = ['text', 'json'];

/**
 * The commands of a page, in order: those of its `sh` blocks. A `text` or `json` block directly below such a block has
 * the output of its last command.
 */
export function commandsOf({ blocks }: Page): Command[] {
  return blocks.flatMap((block, index) => {
    if (block.language !== 'sh') {
      return [];
    }
    const commands = commandsIn(block);
    const next = blocks[index + 1];
    const shows = next?.follows && OUTPUT.includes(next.language) ? { shows: next.text } : {};
    return commands.map((each, at) => (at === commands.length - 1 ? { ...each, ...shows } : each));
  });
}

/** Commands of a block. A command ends with its line, unless a quote, a here-document or a backslash continues it. */
function commandsIn({ text, line, section }: Block): Command[] {
  const commands: Command[] = [];
  let open: readonly string[] = [];
  for (const [index, each] of text.split('\n').entries()) {
    open = [...open, each];
    const whole = open.join('\n');
    if (isWhole(whole)) {
      const begin = line + index + 1 - open.length;
      commands.push(...(saysSomething(whole) ? [{ text: whole, line: begin, section }] : []));
      open = [];
    }
  }
  if (open.length > 0) {
    throw new Error(`line ${line + text.split('\n').length - open.length}: the command has no end`);
  }
  return commands;
}

/** Here-documents, quotes, escaped characters and comments, each from start to end. */
const CLOSED = new RegExp(
  [
    /<<-?(['"]?)(\w+)\1.*\n(?:[\s\S]*?\n)??\2(?=\n|$)/,
    /'[^']*'/,
    /"(?:\\[\s\S]|[^"\\])*"/,
    /\\[\s\S]/,
    /(?<=^|\s)#.*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

function isWhole(text: string): boolean {
  return !/['"\\]|<</.test(text.replace(CLOSED, ''));
}

function saysSomething(text: string): boolean {
  return text.replace(/^\s*#.*$/gm, '').trim() !== '';
}

/** A one-line command without its trailing comment. */
export function withoutComment(command: string): string {
  return command.replace(/\s+#.*$/, '');
}
