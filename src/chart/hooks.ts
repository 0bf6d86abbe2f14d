import type { NotApplied } from '../api/marketinstall.ts';
import { fieldsOf } from '../base/fields.ts';
import { CLAIMS } from '../objects/core.ts';
import type { ChartObject, RenderedChart, SourcedObject } from './rendering.ts';

/** Object of a chart, and when it is made: before the others, with them, or after they are there. */
export interface PlacedObject extends SourcedObject {
  readonly when: 'before' | 'with' | 'after';
  /** Weight among the hooks of the same event: lower ones come first. */
  readonly weight: number;
}

type RenderedHook = RenderedChart['hooks'][number];

/** Events of hooks that are made with a version, and when. */
const PLACES: Readonly<Record<string, 'before' | 'after'>> = {
  'pre-install': 'before',
  'post-install': 'after',
};

/** Events of hooks that test a release. */
const TESTS: readonly string[] = ['test', 'test-success', 'test-failure'];

/** Objects of a chart that an install makes, in the order in which Helm creates them, and what it does not make. Pure. */
export function placedObjects({ objects, hooks, crds }: RenderedChart): {
  readonly placed: readonly PlacedObject[];
  readonly notApplied: readonly NotApplied[];
} {
  const placed = objects.map(
    ({ source, object }): PlacedObject => ({ source, object: withoutHelm(object), when: 'with', weight: 0 }),
  );
  const notApplied: NotApplied[] = [
    ...crds.map(({ source }) => ({
      path: source,
      why: 'definitions of custom resources belong to the whole cluster: the platform team installs them',
    })),
    ...objects.flatMap(notKept),
  ];
  for (const hook of hooks) {
    const when = hook.events.map((event) => PLACES[event]).find((each) => each !== undefined);
    if (when === undefined) {
      notApplied.push({ path: hook.source, why: whyNot(hook) });
    } else {
      placed.push({ source: hook.source, object: withoutHelm(hook.object), when, weight: hook.weight });
    }
  }
  return { placed, notApplied };
}

/** Annotation by which Helm keeps an object when its release goes. */
const POLICY = 'helm.sh/resource-policy';

/** Object without the annotations that tell Helm what to do with it, and that mean nothing afterwards. */
function withoutHelm(object: ChartObject): ChartObject {
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
export function nameOf({ kind, metadata }: ChartObject): string {
  const { name } = fieldsOf(metadata);
  return `${kind} ${typeof name === 'string' ? name : ''}`.slice(0, 253);
}

/** Object that Helm would keep, and an install does not; volumes stay anyway. */
function notKept({ source, object }: SourcedObject): readonly NotApplied[] {
  const { annotations } = fieldsOf(object.metadata);
  return fieldsOf(annotations)[POLICY] === undefined || object.kind === CLAIMS.kind
    ? []
    : [{ path: source, why: `${nameOf(object)} goes with its install: only volumes stay` }];
}

function whyNot({ events }: RenderedHook): string {
  return events.some((event) => TESTS.includes(event))
    ? 'it is a test of the chart, which an install does not run'
    : `an install has no hooks for ${events.join(', ').slice(0, 200)}`;
}

/** Component, and where its chart has it. */
interface PlacedComponent {
  readonly key: string;
  readonly place: PlacedObject;
}

/**
 * Components that each component waits for, by key: hooks before an install wait for those of a lower weight, what is no
 * hook waits for all of them, and hooks after an install wait for those of a lower weight. These do not wait until the
 * others are ready, as in Helm, which runs them once the others are created. Pure.
 */
export function hookWaves(components: readonly PlacedComponent[]): ReadonlyMap<string, readonly string[]> {
  const before = components.filter(({ place }) => place.when === 'before');
  const after = components.filter(({ place }) => place.when === 'after');
  const lighter = (among: readonly PlacedComponent[], { place }: PlacedComponent) =>
    among.filter((other) => other.place.weight < place.weight);
  return new Map(
    components.map((component) => {
      const { when } = component.place;
      const awaited =
        when === 'before'
          ? lighter(before, component)
          : [...before, ...(when === 'after' ? lighter(after, component) : [])];
      return [component.key, awaited.map(({ key }) => key)];
    }),
  );
}
