import { timestamp } from '../../api/condition.ts';
import { ANNOTATIONS } from '../../api/group.ts';
import { isPreviewId } from '../../api/preview.ts';
import { MAX_TEST_MESSAGE, type TestResult, type TestRun } from '../../api/testrun.ts';
import { present } from '../../base/fields.ts';
import { clipped, firstFew } from '../../base/text.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { JOBS } from '../../objects/workload.ts';
import type { JobEnd, PlannedTest, PlannedTests } from '../../source/content.ts';
import { isWorkload, traitsOf } from '../../workload/kinds.ts';
import { readinessOf } from '../../workload/state.ts';

/** Id of the request for a run of tests that an install has; undefined without one. Pure. */
export function testRequestOf({ metadata }: MarketInstall): string | undefined {
  const id = metadata.annotations?.[ANNOTATIONS.testsRequested];
  return id !== undefined && isPreviewId(id) ? id : undefined;
}

/** Work that is due on a run that nobody waits for any longer. */
type TestEnd =
  | { readonly type: 'none' }
  /** All its objects are deleted, and the status tells why it ended. */
  | { readonly type: 'break-off'; readonly run: TestRun }
  /** Objects are deleted by the policies of the chart. */
  | { readonly type: 'tidy'; readonly objects: readonly KubeObject[] };

/** Decides on the end of the run in the status; `objects` are those of all runs. Pure. */
export function decideEnd(install: MarketInstall, objects: readonly KubeObject[], now: Date): TestEnd {
  const run = install.status?.tests;
  const isAsked = run !== undefined && testRequestOf(install) === run.requested;
  if (run?.result === 'Running' && (!isAsked || run.version !== install.spec.appModelVersion)) {
    const why = isAsked ? 'the spec names another version' : 'nobody asks for it any longer';
    return { type: 'break-off', run: finished(run, 'Failed', `the run was broken off: ${why}`, now) };
  }
  const over = isAsked || run === undefined ? [] : objects.filter((object) => isDeletedAfter(object, run));
  return over.length === 0 ? { type: 'none' } : { type: 'tidy', objects: over };
}

/** Whether an object of a run that has ended is deleted: a Job by its own end, others by that of the run. */
function isDeletedAfter(object: KubeObject, { result }: TestRun): boolean {
  const ends = object.metadata.annotations?.[ANNOTATIONS.testDeletedAfter]?.split(',') ?? [];
  const ofRun: JobEnd = result === 'Passed' ? 'done' : 'failed';
  const end = isWorkload(object) ? (endOf(object)?.end ?? ofRun) : ofRun;
  return result === 'Refused' || ends.includes(end);
}

/** State of an install, and of the run that its status tells of. */
export interface ObservedTests {
  readonly request: string | undefined;
  readonly run: TestRun | undefined;
  readonly version: string;
  readonly tests: PlannedTests | undefined;
  /** Whether the version is in place, and has pods. */
  readonly standing: 'in-place' | 'stopped' | 'not-in-place';
  /** Stored object of the run that is requested. */
  readonly find: (test: PlannedTest) => KubeObject | undefined;
}

/** Decision on the tests of an install. */
export type TestDecision =
  | { readonly type: 'none' }
  /** The status tells of a run that has ended. */
  | { readonly type: 'tell'; readonly run: TestRun }
  /** The run begins, once what other runs have left is deleted. */
  | { readonly type: 'begin'; readonly run: TestRun }
  /** Objects are created; `run` has them. */
  | { readonly type: 'go-on'; readonly run: TestRun; readonly due: readonly PlannedTest[] };

/** Decides on the tests of an install: one weight after the other, until one fails. Pure. */
export function decideTests(observed: ObservedTests, now: Date): TestDecision {
  const { request, run, tests, version, standing } = observed;
  if (request === undefined || (run?.requested === request && run.result !== 'Running')) {
    return { type: 'none' };
  }
  if (run?.requested === request && tests?.type === 'planned') {
    return goOn(run, tests.objects, observed, now);
  }
  if (standing === 'not-in-place') {
    return { type: 'none' };
  }
  const head = { requested: request, version };
  const refusal = standing === 'stopped' ? 'nothing runs: deploy is not true' : refusalOf(tests);
  return refusal === undefined && tests?.type === 'planned'
    ? { type: 'begin', run: begun(head, tests.objects, now) }
    : { type: 'tell', run: refusedRun(head, refusal ?? '', now) };
}

/** Run that cannot go on, for a reason. */
export function refusedRun(run: Omit<TestRun, 'result'>, message: string, now: Date): TestRun {
  return finished(run, 'Refused', message, now);
}

function finished(
  run: Omit<TestRun, 'result'>,
  result: TestRun['result'],
  message: string,
  now: Date,
): TestRun {
  return { ...run, result, message, finishedAt: timestamp(now) };
}

/** Most problems that a message names. */
const NAMED = 3;

function refusalOf(tests: PlannedTests | undefined): string | undefined {
  if (tests === undefined) {
    return 'there are no tests: only a chart has some';
  }
  return tests.type === 'refused' ? firstFew(tests.problems, NAMED, '; ') : undefined;
}

function begun(
  head: Pick<TestRun, 'requested' | 'version'>,
  objects: readonly PlannedTest[],
  now: Date,
): TestRun {
  const hooks = objects.filter(isJob).map((test): TestResult => ({ name: nameOf(test), result: 'Waiting' }));
  return { ...head, startedAt: timestamp(now), result: 'Running', hooks };
}

function goOn(
  run: TestRun,
  objects: readonly PlannedTest[],
  { find }: ObservedTests,
  now: Date,
): TestDecision {
  const known = new Map((run.hooks ?? []).map((hook) => [hook.name, hook]));
  const results = objects
    .filter(isJob)
    .map((test) => ({ test, hook: resultOf(nameOf(test), known.get(nameOf(test)), find(test)) }));
  const of = (result: TestResult['result']) => results.filter(({ hook }) => hook.result === result);
  const hooks = results.map(({ hook }) => hook);
  const failed = of('Failed');
  if (failed.length > 0) {
    const names = failed.map(({ hook }) => hook.name);
    const ended = finished({ ...run, hooks }, 'Failed', `failed: ${firstFew(names, NAMED, ', ')}`, now);
    return of('Running').length > 0
      ? { type: 'go-on', run: { ...run, hooks }, due: [] }
      : { type: 'tell', run: ended };
  }
  const open = results.filter(({ hook }) => hook.result !== 'Passed');
  if (open.length === 0) {
    return { type: 'tell', run: finished({ ...run, hooks }, 'Passed', 'every test has passed', now) };
  }
  const weight = Math.min(...open.map(({ test }) => test.weight));
  const waiting = new Set(of('Waiting').map(({ test }) => test));
  const due = objects.filter(
    (test) => test.weight <= weight && find(test) === undefined && (!isJob(test) || waiting.has(test)),
  );
  const begins = new Set(due.filter(isJob).map(nameOf));
  const after = hooks.map(
    (hook): TestResult => (begins.has(hook.name) ? { ...hook, result: 'Running' } : hook),
  );
  return { type: 'go-on', run: { ...run, hooks: after }, due };
}

/** Result of a test by its Job; what has ended stays so when the Job is gone. */
function resultOf(name: string, known: TestResult | undefined, stored: KubeObject | undefined): TestResult {
  const before = known ?? { name, result: 'Waiting' };
  if (before.result === 'Passed' || before.result === 'Failed') {
    return before;
  }
  if (stored === undefined) {
    return before.result === 'Running' ? { name, result: 'Failed', message: 'its Job was deleted' } : before;
  }
  const ended = endOf(stored);
  if (ended === undefined) {
    return { name, result: 'Running' };
  }
  const message = ended.why === undefined ? undefined : clipped(ended.why, MAX_TEST_MESSAGE);
  return { name, result: ended.end === 'done' ? 'Passed' : 'Failed', ...present({ message }) };
}

/** End of a Job; undefined while it has none, and where somebody has suspended it. */
function endOf(stored: KubeObject): { readonly end: JobEnd; readonly why?: string } | undefined {
  if (!isWorkload(stored) || traitsOf(stored).isStopped(stored)) {
    return undefined;
  }
  const readiness = readinessOf(stored);
  switch (readiness.type) {
    case 'ready':
      return { end: 'done' };
    case 'failed':
      return { end: 'failed', why: readiness.why };
    case 'progressing':
      return undefined;
  }
}

function isJob({ planned }: PlannedTest): boolean {
  return planned.resource === JOBS;
}

function nameOf({ planned }: PlannedTest): string {
  return planned.draft.metadata.name;
}
