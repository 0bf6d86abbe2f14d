/** Milliseconds of each unit of a duration. */
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Milliseconds of a duration such as `90s`, `1h30m` or `500ms`; undefined where the text is none. */
export function durationMs(text: string): number | undefined {
  if (!/^(?:[0-9]{1,5}(?:ms|[hms])){1,4}$/.test(text)) {
    return undefined;
  }
  const parts = text.match(/[0-9]{1,5}(?:ms|[hms])/g) ?? [];
  return parts.reduce(
    (sum, part) => sum + Number.parseInt(part, 10) * (UNITS[part.replace(/^[0-9]+/, '')] ?? 0),
    0,
  );
}
