import type { Verdict } from '../api/condition.ts';
import { REASONS } from '../api/reason.ts';
import { fails } from '../api/verdict.ts';
import { applicationKey } from '../component/caches.ts';
import { SETTLED } from '../controller/outcome.ts';
import { isFailure } from '../kube/error.ts';
import { byAge } from '../objects/age.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import type { StoreClient } from '../store/client.ts';
import { acceptanceOf } from './accept.ts';
import { type DryRunProblem, dryRunPlan } from './plan/dryrun.ts';
import type { Plan } from './plan/plan.ts';
import type { Planner } from './plan/planner.ts';
import { adoptVolumes } from './rollout/adopt.ts';
import { withoutItems } from './rollout/inventory.ts';
import { inventoryHere, rolloutHere, statusFieldsOf, troubleHere } from './rollout/observe.ts';
import { removeOldTemplates } from './rollout/prune.ts';
import { appliedVerdict } from './status/applied.ts';
import type { StatusFields } from './status/status.ts';
import { ACCEPTED, RECHECK_MS, stalled, waiting } from './status/verdicts.ts';
import { halt, type Step } from './steps.ts';
import { resolve } from './template/resolve.ts';
import { applyAll, deleteAll, FINALIZER, setFinalizer, type Writer } from './writer.ts';

/** What an install is made from. */
export interface Supplies {
  readonly plans: Planner;
  readonly stores: StoreClient;
}

/** The next step of an install: accept, fetch, plan, record, roll out, tidy up. Throws KubeError. */
export async function install(
  writer: Writer,
  { plans, stores }: Supplies,
  current: MarketInstall,
): Promise<Step> {
  const { namespace = '', finalizers = [] } = current.metadata;
  const { applications, namespaces } = writer.caches;
  const acceptance = acceptanceOf(
    current,
    namespaces.store.get(namespace) !== undefined,
    applications.store.by('id', applicationKey(namespace, current.spec.appId)).toSorted(byAge)[0],
  );
  if (acceptance.type === 'refused') {
    return halt(acceptance.draft);
  }
  if (current.spec.suspend === true) {
    return halt(stalled([], 'Accepted', REASONS.suspended, 'nothing is done while spec.suspend is true'));
  }
  if (!finalizers.includes(FINALIZER)) {
    await setFinalizer(writer, current, true);
    return { type: 'again' };
  }
  const resolution = await resolve(writer, stores, current);
  if (resolution.type === 'unresolved') {
    const { verdict, outcome, storeStatus } = resolution;
    return halt({ verdicts: [ACCEPTED, verdict], outcome }, storeStatus === undefined ? {} : { storeStatus });
  }
  const template = resolution.pinned;
  const planning = await plans.planFor(writer, current, acceptance.application, template);
  if (planning.type === 'refused') {
    const { reason, message } = planning;
    return halt(stalled([ACCEPTED], 'TemplateResolved', reason, message), { template });
  }
  const before = [ACCEPTED, resolution.verdict];
  if (planning.type === 'taken') {
    const { reason, message } = told(planning, 0);
    return halt(waiting(before, 'Applied', reason, message, RECHECK_MS), { template });
  }
  const { plan } = planning;
  return current.status?.recorded === template.digest
    ? await rollOut(writer, current, plan, before)
    : await record(writer, current, plan, before);
}

/** Commits to a plan: from here on everything that it makes is in the inventory. */
async function record(
  writer: Writer,
  current: MarketInstall,
  plan: Plan,
  before: readonly Verdict[],
): Promise<Step> {
  const { template } = plan;
  const objections = await dryRunPlan(writer, current, plan);
  const [first] = objections;
  if (first !== undefined) {
    const { reason, message } = told(first, objections.length - 1);
    return halt(waiting(before, 'Applied', reason, message, RECHECK_MS), { template });
  }
  const rollout = rolloutHere(writer.caches, current, plan);
  return {
    type: 'next',
    draft: waiting(before, 'Applied', REASONS.progressing, 'the components are being made'),
    fields: { ...statusFieldsOf(writer.caches, current, plan, rollout), recorded: template.digest },
  };
}

async function rollOut(
  writer: Writer,
  current: MarketInstall,
  plan: Plan,
  before: readonly Verdict[],
): Promise<Step> {
  const { caches } = writer;
  const { stages } = rolloutHere(caches, current, plan);
  try {
    for (const stage of stages) {
      await applyAll(writer, current, stage);
    }
  } catch (error) {
    if (isFailure(error, 'invalid') || isFailure(error, 'forbidden')) {
      // The rehearsal went well: what has changed since, such as a right or a quota, may soon be as it was.
      const verdicts = [...before, fails('Applied', REASONS.rejected, error.message)];
      return halt({ verdicts, outcome: { type: 'retry', cause: error } });
    }
    throw error;
  }
  const rollout = rolloutHere(caches, current, plan);
  const deploy = current.spec.deploy === true;
  const applied = appliedVerdict(rollout, plan.waves.length, deploy, troubleHere(caches, current));
  const fields = statusFieldsOf(caches, current, plan, rollout);
  if (rollout.complete) {
    return await tidyUp(writer, current, plan, [...before, applied], fields);
  }
  const draft = {
    verdicts: [...before, applied],
    outcome: { type: 'waiting', reason: applied.reason, atMostMs: 300_000 },
  } as const;
  return rollout.stages.length > 0 ? { type: 'next', draft, fields } : halt(draft, fields);
}

/** What no version needs any more goes when the new one is in place. */
async function tidyUp(
  writer: Writer,
  current: MarketInstall,
  plan: Plan,
  verdicts: readonly Verdict[],
  fields: StatusFields,
): Promise<Step> {
  const { items, surplus } = inventoryHere(writer.caches, current, plan);
  await deleteAll(writer, current, surplus);
  await removeOldTemplates(writer, current, plan.template);
  await adoptVolumes(writer, current, plan);
  return halt(
    { verdicts, outcome: SETTLED },
    { ...fields, serving: plan.template, inventory: withoutItems(items, surplus) },
  );
}

function told(objection: DryRunProblem, more: number): { readonly reason: string; readonly message: string } {
  const rest = more === 0 ? '' : `; and ${more} more`;
  return objection.type === 'taken'
    ? { reason: REASONS.nameTaken, message: `somebody else has a ${objection.object} here${rest}` }
    : {
        reason: REASONS.rejected,
        message: `the API server does not take the ${objection.object}: ${objection.message}${rest}`,
      };
}
