import { accessOf } from '../allowed/access.ts';
import {
  type MadeObject,
  makeBrought,
  type ReadObject,
  readBrought,
  withBrought,
} from '../allowed/brought.ts';
import { GROUP } from '../api/group.ts';
import type { NotApplied } from '../api/marketinstall.ts';
import { MAX_TESTS } from '../api/testrun.ts';
import { changedAt, type Fields, fieldsOf } from '../base/fields.ts';
import type { Gradual } from '../base/gradual.ts';
import { CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS } from '../objects/core.ts';
import type { PlannedObject } from '../objects/planned.ts';
import { JOBS, PODS } from '../objects/workload.ts';
import type { PlannedTests } from '../source/content.ts';
import { withMirrors } from '../source/image.ts';
import { installLabels, type Surroundings } from '../source/surroundings.ts';
import { UNTOLD } from '../source/untold.ts';
import { endsOf, isTest, objectLabel, type RenderedHook, withoutHelm } from './hooks.ts';
import { foreignProblems, refusedProblems } from './problems.ts';
import type { ChartObject, RenderedChart } from './rendering.ts';

/** Longest run of a test, in seconds, unless its chart says a shorter one. */
const TEST_SECONDS = 300;

/** Kinds of the objects of tests that are made as they are. */
const HELPERS: readonly string[] = [CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS].map(({ kind }) => kind);

/**
 * Gate that nobody opens: pods of tests have the labels by which the Services of their chart select pods, and must not
 * get their traffic.
 */
const READINESS_GATES = [{ conditionType: `${GROUP}/serves` }];

/** Objects of the install that the tests of its chart are for. */
interface TestedInstall {
  readonly surroundings: Surroundings;
  /** Objects of the chart as read, which tests may refer to. */
  readonly read: readonly ReadObject[];
  /** Objects of the install, which tests must not replace. */
  readonly made: readonly MadeObject[];
  /** Whether values of Secrets went into it, so that no problem of an object is told. */
  readonly fromSecrets: boolean;
}

/** Tests of a chart, and what their objects do without. */
interface MadeTests {
  /** Undefined where there are none. */
  readonly tests: PlannedTests | undefined;
  readonly notApplied: readonly NotApplied[];
}

/** Tests of a chart, within the same allow-lists as its other objects. Pure. */
export function* testsOf(
  { hooks }: Pick<RenderedChart, 'hooks'>,
  { surroundings, read, made, fromSecrets }: TestedInstall,
): Gradual<MadeTests> {
  const tests = hooks.filter(isTest).toSorted((a, b) => a.weight - b.weight);
  if (tests.length === 0) {
    return { tests: undefined, notApplied: [] };
  }
  const unfit = [...foreignProblems(tests, surroundings.namespace), ...tests.flatMap(kindProblem)];
  if (tests.length > MAX_TESTS || unfit.length > 0) {
    const tooMany = `the chart has ${tests.length} objects of tests, and there is room for ${MAX_TESTS}`;
    return refused(unfit.length > 0 ? unfit : [tooMany], fromSecrets);
  }
  const own = tests.map(({ object, source }) =>
    readBrought({ path: source, document: asJob(withoutHelm(object)), fallback: '' }, surroundings),
  );
  const context = { namespace: surroundings.namespace, labels: installLabels(surroundings) };
  const allowed = { ...accessOf(surroundings), privateNotes: true };
  const access = yield* withBrought(allowed, [...read, ...own], context);
  const others = made.flatMap(({ planned }) => planned ?? []);
  const results = yield* makeBrought(own, { ...context, access, others });
  const problems = refusedProblems(results);
  if (problems.length > 0) {
    return refused(problems, fromSecrets);
  }
  const notApplied = results.flatMap(({ path, problems: whys }) => whys.map((why) => ({ path, why })));
  return { tests: plannedTests(tests, results, surroundings), notApplied };
}

function refused(problems: readonly string[], fromSecrets: boolean): MadeTests {
  const told = fromSecrets ? [`a test cannot be made: ${UNTOLD}`] : problems;
  return { tests: { type: 'refused', problems: told }, notApplied: [] };
}

function plannedTests(
  hooks: readonly RenderedHook[],
  made: readonly MadeObject[],
  surroundings: Surroundings,
): PlannedTests | undefined {
  const objects = made.flatMap(({ planned }, index) => {
    const hook = hooks[index];
    return planned === undefined || hook === undefined
      ? []
      : [{ planned: asTest(planned, surroundings), weight: hook.weight, deletedAfter: endsOf(hook) }];
  });
  return objects.some(({ planned }) => planned.resource === JOBS) ? { type: 'planned', objects } : undefined;
}

function kindProblem({ object, source }: RenderedHook): readonly string[] {
  return [PODS.kind, JOBS.kind, ...HELPERS].includes(object.kind)
    ? []
    : [`${objectLabel(object)}: a test is a Pod or a Job, and may have ${HELPERS.join(', ')} (${source})`];
}

/** Job that runs a Pod once, and a Job within the time that a test has; any other object as it is. */
function asJob(object: ChartObject): ChartObject {
  const spec = fieldsOf(object.spec);
  const bounds = { activeDeadlineSeconds: secondsOf(spec.activeDeadlineSeconds), suspend: false };
  if (object.kind === JOBS.kind) {
    return { ...object, spec: { ...spec, ...bounds } };
  }
  if (object.kind !== PODS.kind || object.apiVersion !== 'v1') {
    return object;
  }
  const { name, namespace, ...metadata } = fieldsOf(object.metadata);
  const { activeDeadlineSeconds: _seconds, ...pod } = spec;
  const template = { metadata: described(metadata), spec: { ...pod, restartPolicy: 'Never' } };
  return {
    apiVersion: 'batch/v1',
    kind: JOBS.kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...described(metadata) },
    spec: { backoffLimit: 0, ...bounds, template },
  };
}

function described({ labels = {}, annotations = {} }: Fields): Fields {
  return { labels, annotations };
}

function secondsOf(own: unknown): number {
  return typeof own === 'number' && own >= 1 && own < TEST_SECONDS ? own : TEST_SECONDS;
}

/** Object of a test as it is made: with images from mirrors, and pods that get no traffic. */
function asTest(planned: PlannedObject, { mirrors = {} }: Surroundings): PlannedObject {
  const { resource, draft } = withMirrors(planned, mirrors);
  const spec = changedAt(fieldsOf(draft.spec), ['template', 'spec'], (pod) => ({
    ...pod,
    readinessGates: READINESS_GATES,
  }));
  return resource === JOBS ? { resource, draft: { ...draft, spec } } : { resource, draft };
}
