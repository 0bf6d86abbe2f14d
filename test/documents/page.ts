/** A fenced block of a Markdown page. */
export interface Block {
  /** Info string of the opening fence, such as `sh`. */
  readonly language: string;
  readonly text: string;
  /** Line of the page on which its text begins, from 1. */
  readonly line: number;
  /** Anchor of the heading above it; empty before the first. */
  readonly section: string;
  /** Whether only blank lines separate it from the block before. */
  readonly follows: boolean;
}

/** The parts of a Markdown page that tests read. */
export interface Page {
  readonly blocks: readonly Block[];
  /** Anchors of its headings, as in links. */
  readonly anchors: readonly string[];
  /** Targets of its links and pictures. */
  readonly links: readonly string[];
  /** Numbers of the indented lines that Markdown renders as code, from 1. */
  readonly indented: readonly number[];
}

interface Line {
  readonly text: string;
  readonly number: number;
}

const FENCE = /^ *```(\S*)\s*$/;

/** Parses a page. Pure. */
export function readPage(markdown: string): Page {
  const blocks: Block[] = [];
  const prose: Line[] = [];
  const anchors: string[] = [];
  const lines = markdown.split('\n').map((text, index) => ({ text, number: index + 1 }));
  let between: readonly Line[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as Line;
    const [, language] = FENCE.exec(line.text) ?? [];
    if (language === undefined) {
      anchors.push(...anchorsOf(line.text, anchors));
      between = [...between, line];
      prose.push(line);
    } else {
      const end = lines.findIndex(({ text, number }) => number > line.number && FENCE.test(text));
      const text = lines.slice(index + 1, end).map((each) => each.text);
      blocks.push({
        language,
        text: text.join('\n'),
        line: line.number + 1,
        section: anchors.at(-1) ?? '',
        follows: blocks.length > 0 && between.every((each) => each.text.trim() === ''),
      });
      between = [];
      index = end;
    }
  }
  return { blocks, anchors, links: linksIn(prose), indented: indentedIn(prose) };
}

/** The anchor of a heading, as on GitHub; a repeated text gets a number. */
function anchorsOf(line: string, before: readonly string[]): string[] {
  const [, title] = /^#{1,6} (.+)$/.exec(line) ?? [];
  if (title === undefined) {
    return [];
  }
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '');
  const anchor = plain.trim().replaceAll(' ', '-');
  const same = before.filter((each) => each.replace(/-\d+$/, '') === anchor).length;
  return [same === 0 ? anchor : `${anchor}-${same}`];
}

function linksIn(lines: readonly Line[]): string[] {
  const text = lines.map((line) => line.text.replace(/`[^`]*`/g, '')).join('\n');
  return [
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
    ...[...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, target = '']) => target),
  ];
}

/** Indented lines after a blank one; within a list they continue its item. */
function indentedIn(lines: readonly Line[]): number[] {
  return lines
    .filter(({ text }, index) => /^ {4}\S/.test(text) && lines[index - 1]?.text.trim() === '')
    .map(({ number }) => number);
}
