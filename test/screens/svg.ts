/** Colors of all pictures. */
export const COLOURS = {
  ground: '#1f2430',
  panel: '#272d3a',
  line: '#3d4454',
  text: '#d9d7ce',
  faint: '#8a91a0',
  red: '#f07178',
  green: '#a5d66f',
  yellow: '#f5c46b',
} as const;

/** A complete picture; `title` is its text alternative. */
export function svg(title: string, width: number, height: number, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${COLOURS.ground}"/>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

/** Escaped text of a picture. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A number of pixels, rounded to visible digits. */
export function px(value: number): string {
  return String(Number(value.toFixed(1)));
}
