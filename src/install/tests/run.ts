import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import { boundedInstallStatus } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import type { TestRun } from '../../api/testrun.ts';
import { shortHash } from '../../base/hash.ts';
import { inParallel } from '../../base/parallel.ts';
import { isFailure } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { JOBS } from '../../objects/workload.ts';
import type { PlannedTest } from '../../source/content.ts';
import { allOwned, findOwned } from '../caches.ts';
import { itemKeyOf } from '../inventory.ts';
import { nameHolder } from '../nameowner.ts';
import { objectKeyOf, ownedDraft } from '../owned.ts';
import type { Plan } from '../plan/plan.ts';
import { reportInstallStatus } from '../status/report.ts';
import { RECHECK_MS } from '../status/verdicts.ts';
import type { Step } from '../steps.ts';
import { toldError, toldErrors } from '../untold.ts';
import { createDraft, deleteObject, type Writer } from '../writer.ts';
import { decideEnd, decideTests, type ObservedTests, refusedRun, testRequestOf } from './decide.ts';

/** Kinds of the objects of tests. */
const KINDS: readonly Resource[] = [JOBS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS];

/**
 * Step that ends the run in the status, where nobody waits for it any longer or the spec names another version; undefined
 * where the install goes on. Throws KubeError.
 */
export async function endTests(writer: Writer, current: MarketInstall): Promise<Step | undefined> {
  if (current.status?.tests === undefined) {
    return undefined;
  }
  const objects = objectsOfRuns(writer, current);
  const decision = decideEnd(
    current,
    objects.map(({ object }) => object),
    new Date(),
  );
  switch (decision.type) {
    case 'none':
      return undefined;
    case 'tidy':
      await remove(
        writer,
        objects.filter(({ object }) => decision.objects.includes(object)),
      );
      return undefined;
    case 'break-off':
      await remove(writer, objects);
      await reportInstallStatus(
        writer,
        current,
        boundedInstallStatus({ ...current.status, tests: decision.run }),
      );
      return { type: 'again' };
  }
}

/** End of a reconcile, with what its status says of the tests that are requested. Throws KubeError. */
export async function withTests(
  writer: Writer,
  current: MarketInstall,
  plan: Plan,
  step: Extract<Step, { type: 'halt' }>,
): Promise<Step> {
  const decision = writer.charge(() => decideTests(observeTests(writer, current, plan, step), new Date()));
  switch (decision.type) {
    case 'none':
      return step;
    case 'tell':
      return { ...step, fields: { ...step.fields, tests: decision.run } };
    case 'begin':
      await remove(writer, objectsOfRuns(writer, current));
      return { ...step, type: 'next', fields: { ...step.fields, tests: decision.run } };
    case 'go-on': {
      const tests = await toldErrors(plan, () => makeAll(writer, current, plan, decision));
      const outcome = { type: 'waiting', reason: REASONS.progressing, atMostMs: RECHECK_MS } as const;
      const isSettled = step.draft.outcome.type === 'settled';
      const draft = isSettled ? { ...step.draft, outcome } : step.draft;
      return { ...step, draft, fields: { ...step.fields, tests } };
    }
  }
}

function observeTests(
  { caches }: Writer,
  current: MarketInstall,
  { template, tests }: Plan,
  { draft }: Extract<Step, { type: 'halt' }>,
): ObservedTests {
  const { spec, status } = current;
  const request = testRequestOf(current);
  const isInPlace = draft.verdict.status === 'True' && template.version === spec.appModelVersion;
  const running = spec.deploy === true ? 'in-place' : 'stopped';
  return {
    request,
    run: status?.tests,
    version: template.version,
    tests,
    standing: isInPlace ? running : 'not-in-place',
    find: ({ planned: { resource, draft: object } }) => {
      const found = findOwned(caches, current, resource, object.metadata.name);
      return found?.metadata.labels?.[LABELS.testRun] === runLabel(request ?? '') ? found : undefined;
    },
  };
}

/** Value of the label of the objects of a run. */
function runLabel(request: string): string {
  return shortHash(request, 16);
}

/** Object of a run, and its kind. */
interface StoredTest {
  readonly resource: Resource;
  readonly object: KubeObject;
}

/** Objects of runs; what was a test in an earlier version may be part of the install by now. */
function objectsOfRuns({ caches }: Writer, install: MarketInstall): readonly StoredTest[] {
  const installed = new Set((install.status?.inventory ?? []).map(itemKeyOf));
  return KINDS.flatMap((resource) =>
    allOwned(caches, install, resource)
      .filter(({ metadata }) => metadata.labels?.[LABELS.testRun] !== undefined)
      .filter(({ metadata }) => !installed.has(objectKeyOf(resource, metadata.name)))
      .map((object) => ({ resource, object })),
  );
}

/** Deletes objects of runs; one that the account may not delete stays. Throws every other KubeError. */
async function remove(writer: Writer, objects: readonly StoredTest[]): Promise<void> {
  await inParallel(objects, async ({ resource, object }) => {
    try {
      await deleteObject(writer, resource, object);
    } catch (error) {
      if (!isFailure(error, 'forbidden')) {
        throw error;
      }
    }
  });
}

/** Creates objects of a run: the run as it is then, refused where the API server rejects one. Throws KubeError. */
async function makeAll(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
  { run, due }: { readonly run: TestRun; readonly due: readonly PlannedTest[] },
): Promise<TestRun> {
  const stages = [due.filter(({ planned }) => planned.resource !== JOBS), due.filter(isJob)];
  try {
    for (const stage of stages) {
      await inParallel(stage, (test) => makeOne(writer, install, run, test));
    }
  } catch (error) {
    if (isFailure(error, 'forbidden') || isFailure(error, 'invalid') || isFailure(error, 'already-exists')) {
      return refusedRun(run, toldError(plan, error).message, new Date());
    }
    throw error;
  }
  return run;
}

/** Creates an object of a run, unless it is there; never one in the place of another. Throws KubeError. */
async function makeOne(
  writer: Writer,
  install: MarketInstall,
  { requested }: TestRun,
  { planned, deletedAfter }: PlannedTest,
): Promise<void> {
  const { metadata } = planned.draft;
  const label = runLabel(requested);
  const labels = { ...metadata.labels, [LABELS.testRun]: label };
  const annotations = { ...metadata.annotations, [ANNOTATIONS.testDeletedAfter]: deletedAfter.join() };
  const draft = { ...planned.draft, metadata: { ...metadata, labels, annotations } };
  try {
    await createDraft(writer, planned.resource, ownedDraft({ ...planned, draft }, install));
  } catch (error) {
    const holder = isFailure(error, 'already-exists') ? await nameHolder(writer, planned) : undefined;
    if (holder?.metadata.labels?.[LABELS.testRun] !== label) {
      throw error;
    }
  }
}

function isJob({ planned }: PlannedTest): boolean {
  return planned.resource === JOBS;
}
