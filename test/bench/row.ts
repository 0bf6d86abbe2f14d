/** One line of the report. */
export interface Row {
  readonly figure: string;
  /** The measured value, with its unit. */
  readonly measured: string;
  readonly bar: string;
  readonly met: boolean;
}

/** Number of repetitions of each figure. */
const REPETITIONS = 5;

/** Measures a figure several times in sequence; `round` counts from 0. */
export async function repeated<T>(take: (round: number) => Promise<T>): Promise<T[]> {
  const taken: T[] = [];
  for (let round = 0; round < REPETITIONS; round += 1) {
    taken.push(await take(round));
  }
  return taken;
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

/** Text `median unit (least–most)` of the samples. */
export function spread(samples: readonly number[], unit: string, digits = 0): string {
  const [least, middle, most] = [Math.min(...samples), median(samples), Math.max(...samples)];
  return `${middle.toFixed(digits)}${unit && ` ${unit}`} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/** Row of a figure whose median must be at most `most`. */
export function atMost(
  figure: string,
  samples: readonly number[],
  { unit, most, digits = 0 }: { readonly unit: string; readonly most: number; readonly digits?: number },
): Row {
  const bar = `≤ ${most}${unit && ` ${unit}`}`;
  return { figure, measured: spread(samples, unit, digits), bar, met: median(samples) <= most };
}
