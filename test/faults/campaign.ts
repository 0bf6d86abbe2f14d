import { availableParallelism } from 'node:os';
import { enumerate } from './enumerate.ts';
import { type Result, runPlan, runReference } from './execute.ts';
import { type Lesson, lessonOf, type Reference, type ReferenceRun } from './oracle.ts';
import type { Plan } from './plan.ts';
import type { Stage } from './stage.ts';
import type { Workload } from './workload.ts';
import { workloadOf } from './workloads.ts';

/** Plans that run at once: they wait for back-offs and for the gateway engine half of their time. */
const AT_ONCE = 2 * availableParallelism();

/** How often a plan is run at most, until its fault strikes. */
export const TRIES = 5;

/** What each workload leads to without faults. */
export type References = ReadonlyMap<string, Reference>;

/** A run without faults, by the workload and the way that it went. */
interface Way {
  readonly workload: Workload;
  readonly way: Workload['run'];
}

/** Runs workloads `times` times without faults, in each of the ways that end well; they come usual way first. */
export async function runWithoutFaults(
  stage: Stage,
  workloads: readonly Workload[],
  times: number,
): Promise<ReadonlyMap<string, readonly (readonly ReferenceRun[])[]>> {
  const ways = workloads.flatMap((workload): Way[] => {
    const { run, orElse } = workload;
    return [run, ...(orElse === undefined ? [] : [orElse])].map((way) => ({ workload, way }));
  });
  const runs = await parallel(
    ways.flatMap((way) => Array.from({ length: times }, () => way)),
    async (one) => ({ ...one, ...(await runReference(stage, one.workload, one.way)) }),
    stage.plane.signal,
  );
  const byWorkload = Map.groupBy(runs, ({ workload }) => workload.name);
  return new Map(
    [...byWorkload].map(([name, own]) => [name, [...Map.groupBy(own, ({ way }) => way).values()]]),
  );
}

/** Learns from `times` runs without faults what workloads lead to. */
export async function learn(
  stage: Stage,
  workloads: readonly Workload[],
  times: number,
): Promise<ReadonlyMap<string, Lesson>> {
  const runs = await runWithoutFaults(stage, workloads, times);
  return new Map([...runs].map(([name, ways]) => [name, lessonOf(ways)]));
}

/** Every plan of the campaign. */
export function allPlans(lessons: ReadonlyMap<string, Lesson>): Plan[] {
  return [...lessons].flatMap(([name, { traffic }]) => enumerate(workloadOf(name), traffic));
}

/** Runs plans until `signal` aborts; `onEnd` hears of each as it ends. */
export function campaign(
  stage: Stage,
  plans: readonly Plan[],
  references: References,
  signal: AbortSignal,
  onEnd: (result: Result) => void = () => undefined,
): Promise<Result[]> {
  return parallel(
    plans,
    async (plan) => {
      const reference = references.get(plan.workload);
      if (reference === undefined) {
        throw new Error(`no reference for ${plan.workload}`);
      }
      const result = await struck(stage, plan, reference);
      onEnd(result);
      return result;
    },
    signal,
  );
}

/** How many events an engine causes varies: a plan whose fault found nothing to strike is tried again. */
async function struck(stage: Stage, plan: Plan, reference: Reference, tries = TRIES): Promise<Result> {
  const result = await runPlan(stage, plan, reference);
  return result.struck || tries === 1 ? result : struck(stage, plan, reference, tries - 1);
}

async function parallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  signal: AbortSignal,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const broken = new AbortController();
  const worker = async () => {
    for (const [index, item] of queue) {
      signal.throwIfAborted();
      broken.signal.throwIfAborted();
      results[index] = await work(item);
    }
  };
  const workers = Array.from({ length: AT_ONCE }, () =>
    worker().catch((error: unknown) => {
      broken.abort(error);
      throw error;
    }),
  );
  // What is under way ends in order: an operator that is left would go on in this process.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return results;
}
