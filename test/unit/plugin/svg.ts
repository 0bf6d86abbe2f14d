/** Pixels of a character cell, and of the border around all. */
const CELL = { width: 8.4, height: 18 };
const BORDER = 14;

/** What the colours of a terminal are in the picture, by their SGR codes. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'font-weight="bold"',
  2: 'opacity="0.6"',
  31: 'fill="#f07178"',
  32: 'fill="#a5d66f"',
  33: 'fill="#f5c46b"',
};

/** Lines as a terminal of so many columns shows them, as a picture; `title` is for who cannot see it. */
export function terminalSvg(title: string, lines: readonly string[], columns: number): string {
  const [width, height] = [columns * CELL.width + 2 * BORDER, lines.length * CELL.height + 2 * BORDER];
  const texts = lines.map((line, index) => {
    const y = BORDER + CELL.height * (index + 0.75);
    return `<text x="${BORDER}" y="${y}" xml:space="preserve">${spans(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#1f2430"/>`,
    `<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#d9d7ce">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Each styled piece of a line begins with its code and ends with a reset, as styleText writes them. */
function spans(line: string): string {
  return line
    .split('\x1b[')
    .map((part, index) => {
      const [, code = '', text = ''] = index === 0 ? [part, '', part] : (/^(\d+)m(.*)$/s.exec(part) ?? []);
      const style = STYLES[code];
      return style === undefined ? escaped(text) : `<tspan ${style}>${escaped(text)}</tspan>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
