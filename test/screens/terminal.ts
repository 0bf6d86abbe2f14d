import { widthOf } from '../../src/plugin/text/measure.ts';
import { CELL, GLYPHS, glyphPath } from './glyph.ts';
import { COLOURS, escaped, px, svg } from './svg.ts';

/** Pixels of the border. */
const BORDER = 14;

/** Style of a piece of a line. */
interface Style {
  readonly colour: string;
  readonly bold?: boolean;
}

const PLAIN: Style = { colour: COLOURS.text };

/** Styles by their SGR codes. */
const STYLES: Readonly<Record<string, Style>> = {
  1: { colour: COLOURS.text, bold: true },
  2: { colour: COLOURS.faint },
  31: { colour: COLOURS.red },
  32: { colour: COLOURS.green },
  33: { colour: COLOURS.yellow },
};

/** A drawn character, or words with single spaces between them. */
const PIECE = new RegExp(`[${GLYPHS}]|[^\\s${GLYPHS}]+(?: [^\\s${GLYPHS}]+)*`, 'g');

/** Picture of a program's output in a terminal with so many columns. Pure. */
export function terminalSvg(title: string, lines: readonly string[], columns: number): string {
  const [width, height] = [columns * CELL.width + 2 * BORDER, lines.length * CELL.height + 2 * BORDER];
  return svg(title, width, height, [
    '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
    ...lines.flatMap((line, row) => lineOf(line, BORDER + CELL.height * row)),
    '</g>',
  ]);
}

/** Elements of one line. Each styled piece begins with its code and ends with a reset, as styleText writes them. */
function lineOf(line: string, top: number): string[] {
  const drawn: string[] = [];
  let column = 0;
  for (const [index, part] of line.split('\x1b[').entries()) {
    const [, code = '', text = ''] = index === 0 ? [part, '', part] : (/^(\d+)m(.*)$/s.exec(part) ?? []);
    for (const { 0: piece, index: at } of text.matchAll(PIECE)) {
      const left = BORDER + CELL.width * (column + widthOf(text.slice(0, at)));
      drawn.push(pieceAt(piece, left, top, STYLES[code] ?? PLAIN));
    }
    column += widthOf(text);
  }
  return drawn;
}

/** Elements of a piece. Words have the width of their columns in every font. */
function pieceAt(piece: string, left: number, top: number, { colour, bold = false }: Style): string {
  if (GLYPHS.includes(piece)) {
    return `<path transform="translate(${px(left)} ${px(top)})" ${glyphPath(piece, colour)}/>`;
  }
  const length = px(CELL.width * widthOf(piece));
  const weight = bold ? ' font-weight="bold"' : '';
  const place = `x="${px(left)}" y="${px(top + 0.75 * CELL.height)}" textLength="${length}"`;
  return `<text ${place} fill="${colour}"${weight}>${escaped(piece)}</text>`;
}
