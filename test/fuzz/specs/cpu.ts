/** Times that work is measured. */
const REPEATS = 3;

/** Least of several measurements in milliseconds: the machine adds to the others. */
export function leastOf(measure: () => number): number {
  return Math.min(...Array.from({ length: REPEATS }, measure));
}

/**
 * CPU time of a piece of work in milliseconds: the least of several measurements of `count` runs each. `prepare` makes
 * a new input for each run, unmeasured.
 */
export function cpuMs<T>(prepare: () => T, work: (input: T) => void, count: number): number {
  return leastOf(() => {
    const inputs = Array.from({ length: count }, prepare);
    const began = threadMs();
    for (const input of inputs) {
      work(input);
    }
    return (threadMs() - began) / count;
  });
}

/** CPU time of this thread in milliseconds. */
export function threadMs(): number {
  // Linux brings the clock of a running thread up to date only when the time of its whole process is asked for; without
  // this, the clock advances by several milliseconds at once.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Middle of numbers. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
