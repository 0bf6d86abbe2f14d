import { availableParallelism } from 'node:os';
import { enumerate } from './enumerate.ts';
import { type Result, runFaultless, runPlan, runReference } from './execute.ts';
import { type Lesson, lessonOf, type Reference } from './oracle.ts';
import type { Plan } from './plan.ts';
import type { Stage } from './stage.ts';
import type { Workload } from './workload.ts';
import { workloadOf } from './workloads.ts';

/** Number of concurrent plans: they spend half of their time on back-offs and on the gateway engine. */
const AT_ONCE = 2 * availableParallelism();

/** Maximum number of runs of a plan, until its fault strikes. */
export const MAX_TRIES = 5;

/** Expected ends of each workload, by name. */
export type References = ReadonlyMap<string, Reference>;

/** A variant of a workload with a good end. */
interface Variant {
  readonly workload: Workload;
  readonly run: Workload['run'];
}

/** The variants of workloads, the usual one first. */
function variantsOf(workloads: readonly Workload[]): Variant[] {
  return workloads.flatMap((workload) => {
    const { run, orElse } = workload;
    return [run, ...(orElse === undefined ? [] : [orElse])].map((one) => ({ workload, run: one }));
  });
}

/** Learns the expected ends of workloads from `times` runs without faults. */
export async function learn(
  stage: Stage,
  workloads: readonly Workload[],
  times: number,
): Promise<ReadonlyMap<string, Lesson>> {
  const runs = await parallel(
    variantsOf(workloads).flatMap((way) => Array.from({ length: times }, () => way)),
    async (way) => ({ ...way, ...(await runReference(stage, way.workload, way.run)) }),
    stage.plane.signal,
  );
  const byWorkload = Map.groupBy(runs, ({ workload }) => workload.name);
  return new Map(
    [...byWorkload].map(([name, own]) => [name, lessonOf([...Map.groupBy(own, ({ run }) => run).values()])]),
  );
}

/** Runs workloads without faults; returns the differences from their references. */
export async function faultless(
  stage: Stage,
  workloads: readonly Workload[],
  references: References,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ended = await parallel(
    variantsOf(workloads),
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

/** All plans of the campaign. */
export function allPlans(lessons: ReadonlyMap<string, Lesson>): Plan[] {
  return [...lessons].flatMap(([name, { traffic }]) => enumerate(workloadOf(name), traffic));
}

/** Runs plans until `signal` aborts; calls `onEnd` with each result. */
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
      const result = await runUntilStruck(stage, plan, referenceOf(references, plan.workload));
      onEnd(result);
      return result;
    },
    signal,
  );
}

/** Runs a plan until its fault strikes: an engine's number of events varies, so a fault may find no target. */
async function runUntilStruck(
  stage: Stage,
  plan: Plan,
  reference: Reference,
  tries = MAX_TRIES,
): Promise<Result> {
  const result = await runPlan(stage, plan, reference);
  return result.struck || tries === 1 ? result : runUntilStruck(stage, plan, reference, tries - 1);
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
  // Work in progress must complete: an operator left behind would continue in this process.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return results;
}
