import { accessOf } from '../allowed/access.ts';
import { type MadeObject, makeBrought, readBrought, withBrought } from '../allowed/brought.ts';
import { ANNOTATIONS, LABELS } from '../api/group.ts';
import type { ChartFacts } from '../api/marketinstall.ts';
import { changedAt, fieldAt, fieldsOf, present } from '../base/fields.ts';
import type { Gradual } from '../base/gradual.ts';
import { clipped } from '../base/text.ts';
import { CLAIMS, SECRETS, SERVICES, type Secret, type Service, selectsLabels } from '../objects/core.ts';
import { maskOf, valuesOf } from '../objects/mask.ts';
import { kindAndName, type PlannedObject } from '../objects/planned.ts';
import { aliasOf, componentIdOf } from '../source/componentid.ts';
import type { Content, PlannedComponent } from '../source/content.ts';
import { withMirrors } from '../source/image.ts';
import { installLabels, type Mirrors, type Surroundings } from '../source/surroundings.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import { hookWaves, isRun, type PlacedObject, placedObjects } from './hooks.ts';
import { foreignProblems, refusedProblems } from './problems.ts';
import type { ChartRelease } from './release.ts';
import type { RenderedChart } from './rendering.ts';
import { isRoute, rulesOf } from './routes.ts';
import { testsOf } from './tests.ts';

/** Content of an install that a chart makes, or why there is none. */
export type ChartContent =
  | { readonly type: 'content'; readonly content: Content }
  /** Objects that no install makes, each with the reason. */
  | { readonly type: 'refused'; readonly problems: readonly string[] };

/** Release that a content is of, and whether values of Secrets went into it. */
interface ContentContext {
  readonly release: Omit<ChartRelease, 'releases'>;
  readonly fromSecrets: boolean;
}

/**
 * Content of an install that a chart makes. Deployments, StatefulSets and DaemonSets are components, each with the
 * Services that select its pods alone; all of it is refused where one object is none that an install makes. It has no notes
 * where values came from Secrets. Pure.
 */
export function* contentOf(
  chart: RenderedChart,
  surroundings: Surroundings,
  { release, fromSecrets }: ContentContext,
): Gradual<ChartContent> {
  const { namespace, install, mirrors = {} } = surroundings;
  const labels = installLabels(surroundings);
  const { placed, withheld, notApplied } = placedObjects(chart, release);
  const others = placed.filter((each) => !isRoute(each));
  const read = [...others, ...withheld].map(({ object, source }) =>
    readBrought({ path: source, document: object, fallback: '' }, surroundings),
  );
  // Pods of a release that an earlier version of Stoa rendered stay what they are.
  const allowed = { ...accessOf(surroundings), privateNotes: release.time !== undefined };
  const access = yield* withBrought(allowed, read, { namespace, labels });
  const made = yield* makeBrought(read, { namespace, labels, access, others: [] });
  const routes = yield* rulesOf(placed.filter(isRoute), {
    surroundings,
    labels,
    access,
    made: made.flatMap(({ planned }) => planned ?? []),
  });
  const own = made.slice(0, others.length);
  const problems = [...foreignProblems(placed, namespace), ...refusedProblems(own), ...routes.problems];
  if (problems.length > 0) {
    return { type: 'refused', problems };
  }
  const tested = yield* testsOf(chart, { surroundings, read, made, fromSecrets });
  const left = made.flatMap(({ path, problems }: MadeObject) => problems.map((why) => ({ path, why })));
  const released = { installUid: install.uid, release: release.id };
  const standing = componentsOf(madeAt(withheld, made.slice(others.length), mirrors), released);
  return {
    type: 'content',
    content: {
      ...componentsOf(madeAt(others, own, mirrors), released),
      withheld: standing.components.map(({ workload }) => workload),
      rules: routes.rules,
      notApplied: [...notApplied, ...routes.notApplied, ...left, ...tested.notApplied],
      ...present({ tests: tested.tests }),
      chart: factsOf(chart, fromSecrets),
    },
  };
}

/** Object as it is made, and where the chart has it. */
interface Made {
  readonly planned: PlannedObject;
  readonly place: PlacedObject;
}

/** Objects as they are made at their places, with images from mirrors; without those that are not made. */
function madeAt(
  places: readonly PlacedObject[],
  made: readonly MadeObject[],
  mirrors: Mirrors,
): readonly Made[] {
  return places.flatMap((place, index) => {
    const planned = made[index]?.planned;
    return planned === undefined ? [] : [{ planned: withMirrors(planned, mirrors), place }];
  });
}

/** Most characters of the notes of a chart in a status. */
const MAX_NOTES = 4_096;

/** Most characters of notes that are looked through: what is cut there may leave the beginning of a secret value. */
const MAX_NOTES_READ = 16 * MAX_NOTES;

/** Facts of a chart, whose notes have no values of its own Secrets; it has none where values came from other ones. */
function factsOf(
  { chart: { name, version, appVersion }, notes, objects, hooks }: RenderedChart,
  fromSecrets: boolean,
): ChartFacts {
  const secrets = [...objects, ...hooks].filter(({ object }) => object.kind === SECRETS.kind);
  const mask = maskOf(secrets.flatMap(({ object }) => valuesOf(object as unknown as Secret)));
  const told = fromSecrets ? '' : mask(notes.slice(0, MAX_NOTES_READ));
  return {
    name,
    version,
    ...present({
      appVersion: appVersion || undefined,
      notes: clipped(told, MAX_NOTES) || undefined,
    }),
  };
}

/** Install, and the release of the chart that it has. */
interface ReleasedInstall {
  readonly installUid: string;
  /** Digest of the release. */
  readonly release: string;
}

function componentsOf(
  objects: readonly Made[],
  { installUid, release }: ReleasedInstall,
): Pick<Content, 'shared' | 'sharedAfter' | 'components'> {
  const parts = objects.filter(isComponent);
  const services = objects.flatMap(({ planned }) => (planned.resource === SERVICES ? [planned] : []));
  const owned = ownedServices(
    services,
    parts.map(({ planned }) => planned),
  );
  const helpers = helpersOf(objects, parts);
  const waves = hookWaves(parts.map(({ planned, place }) => ({ key: kindAndName(planned), place })));
  const components = parts.map(({ planned, place }): PlannedComponent => {
    const key = kindAndName(planned);
    const id = componentIdOf(installUid, key);
    const labels = { [LABELS.componentId]: id, [LABELS.componentAlias]: aliasOf(id) };
    const { source, when, deletedAfter } = place;
    const workload = withPodLabels(named(planned, labels), labels);
    return {
      path: source,
      key,
      id,
      name: planned.draft.metadata.name,
      dependsOn: waves.get(key) ?? [],
      workload: when !== 'with' && isRun(planned.resource) ? ofRelease(workload, release) : workload,
      objects: [
        ...(helpers.get(planned) ?? []),
        ...(owned.get(planned) ?? []).map((service) => named(service, labels)),
      ],
      ...(deletedAfter.length > 0 && isRun(planned.resource) ? { deletedAfter } : {}),
    };
  });
  const placed = new Set(
    [parts.map(({ planned }) => planned), ...owned.values(), ...helpers.values()].flat(),
  );
  return {
    shared: objects.flatMap(({ planned }) => (placed.has(planned) ? [] : [planned])),
    sharedAfter: parts.flatMap(({ planned, place }) =>
      place.when === 'before' ? [kindAndName(planned)] : [],
    ),
    components,
  };
}

/** Kinds of objects of hooks that are made with the others: Services have their workloads, and volumes stay. */
const NO_HELPERS: readonly string[] = [SERVICES, CLAIMS].map(({ kind }) => kind);

/** Objects of hooks by the workload before which they are made: of the hooks after them, the first one. */
function helpersOf(
  objects: readonly Made[],
  parts: readonly Made[],
): ReadonlyMap<PlannedObject, readonly PlannedObject[]> {
  const hosts = parts
    .filter(({ place }) => place.when === 'before')
    .toSorted((a, b) => a.place.weight - b.place.weight);
  const helpers = objects.flatMap((made) => {
    const { planned, place } = made;
    const isHelper =
      place.when === 'before' && !isComponent(made) && !NO_HELPERS.includes(planned.resource.kind);
    const host = hosts.find((each) => each.place.weight >= place.weight);
    return isHelper && host !== undefined ? [{ planned, host: host.planned }] : [];
  });
  const groups = Map.groupBy(helpers, ({ host }) => host);
  return new Map([...groups].map(([host, own]) => [host, own.map(({ planned }) => planned)]));
}

/** Whether an object is a component: a workload whose pods run all the time, or a Job that others wait for. */
function isComponent({ planned, place }: Made): boolean {
  const { kind } = planned.resource;
  return isWorkloadKind(kind) && (WORKLOAD_KINDS[kind].runs === 'continuously' || place.when !== 'with');
}

/** Job that runs once in a release, also where its pods are those of the release before. */
function ofRelease({ resource, draft }: PlannedObject, release: string): PlannedObject {
  const spec = changedAt(fieldsOf(draft.spec), templatePath({ resource, draft }), (template) => ({
    ...template,
    metadata: {
      ...fieldsOf(template.metadata),
      annotations: {
        ...fieldsOf(fieldsOf(template.metadata).annotations),
        [ANNOTATIONS.chartRelease]: release,
      },
    },
  }));
  return { resource, draft: { ...draft, spec } };
}

/** Services by the workload whose pods they select; one that selects those of several, or of none, belongs to none. */
function ownedServices(
  services: readonly PlannedObject[],
  workloads: readonly PlannedObject[],
): ReadonlyMap<PlannedObject, readonly PlannedObject[]> {
  const pods = workloads.map((workload) => ({ workload, labels: podLabels(workload) }));
  const owners = services.flatMap((service) => {
    const { draft } = service;
    const behind = pods.filter(({ labels }) => selectsLabels(draft as unknown as Service, labels));
    const [only] = behind;
    return only === undefined || behind.length > 1 ? [] : [{ service, workload: only.workload }];
  });
  const groups = Map.groupBy(owners, ({ workload }) => workload);
  return new Map([...groups].map(([workload, own]) => [workload, own.map(({ service }) => service)]));
}

function podLabels(workload: PlannedObject): Readonly<Record<string, string>> {
  const path = [...templatePath(workload), 'metadata', 'labels'];
  return fieldsOf(fieldAt(fieldsOf(workload.draft.spec), path)) as Readonly<Record<string, string>>;
}

function templatePath({ resource: { kind } }: PlannedObject): readonly string[] {
  return isWorkloadKind(kind) ? WORKLOAD_KINDS[kind].templatePath : [];
}

/** Object with more labels, and the name that people see. */
function named({ resource, draft }: PlannedObject, labels: Readonly<Record<string, string>>): PlannedObject {
  const { metadata } = draft;
  return {
    resource,
    draft: {
      ...draft,
      metadata: {
        ...metadata,
        labels: { ...metadata.labels, ...labels },
        annotations: { ...metadata.annotations, [ANNOTATIONS.componentName]: metadata.name },
      },
    },
  };
}

function withPodLabels(workload: PlannedObject, labels: Readonly<Record<string, string>>): PlannedObject {
  const { resource, draft } = workload;
  const path = [...templatePath(workload), 'metadata', 'labels'];
  const spec = changedAt(fieldsOf(draft.spec), path, (own) => ({ ...own, ...labels }));
  return { resource, draft: { ...draft, spec } };
}
