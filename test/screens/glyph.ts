/** Pixels of a character cell. */
export const CELL = { width: 8.4, height: 18 };

/** Strokes of a cell, for line-drawing characters. */
const STROKES: Readonly<Record<string, string>> = {
  '├': 'M4.2 0V18M4.2 9H8.4',
  '└': 'M4.2 0V9H8.4',
  '│': 'M4.2 0V18',
  '─': 'M0 9H8.4',
  '→': 'M.5 9H7.5M4.5 6L7.5 9L4.5 12',
  '✖': 'M1.2 6L7.2 12M7.2 6L1.2 12',
  '○': 'M1 9a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0 1 1 -6.4 0',
};

/** Filled parts of a cell. */
const FILLED: Readonly<Record<string, string>> = {
  '●': 'M.7 9a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1 -7 0',
  '◐': 'M4.2 5.5a3.5 3.5 0 0 0 0 7zM4.2 5.5a3.5 3.5 0 0 1 0 7v-1a2.5 2.5 0 0 0 0 -5z',
  ...Object.fromEntries([...'▁▂▃▄▅▆▇█'].map((bar, index) => [bar, `M.5 16h7.4v-${2 * (index + 1)}h-7.4z`])),
};

/** The drawn characters; some fonts lack them. */
export const GLYPHS = [...Object.keys(STROKES), ...Object.keys(FILLED)].join('');

/** The path attributes of a character, from the upper left corner of its cell. */
export function glyphPath(glyph: string, colour: string): string {
  const strokes = STROKES[glyph];
  return strokes === undefined
    ? `d="${FILLED[glyph] ?? ''}" fill="${colour}"`
    : `d="${strokes}" fill="none" stroke="${colour}"`;
}
