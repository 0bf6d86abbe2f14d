/** Times that work is measured; the least counts, since the machine adds to the others. */
const REPEATS = 3;

/**
 * CPU time of a piece of work in milliseconds: the least of several measurements of `count` runs each, since clocks
 * are coarse. `prepare` makes a new input for each run, unmeasured.
 */
export function cpuMs<T>(prepare: () => T, work: (input: T) => void, count: number): number {
  const measured = Array.from({ length: REPEATS }, () => {
    const inputs = Array.from({ length: count }, prepare);
    const began = process.threadCpuUsage();
    for (const input of inputs) {
      work(input);
    }
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000 / count;
  });
  return Math.min(...measured);
}

/** Middle of numbers. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
