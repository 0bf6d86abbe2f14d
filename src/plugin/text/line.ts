import { visible } from '../../base/visible.ts';
import { type Look, plain, type Tone } from './look.ts';
import { cut, widthOf } from './measure.ts';

/** A piece of a line with one tone. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** Creates a span; plain unless a tone is given. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone };
}

/**
 * Text of a line, painted and cut to the look's width. Everything that is printed passes here, or is JSON: of the
 * characters that a terminal acts on, the text has those of the look's colours and no others.
 */
export function rendered(line: readonly Span[], { width, glyphs, paint }: Look): string {
  const harmless = line.map(({ text, tone }) => span(visible(text), tone));
  const fitting = width === undefined ? harmless : fitted(harmless, width, glyphs.ellipsis);
  return fitting
    .map(({ text, tone }) => (text === '' ? '' : paint(tone, text)))
    .join('')
    .trimEnd();
}

/** A text as one line without colours, of any width. */
export function plainLine(text: string): string {
  return rendered([span(text)], plain(undefined));
}

/** The spans that fit, the last of them cut. */
function fitted(line: readonly Span[], width: number, ellipsis: string): readonly Span[] {
  if (widthOf(line.map(({ text }) => text).join('')) <= width) {
    return line;
  }
  const taken: Span[] = [];
  let room = width - widthOf(ellipsis);
  for (const each of line) {
    const text = cut(each.text, room, '');
    taken.push({ ...each, text });
    room -= widthOf(text);
    if (text !== each.text) {
      break;
    }
  }
  return [...taken, span(cut(ellipsis, width, ''), 'faint')];
}
