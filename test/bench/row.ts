/** One line of the report. */
export interface Row {
  readonly figure: string;
  /** What was measured, with its unit. */
  readonly measured: string;
  readonly bar: string;
  readonly met: boolean;
}

/** The value below which the given share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle of the samples. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** `median (least–most)` of the samples. */
export function spread(samples: readonly number[], unit: string, digits = 0): string {
  const [least, middle, most] = [Math.min(...samples), median(samples), Math.max(...samples)];
  return `${middle.toFixed(digits)} ${unit} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
