import { escaped } from '../../screens/svg.ts';
import { STYLE } from './style.ts';
import type { Section } from './table.ts';

const [WIDTH, LEFT, RIGHT, TOP, STEP] = [1000, 470, 790, 64, 24];

/** Range of the axis, as multiples of a bar; values beyond it are drawn at its end. */
const [FROM, TO] = [1 / 32, 32];
const TICKS: readonly (readonly [number, string])[] = [
  [1 / 32, '1/32'],
  [1 / 8, '1/8'],
  [1 / 2, '1/2'],
  [1, 'bar'],
  [2, '2 ×'],
  [8, '8 ×'],
  [32, '32 ×'],
];

const MAX_LABEL = 66;

/** Picture of a section: each figure's median as a multiple of its bar, with minimum and maximum. */
export function plotOf({ title, ratios }: Section): string {
  const height = TOP + STEP * ratios.length + 34;
  const bottom = TOP + STEP * ratios.length;
  const grid = TICKS.map(([value, label]) => {
    const x = at(value);
    const kind = value === 1 ? 'bar' : 'grid';
    return (
      `<line class="${kind}" x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${bottom}"/>` +
      `<text class="tick" x="${x}" y="${bottom + 16}" text-anchor="middle">${label}</text>`
    );
  });
  const rows = ratios.map(({ figure, measured, middle, least, most }, index) => {
    const y = TOP + STEP * index + STEP / 2 - 4;
    return (
      `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${escaped(short(figure))}</text>` +
      `<g class="${middle <= 1 ? 'met' : 'missed'}">` +
      `<line x1="${at(least)}" x2="${at(most)}" y1="${y}" y2="${y}" stroke-width="2"/>` +
      `<circle cx="${at(middle)}" cy="${y}" r="4"/></g>` +
      `<text class="note" x="${RIGHT + 12}" y="${y + 4}">${escaped(measured)}</text>`
    );
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${escaped(title)}: what was measured as a multiple of its bar</title>`,
    `<style>${STYLE}\n</style>`,
    `<text class="title" x="12" y="24">${escaped(title)}</text>`,
    '<text class="note" x="12" y="42">median (least–most) as a multiple of the bar; left of the line it is met</text>',
    ...grid,
    ...rows,
    '</svg>',
  ].join('\n')}\n`;
}

/** Position of a multiple on the logarithmic axis. */
function at(value: number): number {
  const inside = Math.min(TO, Math.max(FROM, value));
  const share = Math.log2(inside / FROM) / Math.log2(TO / FROM);
  return Math.round(LEFT + share * (RIGHT - LEFT));
}

function short(text: string): string {
  return text.length <= MAX_LABEL ? text : `${text.slice(0, MAX_LABEL - 1).trimEnd()}…`;
}
