/** Units of time in seconds, the longest first. */
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Time that has passed since a time, such as `5 min ago`; empty where that is none. */
export function ago(time: string, now: number): string {
  const then = Date.parse(time);
  return Number.isNaN(then) ? '' : `${lengthOf(Math.max(0, now - then))} ago`;
}

/** Distance of a time from now, such as `5 min ago` or `in 3 d`; empty where that is none. */
export function fromNow(time: string, now: number): string {
  const left = Date.parse(time) - now;
  return left >= 1000 ? `in ${lengthOf(left)}` : ago(time, now);
}

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[3];
  return `${Math.floor(seconds / length)} ${unit}`;
}
