import stringWidth from 'string-width';
import { visible } from '../../base/visible.ts';

/** Columns of a text on a terminal, as it is shown; many East Asian characters take two. */
export function widthOf(text: string): number {
  return stringWidth(visible(text));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text cut to `width` columns; a longer one ends with `ellipsis`, as far as that fits. */
export function cut(text: string, width: number, ellipsis: string): string {
  return widthOf(text) <= width
    ? text
    : beginning(text, width - widthOf(ellipsis)) + beginning(ellipsis, width);
}

/** The leading graphemes that fit into `width` columns. */
function beginning(text: string, width: number): string {
  let [taken, columns] = ['', 0];
  for (const { segment } of graphemes.segment(text)) {
    columns += widthOf(segment);
    if (columns > width) {
      return taken;
    }
    taken += segment;
  }
  return taken;
}

/** A text padded with spaces to `width` columns. */
export function padded(text: string, width: number, side: 'after' | 'before' = 'after'): string {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'after' ? text + spaces : spaces + text;
}

/** A text in lines of at most `width` columns, broken at spaces; a longer word is broken where it must be. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = visible(text).split(' ');
  for (const word of words.flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function pieces(word: string, width: number): string[] {
  const first = beginning(word, width);
  // A grapheme wider than the line takes a line of its own.
  const taken =
    first === '' ? (graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '') : first;
  return taken.length >= word.length ? [word] : [taken, ...pieces(word.slice(taken.length), width)];
}
