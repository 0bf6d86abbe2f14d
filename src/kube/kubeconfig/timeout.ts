const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

const PART = /^([0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})(ns|us|µs|μs|ms|s|m|h)$/;

/**
 * Milliseconds of a timeout as kubectl reads it, whole seconds or a duration of Go such as `1m30s`; undefined where it sets
 * none. Throws an Error. Pure.
 */
export function timeoutMs(text: string): number | undefined {
  const ms = /^[0-9]{1,12}$/.test(text) ? 1_000 * Number(text) : goDurationMs(text);
  if (ms === undefined) {
    throw new Error(`the timeout ${JSON.stringify(text)} is none, such as 10s, 2m or 0`);
  }
  return ms > 0 ? ms : undefined;
}

/** Milliseconds of a duration of Go; undefined where the text is none. */
function goDurationMs(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const parts = text
    .replace(/^[+-]/, '')
    .split(/(?<=[a-z])(?=[0-9.])/)
    .map((part) => PART.exec(part));
  return parts.reduce<number | undefined>((sum, part) => {
    const [, count, unit = ''] = part ?? [];
    return sum === undefined || count === undefined
      ? undefined
      : sum + sign * Number(count) * (UNITS[unit] ?? 0);
  }, 0);
}
