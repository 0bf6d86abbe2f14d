import type { Run } from '../base/gradual.ts';

/** Meter of the CPU time of synchronous work. */
export class CpuMeter {
  #ms = 0;

  /** CPU time of all work so far, in milliseconds. */
  get ms(): number {
    return this.#ms;
  }

  /** Runs synchronous work, and adds its CPU time. */
  readonly run: Run = (work) => {
    const began = threadMs();
    try {
      return work();
    } finally {
      this.#ms += threadMs() - began;
    }
  };
}

/** CPU time of this thread, in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
