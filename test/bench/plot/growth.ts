import { escaped } from '../../screens/svg.ts';
import { STYLE } from './style.ts';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [1000, 420, 60, 640, 64, 376];

/** Range of the axis of costs, as multiples of the cost in the first row. */
const [LEAST, MOST] = [1 / 4, 128];

const COLORS = ['#0969da', '#bc4c00', '#1a7f37', '#8250df', '#bf3989', '#9a6700', '#57606a'];

/** Costs by the number of rules. */
export interface Growth {
  readonly sizes: readonly number[];
  readonly costs: readonly Cost[];
}

interface Cost {
  readonly name: string;
  /** Values at the sizes, in the same order. */
  readonly values: readonly number[];
}

/** The table of growth of a Markdown document, which is the one whose first column is `rules`. Throws without one. */
export function growthOf(markdown: string): Growth {
  const lines = markdown.split('\n');
  const first = lines.findIndex((line) => /^\| rules +\|/.test(line));
  const [heads = [], , ...rows] = lines.slice(first, endOf(lines, first)).map(cellsOf);
  if (first === -1 || rows.length === 0) {
    throw new Error('docs/performance.md has no table of growth');
  }
  const column = (index: number) => rows.map((row) => Number(row[index]?.replaceAll(',', '')));
  const costs = heads.map((name, index) => ({ name, values: column(index) }));
  return { sizes: column(0), costs: costs.slice(1) };
}

function endOf(lines: readonly string[], first: number): number {
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  return end === -1 ? lines.length : end;
}

function cellsOf(line: string): string[] {
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.slice(1, -1);
}

/** Picture of growth: each cost as a multiple of that with the fewest rules, beside the line of the rules themselves. */
export function growthPlotOf({ sizes, costs }: Growth): string {
  const x = scale(sizes[0] ?? 1, sizes.at(-1) ?? 1, LEFT, RIGHT);
  const y = scale(LEAST, MOST, BOTTOM, TOP);
  const line = (values: readonly number[]) =>
    values.map((value, index) => `${x(sizes[index] ?? 0)},${y(value / (values[0] || 1))}`).join(' ');
  const ticks = sizes.map(
    (size) =>
      `<line class="grid" x1="${x(size)}" x2="${x(size)}" y1="${TOP}" y2="${BOTTOM}"/>` +
      `<text class="tick" x="${x(size)}" y="${BOTTOM + 18}" text-anchor="middle">${size.toLocaleString('en-US')}</text>`,
  );
  const multiples = [1, 10, 100].map(
    (multiple) =>
      `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y(multiple)}" y2="${y(multiple)}"/>` +
      `<text class="tick" x="${LEFT - 8}" y="${y(multiple) + 4}" text-anchor="end">${multiple} ×</text>`,
  );
  const drawn = costs.map(({ name, values }, index) => {
    const color = COLORS[index % COLORS.length];
    const at = TOP + 22 * index + 12;
    return (
      `<polyline points="${line(values)}" fill="none" stroke="${color}" stroke-width="2"/>` +
      `<line x1="${RIGHT + 20}" x2="${RIGHT + 40}" y1="${at - 4}" y2="${at - 4}" stroke="${color}" stroke-width="3"/>` +
      `<text x="${RIGHT + 48}" y="${at}">${escaped(`${name}: ${values[0]} to ${values.at(-1)}`)}</text>`
    );
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    '<title>Growth: costs by the number of rules</title>',
    `<style>${STYLE}\n</style>`,
    '<text class="title" x="12" y="24">Growth</text>',
    '<text class="note" x="12" y="42">each cost as a multiple of that with the fewest rules; dashed: the number of rules itself</text>',
    ...ticks,
    ...multiples,
    `<polyline class="bar" points="${line(sizes)}" fill="none" stroke-dasharray="4 4"/>`,
    ...drawn,
    '</svg>',
  ].join('\n')}\n`;
}

/** Position on a logarithmic axis from `least` at `from` to `most` at `to`; values beyond it are drawn at its end. */
function scale(least: number, most: number, from: number, to: number): (value: number) => number {
  return (value) => {
    const inside = Math.min(most, Math.max(least, value));
    return Math.round(from + (Math.log(inside / least) / Math.log(most / least)) * (to - from));
  };
}
