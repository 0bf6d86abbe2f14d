import { COLOURS, escaped, px, svg } from './svg.ts';

/** A line of a graph. */
export interface Series {
  readonly name: string;
  /** Unix seconds and values, the oldest first. */
  readonly points: readonly (readonly [number, number])[];
}

/** A panel with the results of its queries. */
export interface Graph {
  readonly title: string;
  /** Unit name of Grafana. */
  readonly unit: string;
  readonly series: readonly Series[];
}

/** Time span of all graphs, in seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Pixels of a panel, the space around it, its title, its legend, and the space left of the lines. */
const PANEL = { width: 520, height: 210, gap: 12 };
const MARGIN = { top: 34, bottom: 46, left: 64, right: 14 };
const HEADER = 58;

const LINES = ['#f5c46b', '#5ccfe6', '#a5d66f', '#f07178', '#d4a3ff', '#ffae57', '#95e6cb', '#8a91a0'];

/** Maximum number of characters of a legend. */
const LEGEND = 72;

/** The graphs of a dashboard, two per row; `note` describes the picture. Pure. */
export function dashboardSvg(title: string, note: string, graphs: readonly Graph[], span: Span): string {
  const rows = Math.ceil(graphs.length / 2);
  const width = 2 * PANEL.width + 3 * PANEL.gap;
  const height = HEADER + rows * (PANEL.height + PANEL.gap);
  const panels = graphs.flatMap((graph, index) => {
    const x = PANEL.gap + (index % 2) * (PANEL.width + PANEL.gap);
    const y = HEADER + Math.floor(index / 2) * (PANEL.height + PANEL.gap);
    return [`<g transform="translate(${x} ${y})">`, ...panelOf(graph, span), '</g>'];
  });
  return svg(title, width, height, [
    `<g font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="11" fill="${COLOURS.faint}">`,
    `<text x="${PANEL.gap}" y="26" font-size="16" fill="${COLOURS.text}">${escaped(title)}</text>`,
    `<text x="${PANEL.gap}" y="44">${escaped(note)}</text>`,
    ...panels,
    '</g>',
  ]);
}

function panelOf({ title, unit, series }: Graph, span: Span): string[] {
  const most = Math.max(0, ...series.flatMap(({ points }) => points.map(([, value]) => value)));
  const top = most === 0 ? 1 : most;
  const [bottom, right] = [PANEL.height - MARGIN.bottom, PANEL.width - MARGIN.right];
  return [
    `<rect width="${PANEL.width}" height="${PANEL.height}" rx="4" fill="${COLOURS.panel}"/>`,
    `<text x="12" y="20" font-size="13" fill="${COLOURS.text}">${escaped(title)}</text>`,
    ...[0, 0.5, 1].flatMap((share) => {
      const y = px(bottom - share * (bottom - MARGIN.top));
      return [
        `<path d="M${MARGIN.left} ${y}H${right}" stroke="${COLOURS.line}"/>`,
        `<text x="${MARGIN.left - 6}" y="${y}" dy="4" text-anchor="end">${valueText(share * top, unit)}</text>`,
      ];
    }),
    `<text x="${MARGIN.left}" y="${bottom + 15}">${clock(span.start)}</text>`,
    `<text x="${right}" y="${bottom + 15}" text-anchor="end">${clock(span.end)} UTC</text>`,
    ...series.map((each, index) => lineOf(each, index, span, top)),
    ...(series.length === 0 ? ['<text x="260" y="105" text-anchor="middle">no data</text>'] : []),
    ...legendOf(series),
  ];
}

function lineOf({ points }: Series, index: number, { start, end }: Span, top: number): string {
  const [width, height] = [
    PANEL.width - MARGIN.left - MARGIN.right,
    PANEL.height - MARGIN.top - MARGIN.bottom,
  ];
  const drawn = points.map(([at, value]) => {
    const x = MARGIN.left + (width * (at - start)) / (end - start);
    return `${px(x)},${px(MARGIN.top + height * (1 - value / top))}`;
  });
  return `<polyline points="${drawn.join(' ')}" fill="none" stroke="${colourOf(index)}" stroke-width="1.5"/>`;
}

function colourOf(index: number): string {
  return LINES[index % LINES.length] ?? COLOURS.text;
}

/** The names of as many lines as fit, each in the color of its line. */
function legendOf(series: readonly Series[]): string[] {
  let room = LEGEND;
  const shown = series.filter(({ name }) => {
    room -= name.length + 2;
    return room >= 0;
  });
  const more = series.length - shown.length;
  const names = shown.map(
    ({ name }, index) => `<tspan dx="8" fill="${colourOf(index)}">${escaped(name)}</tspan>`,
  );
  const rest = more > 0 ? `<tspan dx="8">and ${more} more</tspan>` : '';
  return [`<text x="4" y="${PANEL.height - 10}">${names.join('')}${rest}</text>`];
}

/** Hours, minutes and seconds of Unix seconds. */
function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

/** Steps of a unit, the largest first: its size, and the suffix of the number. */
const UNITS: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  s: [
    [1, ' s'],
    [1e-3, ' ms'],
    [1e-6, ' µs'],
  ],
  bytes: [
    [2 ** 30, ' GiB'],
    [2 ** 20, ' MiB'],
    [2 ** 10, ' KiB'],
  ],
  percentunit: [[0.01, ' %']],
  reqps: [[1, ' req/s']],
  ops: [[1, ' /s']],
};

/** A value with its unit, with three digits. */
export function valueText(value: number, unit: string): string {
  const steps = UNITS[unit] ?? [[1, '']];
  const [size, name] = steps.find(([each]) => value >= each) ?? steps.at(-1) ?? [1, ''];
  return value === 0 ? '0' : `${Number((value / size).toPrecision(3))}${name}`;
}
