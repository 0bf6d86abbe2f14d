import { median, type Row } from './row.ts';

/** A figure that Stoa and the peer have, and the bar of the ratio of the first to the second. */
export interface Figure {
  readonly words: string;
  readonly unit: string;
  readonly digits: number;
  /** Ratio that Stoa may reach at most, or has to reach at least; a figure for comparison has none. */
  readonly bar?: { readonly most: number } | { readonly least: number };
}

/** Row of a figure as a ratio to that of the peer; `pairs` has the value and the peer's in each round. */
export function ratioRow(
  { words, unit, digits, bar }: Figure,
  pairs: readonly (readonly [number, number])[],
): Row {
  const ratios = pairs.map(([stoa, peer]) => stoa / peer);
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const [own, peer] = [0, 1].map((side) => median(pairs.map((pair) => pair[side] ?? 0)).toFixed(digits));
  return {
    figure: `${words}, as a multiple of the peer’s`,
    measured: `${ratio.toFixed(2)} (${range}): ${own} ${unit}, peer ${peer} ${unit}`,
    ...against(ratio, bar),
  };
}

function against(ratio: number, bar: Figure['bar']): Pick<Row, 'bar' | 'met'> {
  if (bar === undefined) {
    return { bar: 'for comparison', met: true };
  }
  return 'most' in bar
    ? { bar: `≤ ${bar.most}`, met: ratio <= bar.most }
    : { bar: `≥ ${bar.least}`, met: ratio >= bar.least };
}
