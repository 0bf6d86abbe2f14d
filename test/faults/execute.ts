import {
  endOf,
  excess,
  type Observation,
  observed,
  type Reference,
  stateDiff,
  withWithdrawals,
} from './oracle.ts';
import { type Plan, planId } from './plan.ts';
import { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { STEP_LIMIT_MS, StepTimeout } from './steptimeout.ts';
import type { Traffic } from './traffic.ts';
import type { Workload } from './workload.ts';
import { workloadOf } from './workloads.ts';

/** Result of a plan. */
export interface Result {
  readonly id: string;
  readonly workload: string;
  readonly seconds: number;
  /** Whether the fault found a target. */
  readonly struck: boolean;
  /** Problems; empty if the plan passed. */
  readonly problems: readonly string[];
  /** Log of the operators. */
  readonly log: readonly string[];
}

/** Runs a workload without faults, in one of its variants. */
export async function runReference(
  stage: Stage,
  workload: Workload,
  run: Workload['run'],
): Promise<{ readonly observation: Observation; readonly traffic: Traffic }> {
  const scene = await Scene.open(stage, workload.about);
  try {
    await scene.ready();
    await run(scene.team);
    await reachEnd(scene, workload);
    const { traffic } = scene.ledger;
    const observation = observed(scene.team, scene.ledger);
    const writes = await scene.secondPass();
    const problems = [...observation.violations, ...writes.map((write) => `second pass: ${write}`)];
    if (problems.length > 0) {
      throw new StepTimeout(problems.join('\n'));
    }
    return { observation, traffic };
  } catch (error) {
    throw new Error(`${workload.name} without faults: ${said(error)}\n${scene.log.join('\n')}`);
  } finally {
    await scene.close();
  }
}

async function reachEnd(scene: Scene, workload: Workload): Promise<void> {
  const { team } = scene;
  if (!(await team.view.until(() => workload.done(team) && team.isReported, STEP_LIMIT_MS))) {
    throw new StepTimeout(`has not reached the end: ${JSON.stringify(endOf(team))}`);
  }
  await scene.settled();
}

/** Runs a workload without faults, in one of its variants; returns the differences from the reference. */
export async function runFaultless(
  stage: Stage,
  workload: Workload,
  run: Workload['run'],
  reference: Reference,
): Promise<readonly string[]> {
  const scene = await Scene.open(stage, workload.about);
  const problems = await problemsOf(scene, { ...workload, run }, reference);
  await scene.close();
  return problems;
}

/** Runs a plan and compares it with the runs without faults. */
export async function runPlan(stage: Stage, plan: Plan, reference: Reference): Promise<Result> {
  const began = performance.now();
  const workload = workloadOf(plan.workload);
  const scene = await Scene.open(stage, workload.about, plan.strike);
  const problems = await problemsOf(scene, workload, reference, strikesAtStart(plan));
  await scene.close();
  const seconds = (performance.now() - began) / 1000;
  const struck = scene.ledger.hit !== undefined;
  return { id: planId(plan), workload: plan.workload, seconds, struck, problems, log: scene.log };
}

async function problemsOf(
  scene: Scene,
  workload: Workload,
  reference: Reference,
  atStart = false,
): Promise<readonly string[]> {
  try {
    if (!atStart) {
      await scene.ready();
    }
    return await differences(scene, workload, reference);
  } catch (error) {
    return [error instanceof StepTimeout ? error.message : `failed: ${said(error)}`];
  }
}

async function differences(scene: Scene, workload: Workload, reference: Reference): Promise<string[]> {
  const { team, ledger } = scene;
  await workload.run(team);
  const same = () => workload.done(team) && team.isReported && stateDiff(reference, endOf(team)).length === 0;
  await team.view.until(same, STEP_LIMIT_MS);
  await scene.settled();
  // Late work of the operator may have changed the end state once more.
  await team.view.until(same, STEP_LIMIT_MS);
  const writes = await scene.secondPass();
  await team.view.until(same, STEP_LIMIT_MS);
  const seen = observed(team, ledger);
  return [
    ...stateDiff(reference, seen.end),
    ...excess(reference, ledger.rejects ? withWithdrawals(seen) : seen),
    ...seen.violations,
    ...writes.map((write) => `the second pass writes: ${write}`),
  ];
}

/** Whether a fault strikes the first lists and watches; it is more effective if something happens meanwhile. */
function strikesAtStart({ strike }: Plan): boolean {
  return strike.at === 'call' && /^(list|watch)\./.test(strike.class) && strike.ordinal === 1;
}

function said(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
