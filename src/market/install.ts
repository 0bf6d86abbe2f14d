import type { Verdict } from '../api/condition.ts';
import { REASONS } from '../api/reason.ts';
import { fails } from '../api/verdict.ts';
import { isFailure } from '../kube/error.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import type { StoreClient } from '../store/client.ts';
import { acceptanceOf, observeAcceptance } from './accept.ts';
import { dryRunPlan } from './plan/dryrun.ts';
import type { Plan } from './plan/plan.ts';
import type { Planner } from './plan/planner.ts';
import { type PlanProblem, problemText } from './plan/problem.ts';
import { addFinalizer, hasFinalizer } from './remove/finalizer.ts';
import { adoptVolumes } from './rollout/adopt.ts';
import { decideRollout, recordedStatus } from './rollout/decide.ts';
import { observeRollout } from './rollout/observe.ts';
import { prune } from './rollout/prune.ts';
import { ACCEPTED, RECHECK_MS, type StatusDraft, stalled, waiting } from './status/verdicts.ts';
import { halt, type Step } from './steps.ts';
import { resolve } from './template/resolve.ts';
import { applyAll, type Writer } from './writer.ts';

/** Dependencies of the phases. */
export interface Supplies {
  readonly planner: Planner;
  readonly stores: StoreClient;
}

/**
 * Next step of an install. It passes the phases in order, and ends in the first that cannot be completed now:
 *
 * 1. accept: the spec is valid, and its namespace has the application
 * 2. finalizer: from here on a deletion goes through `remove`
 * 3. template: the model is fetched from the store once, and pinned
 * 4. plan: names, ports and secrets are allocated, and the model is expanded into objects
 * 5. record: after a dry run of all of them, the inventory in the status names every object
 * 6. rollout: objects are applied wave by wave
 * 7. prune: what older versions have left is deleted
 *
 * Throws KubeError.
 */
export async function install(
  writer: Writer,
  { planner, stores }: Supplies,
  current: MarketInstall,
): Promise<Step> {
  const acceptance = acceptanceOf(observeAcceptance(writer.caches, current));
  if (acceptance.type === 'refused') {
    return halt(acceptance.draft);
  }
  if (!hasFinalizer(current)) {
    await addFinalizer(writer, current);
    return { type: 'again' };
  }
  const resolution = await resolve(writer, stores, current);
  if (resolution.type === 'unresolved') {
    const { draft, storeStatus } = resolution;
    return halt(draft, storeStatus === undefined ? {} : { storeStatus });
  }
  const { pinned: template } = resolution;
  const planning = await planner.planFor(writer, current, acceptance.application, template);
  if (planning.type === 'refused') {
    const { reason, message } = planning;
    return halt(stalled([ACCEPTED], 'TemplateResolved', reason, message), { template });
  }
  const before = [ACCEPTED, resolution.verdict];
  if (planning.type === 'taken') {
    return halt(blocked(before, planning, 0), { template });
  }
  const { plan } = planning;
  return current.status?.recorded === template.digest
    ? await rollOut(writer, current, plan, before)
    : await record(writer, current, plan, before);
}

async function record(
  writer: Writer,
  current: MarketInstall,
  plan: Plan,
  before: readonly Verdict[],
): Promise<Step> {
  const [problem, ...others] = await dryRunPlan(writer, current, plan);
  return problem === undefined
    ? { type: 'next', ...recordedStatus(plan, observeRollout(writer.caches, current, plan), before) }
    : halt(blocked(before, problem, others.length), { template: plan.template });
}

async function rollOut(
  writer: Writer,
  current: MarketInstall,
  plan: Plan,
  before: readonly Verdict[],
): Promise<Step> {
  const { caches } = writer;
  const rejection = await applyStages(writer, current, plan);
  if (rejection !== undefined) {
    // The dry run succeeded: what has changed since, such as a right or a quota, may soon change back.
    const verdicts = [...before, fails('Applied', REASONS.rejected, rejection.message)];
    return halt({ verdicts, outcome: { type: 'retry', cause: rejection } });
  }
  const decision = decideRollout(current, plan, observeRollout(caches, current, plan), before);
  const { draft, fields } = decision;
  switch (decision.type) {
    case 'continue':
      return { type: 'next', draft, fields };
    case 'wait':
      return halt(draft, fields);
    case 'finish':
      await prune(writer, current, decision.surplus, plan.template);
      await adoptVolumes(writer, current, plan);
      return halt(draft, fields);
  }
}

/** Applies the objects that are due; the error where the API server rejects one. Throws any other KubeError. */
async function applyStages(writer: Writer, current: MarketInstall, plan: Plan): Promise<Error | undefined> {
  const { stages } = observeRollout(writer.caches, current, plan).rollout;
  try {
    for (const stage of stages) {
      await applyAll(writer, current, stage);
    }
  } catch (error) {
    if (isFailure(error, 'invalid') || isFailure(error, 'forbidden')) {
      return error;
    }
    throw error;
  }
  return undefined;
}

/** Status of an install with a problem, and `others` beside it, that may end without an edit of the install. */
function blocked(before: readonly Verdict[], problem: PlanProblem, others: number): StatusDraft {
  const { reason, message } = problemText(problem, others);
  return waiting(before, 'Applied', reason, message, RECHECK_MS);
}
