import { duration, type Progress } from './progress.ts';

/** Duration of a task. */
export interface Timing {
  readonly what: string;
  readonly seconds: number;
}

/** Progress that records the duration of every successful task. */
export class TimedProgress implements Progress {
  readonly timings: Timing[] = [];
  readonly #inner: Progress;

  constructor(inner: Progress) {
    this.#inner = inner;
  }

  info(line: string): void {
    this.#inner.info(line);
  }

  task(title: string): ReturnType<Progress['task']> {
    const began = performance.now();
    const task = this.#inner.task(title);
    return {
      ...task,
      done: (text) => {
        this.timings.push({ what: title, seconds: (performance.now() - began) / 1_000 });
        task.done(text);
      },
    };
  }
}

/** Lines of a table of durations, with the total last. */
export function timingTable(timings: readonly Timing[], total: Timing): readonly string[] {
  const rows = [...timings, total].map(({ what, seconds }) => [what, duration(seconds)] as const);
  const width = Math.max(...rows.map(([what]) => what.length));
  const timeWidth = Math.max(...rows.map(([, time]) => time.length));
  const lines = rows.map(([what, time]) => `  ${what.padEnd(width)}  ${time.padStart(timeWidth)}`);
  return [...lines.slice(0, -1), `  ${'-'.repeat(width + timeWidth + 2)}`, ...lines.slice(-1)];
}

/** Seconds since the start of the command, which `bin/stoa.mjs` puts into the environment; else since that of this process. */
export function secondsSinceCommand({ STOA_BEGAN: began }: NodeJS.ProcessEnv): number {
  return (Date.now() - Number(began ?? performance.timeOrigin)) / 1_000;
}

/** Duration of the installation of the npm packages, where `bin/stoa.mjs` reports one. */
export function packageTimings({ STOA_PACKAGES_SECONDS: seconds }: NodeJS.ProcessEnv): readonly Timing[] {
  return seconds === undefined ? [] : [{ what: 'npm packages', seconds: Number(seconds) }];
}
