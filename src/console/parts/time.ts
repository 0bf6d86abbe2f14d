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
  if (Number.isNaN(then)) {
    return '';
  }
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[3];
  return `${Math.floor(seconds / length)} ${unit} ago`;
}
