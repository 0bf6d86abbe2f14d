import { availableParallelism } from 'node:os';
import { enumerate } from './enumerate.ts';
import { type Result, runFaultless, runPlan, runReference } from './execute.ts';
import { type Lesson, lessonOf, type Reference } from './oracle.ts';
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

/** A way to go through a workload that ends well. */
interface Way {
  readonly workload: Workload;
  readonly run: Workload['run'];
}

/** The ways through workloads, the usual one first. */
function waysOf(workloads: readonly Workload[]): Way[] {
  return workloads.flatMap((workload) => {
    const { run, orElse } = workload;
    return [run, ...(orElse === undefined ? [] : [orElse])].map((one) => ({ workload, run: one }));
  });
}

/** Learns from `times` runs without faults what workloads lead to. */
export async function learn(
  stage: Stage,
  workloads: readonly Workload[],
  times: number,
): Promise<ReadonlyMap<string, Lesson>> {
  const runs = await parallel(
    waysOf(workloads).flatMap((way) => Array.from({ length: times }, () => way)),
    async (way) => ({ ...way, ...(await runReference(stage, way.workload, way.run)) }),
    stage.plane.signal,
  );
  const byWorkload = Map.groupBy(runs, ({ workload }) => workload.name);
  return new Map(
    [...byWorkload].map(([name, own]) => [name, lessonOf([...Map.groupBy(own, ({ run }) => run).values()])]),
  );
}

/** Runs workloads without faults; answers how each differs from its reference. */
export async function faultless(
  stage: Stage,
  workloads: readonly Workload[],
  references: References,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ended = await parallel(
    waysOf(workloads),
    async ({ workload, run }) => {
      const problems = await runFaultless(stage, workload, run, referenceOf(references, workload.name));
      return { name: workload.name, problems };
    },
    stage.plane.signal,
  );
  const byWorkload = Map.groupBy(ended, ({ name }) => name);
  return new Map([...byWorkload].map(([name, own]) => [name, own.flatMap(({ problems }) => problems)]));
}

function referenceOf(references: References, workload: string): Reference {
  const reference = references.get(workload);
  if (reference === undefined) {
    throw new Error(`no reference for ${workload}`);
  }
  return reference;
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
      const result = await struck(stage, plan, referenceOf(references, plan.workload));
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
