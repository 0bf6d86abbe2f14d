/**
 * Sparkline of the last `width` values, one character each, the newest last; its height in `ramp` is relative to the
 * largest value. A missing value is a space.
 */
export function sparkline(values: readonly (number | undefined)[], width: number, ramp: string): string {
  const steps = [...ramp];
  const shown = width === 0 ? [] : values.slice(-width);
  const most = Math.max(0, ...shown.filter(isFigure));
  const drawn = shown.map((value) =>
    value === undefined || Number.isNaN(value) ? ' ' : stepOf(value, most, steps),
  );
  return drawn.join('').padStart(width);
}

function stepOf(value: number, most: number, steps: readonly string[]): string {
  const share = value === Number.POSITIVE_INFINITY ? 1 : Math.max(0, value) / (most || 1);
  return steps[Math.round(share * (steps.length - 1))] ?? ' ';
}

function isFigure(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

/** A non-negative number in short: 0.25, 12.5, 340, 12k. */
export function short(value: number): string {
  if (value >= 10_000) {
    return `${Math.round(value / 1000)}k`;
  }
  const decimals = [100, 10].filter((limit) => value < limit).length;
  return String(Number(value.toFixed(decimals)));
}
