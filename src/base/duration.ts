/** Milliseconds of each unit of a duration. */
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000 };

/** Milliseconds of a duration such as `90s` or `1h30m`; undefined where the text is none. */
export function durationMs(text: string): number | undefined {
  if (!/^(?:[0-9]{1,5}[hms]){1,3}$/.test(text)) {
    return undefined;
  }
  const parts = text.match(/[0-9]{1,5}[hms]/g) ?? [];
  return parts.reduce((sum, part) => sum + Number(part.slice(0, -1)) * (UNITS[part.slice(-1)] ?? 0), 0);
}
