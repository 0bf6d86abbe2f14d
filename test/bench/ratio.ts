import { median, type Row } from './row.ts';

/** A figure that Stoa and the peer have, and the bar of the ratio of the first to the second. */
export interface Figure {
  readonly words: string;
  readonly unit: string;
  readonly digits: number;
  /** Ratio that Stoa may reach at most, or has to reach at least. */
  readonly bar: { readonly most: number } | { readonly least: number };
}

/** Row of a figure as the ratio of Stoa to the peer; `pairs` has the values of both in each round. */
export function ratioRow(
  { words, unit, digits, bar }: Figure,
  pairs: readonly (readonly [number, number])[],
): Row {
  const ratios = pairs.map(([stoa, peer]) => stoa / peer);
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const [stoa, peer] = [0, 1].map((side) => median(pairs.map((pair) => pair[side] ?? 0)).toFixed(digits));
  return {
    figure: `${words}, as a multiple of the peer’s`,
    measured: `${ratio.toFixed(2)} (${range}): ${stoa} ${unit}, peer ${peer} ${unit}`,
    bar: 'most' in bar ? `≤ ${bar.most}` : `≥ ${bar.least}`,
    met: 'most' in bar ? ratio <= bar.most : ratio >= bar.least,
  };
}
