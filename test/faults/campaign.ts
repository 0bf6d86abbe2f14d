import { availableParallelism } from 'node:os';
import { enumerate } from './enumerate.ts';
import { type Result, runPlan, runReference } from './execute.ts';
import { type Reference, referenceOf } from './oracle.ts';
import type { Plan } from './plan.ts';
import type { Stage } from './stage.ts';
import type { Workload } from './workload.ts';
import { workloadOf } from './workloads.ts';

/** Plans that run at once: they wait for back-offs and for the gateway engine half of their time. */
const AT_ONCE = 2 * availableParallelism();

/** Runs without faults of one workload. */
const REFERENCE_RUNS = 3;

/** How often a plan is run at most, until its fault strikes. */
export const TRIES = 5;

/** What each workload leads to without faults. */
export type References = ReadonlyMap<string, Reference>;

/** Learns what workloads lead to without faults. */
export async function learn(stage: Stage, workloads: readonly Workload[]): Promise<References> {
  const ways = workloads.flatMap((workload) => {
    const { name, run, orElse } = workload;
    return [run, ...(orElse === undefined ? [] : [orElse])].map((way) => ({ name, workload, way }));
  });
  const runs = await parallel(
    ways.flatMap((way) => Array.from({ length: REFERENCE_RUNS }, () => way)),
    async ({ name, workload, way }) => ({ name, way, ...(await runReference(stage, workload, way)) }),
    stage.plane.signal,
  );
  return new Map(
    workloads.map(({ name }) => {
      const own = [
        ...Map.groupBy(
          runs.filter((run) => run.name === name),
          ({ way }) => way,
        ).values(),
      ];
      return [name, referenceOf(own)] as const;
    }),
  );
}

/** Every plan of the campaign. */
export function allPlans(references: References): Plan[] {
  return [...references].flatMap(([name, { traffic }]) => enumerate(workloadOf(name), traffic));
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
