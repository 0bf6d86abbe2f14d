import { cpuOf } from './processes.ts';

/** Kinds of waits that the tests' helpers can measure. */
export type Wait = 'condition' | 'command';

/** Resource usage of a test file so far, in seconds. */
export interface Used {
  /** CPU of the process that runs the tests. */
  readonly own: number;
  /** CPU of its child processes that have ended. */
  readonly children: number;
  /** Time during which at least one test waited. */
  readonly waited: Readonly<Record<Wait, number>>;
}

/** Number of current waits, start of the current wait, and total time with at least one. */
interface Clock {
  count: number;
  since: number;
  seconds: number;
}

const clocks: Readonly<Record<Wait, Clock>> = {
  condition: { count: 0, since: 0, seconds: 0 },
  command: { count: 0, since: 0, seconds: 0 },
};

/** Runs work that consists mostly of waiting, and measures its duration. */
export async function waiting<T>(wait: Wait, work: () => Promise<T>): Promise<T> {
  const clock = clocks[wait];
  if (clock.count === 0) {
    clock.since = performance.now();
  }
  clock.count += 1;
  try {
    return await work();
  } finally {
    clock.count -= 1;
    if (clock.count === 0) {
      clock.seconds += (performance.now() - clock.since) / 1000;
    }
  }
}

/** Usage of this process since its start. */
export function used(): Used {
  const { condition, command } = clocks;
  return { ...cpuOf('self'), waited: { condition: condition.seconds, command: command.seconds } };
}

/** Usage since an earlier measurement. */
export function usedSince(before: Used): Used {
  const now = used();
  return {
    own: now.own - before.own,
    children: now.children - before.children,
    waited: {
      condition: now.waited.condition - before.waited.condition,
      command: now.waited.command - before.waited.command,
    },
  };
}
