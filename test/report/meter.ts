import { cpuOf } from './processes.ts';

/** What a test may wait for, as far as what tests wait with can tell. */
export type Wait = 'condition' | 'command';

/** What the tests of one file have used so far, in seconds. */
export interface Used {
  /** CPU of the process that runs the tests. */
  readonly own: number;
  /** CPU of the programs that it started and that have ended. */
  readonly children: number;
  /** During which at least one test waited. */
  readonly waited: Readonly<Record<Wait, number>>;
}

/** How many wait for something, since when, and for how long somebody has. */
interface Clock {
  count: number;
  since: number;
  seconds: number;
}

const clocks: Readonly<Record<Wait, Clock>> = {
  condition: { count: 0, since: 0, seconds: 0 },
  command: { count: 0, since: 0, seconds: 0 },
};

/** Does something that is waiting for the most part, and counts how long it takes. */
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

/** What this process has used since it began. */
export function used(): Used {
  const { condition, command } = clocks;
  return { ...cpuOf('self'), waited: { condition: condition.seconds, command: command.seconds } };
}

/** What was used since then. */
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
