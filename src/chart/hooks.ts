import type { NotApplied } from '../api/marketinstall.ts';
import { fieldsOf } from '../base/fields.ts';
import { CLAIMS } from '../objects/core.ts';
import type { JobEnd } from '../source/content.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import type { ChartRelease } from './release.ts';
import type { ChartObject, RenderedChart, SourcedObject } from './rendering.ts';

/** Object of a chart, and when it is made: before the others, with them, or after they are there. */
export interface PlacedObject extends SourcedObject {
  readonly when: 'before' | 'with' | 'after';
  /** Weight among the hooks of the same event: lower ones come first. */
  readonly weight: number;
  /** Ends after which it is deleted, if it is a Job. */
  readonly deletedAfter: readonly JobEnd[];
}

export type RenderedHook = RenderedChart['hooks'][number];

/** Place of what is no hook. */
const WITH = { when: 'with', weight: 0, deletedAfter: [] } as const;

/** Events of hooks that are made with a version, and when: at an install, and at an upgrade. */
const PLACES = {
  install: { 'pre-install': 'before', 'post-install': 'after' },
  upgrade: { 'pre-upgrade': 'before', 'post-upgrade': 'after' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, 'before' | 'after'>>>>;

/** Policies by which Helm deletes a hook, as far as they are about its end. */
const ENDS: ReadonlyMap<string, JobEnd> = new Map([
  ['hook-succeeded', 'done'],
  ['hook-failed', 'failed'],
]);

/** Events of hooks that test a release, as Helm knows them. */
const TESTS: readonly string[] = ['test', 'test-success'];

/** Whether a hook tests a release. */
export function isTest({ events }: RenderedHook): boolean {
  return events.some((event) => TESTS.includes(event));
}

/** Ends after which Helm deletes a hook. */
export function endsOf({ deletePolicies }: RenderedHook): readonly JobEnd[] {
  return deletePolicies.flatMap((policy) => ENDS.get(policy) ?? []);
}

/** Why some objects are not made, whatever they have. */
const OF_CLUSTER =
  'definitions of custom resources belong to the whole cluster: the platform team installs them';
const IS_TEST = 'it is a test of the chart, which kubectl stoa test runs';

/** Reasons that have nothing of an object. */
export const FIXED_REASONS: readonly string[] = [OF_CLUSTER, IS_TEST];

/** Objects of a chart in a release. */
interface PlacedObjects {
  /** Those that the release makes, in the order in which Helm creates them. */
  readonly placed: readonly PlacedObject[];
  /** Jobs of hooks that the release does not run, and that stay where they have run in it. */
  readonly withheld: readonly PlacedObject[];
  readonly notApplied: readonly NotApplied[];
}

/**
 * Objects of a chart in a release. Jobs of hooks run at the events that they name; other objects of hooks stay, as in
 * Helm, from the install on. Pure.
 */
export function placedObjects(
  { objects, hooks, crds }: RenderedChart,
  { revision, runsHooks }: Pick<ChartRelease, 'revision' | 'runsHooks'>,
): PlacedObjects {
  const main = objects.map(
    ({ source, object }): PlacedObject => ({ source, object: withoutHelm(object), ...WITH }),
  );
  const notApplied: NotApplied[] = [
    ...crds.map(({ source }) => ({
      path: source,
      why: OF_CLUSTER,
    })),
    ...objects.flatMap(notKept),
    ...hooks.flatMap((hook) =>
      placeOf(hook, 'install') === undefined && placeOf(hook, 'upgrade') === undefined
        ? [{ path: hook.source, why: whyNot(hook) }]
        : [],
    ),
  ];
  const ofHooks = hooks.flatMap((hook) => placedHook(hook, revision));
  const isPlaced = ({ object }: PlacedObject) => runsHooks || !isRun(object);
  return {
    placed: [...main, ...ofHooks.filter(isPlaced)],
    withheld: ofHooks.filter((each) => !isPlaced(each)),
    notApplied,
  };
}

function placedHook(hook: RenderedHook, revision: number): readonly PlacedObject[] {
  const { source, object, weight } = hook;
  const own = placeOf(hook, revision === 1 ? 'install' : 'upgrade');
  const when = own ?? (isRun(object) ? undefined : placeOf(hook, 'install'));
  return when === undefined
    ? []
    : [{ source, object: withoutHelm(object), when, weight, deletedAfter: endsOf(hook) }];
}

/** Whether an object is a Job. */
export function isRun({ kind }: Pick<ChartObject, 'kind'>): boolean {
  return isWorkloadKind(kind) && WORKLOAD_KINDS[kind].runs === 'to-completion';
}

function placeOf({ events }: RenderedHook, at: keyof typeof PLACES): 'before' | 'after' | undefined {
  const places: Readonly<Record<string, 'before' | 'after'>> = PLACES[at];
  return events.map((event) => places[event]).find((place) => place !== undefined);
}

/** Annotation by which Helm keeps an object when its release goes. */
const POLICY = 'helm.sh/resource-policy';

/** Object without the annotations that tell Helm what to do with it, and that mean nothing afterwards. */
export function withoutHelm(object: ChartObject): ChartObject {
  const metadata = fieldsOf(object.metadata);
  if (metadata.annotations === undefined) {
    return object;
  }
  const others = Object.entries(fieldsOf(metadata.annotations)).filter(
    ([key]) => key !== POLICY && !key.startsWith('helm.sh/hook'),
  );
  return { ...object, metadata: { ...metadata, annotations: Object.fromEntries(others) } };
}

/** Kind and name of an object, for people; a chart may have anything in their place. */
export function objectLabel({ kind, metadata }: ChartObject): string {
  const { name } = fieldsOf(metadata);
  return `${kind} ${typeof name === 'string' ? name : ''}`.slice(0, 253);
}

/** Object that Helm would keep, and an install does not; volumes stay anyway. */
function notKept({ source, object }: SourcedObject): readonly NotApplied[] {
  const { annotations } = fieldsOf(object.metadata);
  return fieldsOf(annotations)[POLICY] === undefined || object.kind === CLAIMS.kind
    ? []
    : [{ path: source, why: `${objectLabel(object)} goes with its install: only volumes stay` }];
}

function whyNot(hook: RenderedHook): string {
  return isTest(hook)
    ? IS_TEST
    : `${objectLabel(hook.object)} is not made: an install has no hooks for ${hook.events.join(', ').slice(0, 200)}`;
}

/** Component, and where its chart has it. */
interface PlacedComponent {
  readonly key: string;
  readonly place: PlacedObject;
}

/**
 * Components that each component waits for, by key: hooks before a release run one after the other, by weight and name,
 * and all others wait for the last one. Hooks after a release wait for those of a lower weight, but not until what is no
 * hook is ready, as in Helm, which runs them once the others are created. Pure.
 */
export function hookWaves(components: readonly PlacedComponent[]): ReadonlyMap<string, readonly string[]> {
  const before = components.filter(({ place }) => place.when === 'before').toSorted(inHelmsOrder);
  const after = components.filter(({ place }) => place.when === 'after');
  const last = before.slice(-1);
  const awaited = (component: PlacedComponent) => [
    ...last,
    ...(component.place.when === 'after'
      ? after.filter(({ place }) => place.weight < component.place.weight)
      : []),
  ];
  return new Map([
    ...before.map(({ key }, at) => [key, keysOf(before.slice(Math.max(at - 1, 0), at))] as const),
    ...components
      .filter(({ place }) => place.when !== 'before')
      .map((component) => [component.key, keysOf(awaited(component))] as const),
  ]);
}

function keysOf(components: readonly PlacedComponent[]): readonly string[] {
  return components.map(({ key }) => key);
}

/** Order of hooks of one event: by weight, then by name (`hookByWeight` of Helm). */
function inHelmsOrder({ place: a }: PlacedComponent, { place: b }: PlacedComponent): number {
  return a.weight - b.weight || (nameOf(a) < nameOf(b) ? -1 : 1);
}

function nameOf({ object }: PlacedObject): string {
  return String(fieldsOf(object.metadata).name);
}
