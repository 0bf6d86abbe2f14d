import { conditionOf, type Verdict } from '../api/condition.ts';
import type { Pinned } from '../api/marketinstall.ts';
import { REASONS } from '../api/reason.ts';
import type { TestRun } from '../api/testrun.ts';
import { present } from '../base/fields.ts';
import { isTooLarge } from '../kube/error.ts';
import { type Mask, maskOf } from '../objects/mask.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { acceptanceOf, observeAcceptance } from './accept.ts';
import { isWatched, operatorLacks } from './account/operators.ts';
import { isRejection, permitted } from './account/permitted.ts';
import { planDenied } from './account/rights.ts';
import { dueObjects, rehearse } from './plan/dryrun.ts';
import type { Plan } from './plan/plan.ts';
import type { Planner } from './plan/planner.ts';
import { type PlanProblem, problemText, unplannedDraft } from './plan/problem.ts';
import { decideHold, holdOf, isRecordedWhole } from './powers/hold.ts';
import { answerPreview } from './preview/answer.ts';
import { addFinalizer, hasFinalizer } from './remove/finalizer.ts';
import { restore } from './restore/restore.ts';
import { adoptVolumes } from './rollout/adopt.ts';
import { decideRecord, decideRollout } from './rollout/decide.ts';
import { deleteEnded } from './rollout/ended.ts';
import { observeRollout } from './rollout/observe.ts';
import { endPredecessors } from './rollout/predecessor.ts';
import { prune, pruneTemplates } from './rollout/prune.ts';
import { takenNames, trialOf, tryOut } from './rollout/trial.ts';
import { readyOf } from './state.ts';
import { TOO_LARGE_RECHECK_MS, UNWRITTEN, withoutRoom } from './status/size.ts';
import { BUSY, failing, waiting } from './status/verdicts.ts';
import { block, halt, type ReportedStep, type Step } from './steps.ts';
import { storedIn } from './storedobjects.ts';
import { resolve } from './template/resolve.ts';
import { endTests, withTests } from './tests/run.ts';
import { toldError, toldErrors } from './untold.ts';
import { withFailure, withinTime } from './upgrade/giveup.ts';
import { keptTemplates } from './upgrade/history.ts';
import { applyAll, type Writer } from './writer.ts';

/**
 * Next step of an install. It passes the phases in order, and ends in the first that cannot be completed now:
 *
 * 1. accept (`accept.ts`): the spec is valid, and its namespace has the application and the account
 * 2. restore (`restore/restore.ts`): one that comes from a backup continues with its identity, values and pins
 * 3. finalizer (`remove/finalizer.ts`): from here on a deletion goes through `remove/uninstall.ts`
 * 4. resolve (`template`): the model is fetched from the store once, and pinned
 * 5. plan (`plan`): names, ports and secrets are allocated, and the model is expanded into objects
 * 6. hold (`powers/hold.ts`): what brings powers that the spec does not allow is not made
 * 7. record: after a check of all rights and a dry run of all writes that a trial leaves, the inventory in the status
 *    names every object
 * 8. try out (`rollout/trial.ts`): of a first version, objects without an effect are created, or withdrawn together
 * 9. roll out (`rollout`): objects are applied wave by wave
 * 10. prune (`rollout/prune.ts`): objects that only older versions have are deleted
 *
 * While it rolls out, `upgrade/giveup.ts` decides whether the version has had its time, and the one before comes back.
 * What is written of an object, if anything, `diff.ts` decides.
 *
 * Before all of these, it answers a request for a preview (`preview/answer.ts`), if the install has a new one. After
 * them, it runs the tests of a chart (`tests/run.ts`), if somebody asks for them.
 *
 * Whatever it makes, it makes as the account of the namespace (`account`). Throws KubeError.
 */
export async function install(writer: Writer, planner: Planner, current: MarketInstall): Promise<Step> {
  const answered = (await answerPreview(writer, planner, current)) ?? (await endTests(writer, current));
  if (answered !== undefined) {
    return answered;
  }
  const observed = await observeAcceptance(writer, current);
  const acceptance = writer.charge(() => acceptanceOf(observed));
  if (acceptance.type === 'halted') {
    return block(acceptance.draft);
  }
  const restored = await restore(writer, current);
  if (restored !== undefined) {
    return restored;
  }
  if (!hasFinalizer(current)) {
    return await begin(writer, current);
  }
  const resolution = await permitted(current, 'TemplateResolved', () =>
    resolve(writer, planner.source, current),
  );
  if (resolution.type === 'halted') {
    return block(resolution.draft);
  }
  const { pinned, verdict } = resolution;
  const made = await permitted(current, 'Applied', async () => {
    const { application } = acceptance;
    const request = { install: current, application, template: pinned };
    const isHeld = (plan: Plan) => holdOf(current, plan) !== undefined;
    const result = await planner.planFor(writer, request, isHeld);
    switch (result.type) {
      case 'planned':
        return await implement(writer, current, result.plan);
      case 'busy':
        return waitForTurn(current);
      default:
        return block(unplannedDraft(result));
    }
  });
  const step = made.type === 'halted' ? block(made.draft) : made;
  return 'draft' in step ? afterTemplate(current, step, pinned, verdict) : step;
}

/** Step that puts the finalizer on an install, which may be too large for it. Throws KubeError. */
async function begin(writer: Writer, current: MarketInstall): Promise<Step> {
  try {
    await addFinalizer(writer, current);
    return { type: 'again' };
  } catch (error) {
    if (isTooLarge(error)) {
      return block(waiting('Accepted', REASONS.statusTooLarge, UNWRITTEN, TOO_LARGE_RECHECK_MS));
    }
    throw error;
  }
}

/** Step of an install whose plan waits for its turn: one that is in place says nothing of it. Pure. */
export function waitForTurn(current: MarketInstall): Step {
  return readyOf(current)?.status === 'True' ? { type: 'end', outcome: BUSY.outcome } : halt(BUSY);
}

/** Step of a phase after that of the template, with what its status says of the template and of the version before. */
function afterTemplate(
  current: MarketInstall,
  step: ReportedStep,
  template: Pinned,
  resolved: Verdict,
): ReportedStep {
  const draft = withFailure(current, { ...step.draft, resolved });
  return { ...step, draft, fields: { template, ...step.fields } };
}

async function implement(writer: Writer, current: MarketInstall, plan: Plan): Promise<Step> {
  const step = await toldErrors(plan, () => implementPlan(writer, current, plan));
  return 'draft' in step ? writer.charge(() => withoutConfidential(step, plan)) : step;
}

async function implementPlan(writer: Writer, current: MarketInstall, plan: Plan): Promise<Step> {
  const hold = writer.charge(() => holdOf(current, plan));
  if (hold !== undefined) {
    const { type, draft, fields } = decideHold(current, plan, hold, new Date());
    return type === 'keep-before' ? { type: 'next', draft, fields } : block(draft, fields);
  }
  return isRecordedWhole(current, plan)
    ? await makePlan(writer, current, plan)
    : await record(writer, current, plan);
}

/** Step whose status has no value that no text for users may have. */
function withoutConfidential(step: ReportedStep, { confidential }: Plan): ReportedStep {
  if (confidential.length === 0) {
    return step;
  }
  const mask = maskOf(confidential);
  const { verdict } = step.draft;
  const { notApplied, tests, ...fields } = step.fields;
  const shown = notApplied?.map(({ path, why }) => ({ path: mask(path), why: mask(why) }));
  return {
    ...step,
    draft: { ...step.draft, verdict: { ...verdict, message: mask(verdict.message) } },
    fields: {
      ...fields,
      ...present({ notApplied: shown, tests: tests && withMessage(tests, mask) }),
    },
  };
}

function withMessage(run: TestRun, mask: Mask): TestRun {
  return { ...run, ...present({ message: run.message && mask(run.message) }) };
}

async function makePlan(writer: Writer, current: MarketInstall, plan: Plan): Promise<Step> {
  const denied = isWatched(writer.caches) ? undefined : await operatorLacks(writer, current, plan);
  if (denied !== undefined) {
    return block(denied);
  }
  const step = (await makeTrial(writer, current, plan)) ?? (await rollOut(writer, current, plan));
  return step.type === 'halt' ? await withTests(writer, current, plan, step) : step;
}

async function record(writer: Writer, current: MarketInstall, plan: Plan): Promise<Step> {
  const now = new Date();
  const rollout = writer.charge(() => observeRollout(writer, current, plan));
  const whole = decideRecord(current, plan, { ...rollout, problems: [] }, now);
  const denied =
    writer.charge(() => withoutRoom(current, whole.draft, whole.fields, now)) ??
    (await planDenied(writer, current, plan));
  if (denied !== undefined) {
    return block(denied);
  }
  const problems = await problemsOf(writer, current, plan);
  const observed = { ...observeRollout(writer, current, plan), problems };
  const { type, draft, fields } = decideRecord(current, plan, observed, now);
  return type === 'record' ? { type: 'next', draft, fields } : block(draft, fields);
}

/**
 * Problems of a plan before its first write. A dry run covers all its writes, or only those that a trial leaves: after
 * a rejection, a trial would create again what it withdraws again.
 */
async function problemsOf(
  writer: Writer,
  current: MarketInstall,
  plan: Plan,
): Promise<readonly PlanProblem[]> {
  const { charge } = writer;
  const wasRejected = conditionOf(current.status, 'Applied')?.reason === REASONS.rejected;
  const trial = wasRejected ? undefined : charge(() => trialOf(current, plan, storedIn(writer, current)));
  const taken = trial === undefined ? [] : await takenNames(writer, current, trial);
  const due = trial?.rehearsed ?? dueObjects(writer, current, plan);
  return [...taken, ...(await rehearse(writer, current, plan, due)).problems];
}

/** Step of a trial that was withdrawn because the API server rejects an object; undefined where it rejects none. */
async function makeTrial(writer: Writer, current: MarketInstall, plan: Plan): Promise<Step | undefined> {
  const trial = writer.charge(() => trialOf(current, plan, storedIn(writer, current)));
  const refusal = trial && (await tryOut(writer, current, plan, trial));
  if (refusal === undefined) {
    return undefined;
  }
  const { object } = refusal;
  const error = toldError(plan, refusal.error);
  const { reason, message } = problemText({ type: 'rejected', object, message: error.message });
  return block(failing('Applied', reason, message, error), { recorded: null });
}

async function rollOut(writer: Writer, current: MarketInstall, plan: Plan): Promise<Step> {
  const { charge } = writer;
  const rejection = await applyStages(writer, current, plan);
  if (rejection !== undefined) {
    // The dry run succeeded: what has changed since, such as a right or a quota, may soon change back.
    const draft = failing('Applied', REASONS.rejected, rejection.message, rejection);
    const limited = withinTime(current, plan, { draft, fields: {} }, new Date());
    return limited.type === 'give-up'
      ? { type: 'next', draft: limited.draft, fields: limited.fields }
      : halt(limited.status.draft, limited.status.fields);
  }
  const decision = charge(() =>
    decideRollout(current, plan, observeRollout(writer, current, plan), new Date()),
  );
  const { draft, fields } = decision;
  switch (decision.type) {
    case 'continue':
    case 'give-up':
      return { type: 'next', draft, fields };
    case 'wait':
      return halt(draft, fields);
    case 'finish':
      await prune(writer, current, plan, decision.surplus);
      await pruneTemplates(writer, current, keptTemplates(fields.history ?? [], plan.template));
      await adoptVolumes(writer, current, plan);
      return halt(draft, fields);
  }
}

/** Applies the objects that are due; the error where the API server rejects one. Throws any other KubeError. */
async function applyStages(writer: Writer, current: MarketInstall, plan: Plan): Promise<Error | undefined> {
  const observed = writer.charge(() => observeRollout(writer, current, plan));
  try {
    await endPredecessors(writer, observed.predecessors);
    await deleteEnded(writer, observed.ended);
    for (const stage of observed.rollout.stages) {
      await applyAll(writer, current, stage, plan.sets);
    }
  } catch (error) {
    if (isRejection(error)) {
      return toldError(plan, error);
    }
    throw error;
  }
  return undefined;
}
