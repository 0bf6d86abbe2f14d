import type { NotApplied } from '../api/marketinstall.ts';
import type { Override } from '../api/overrides.ts';
import { present } from '../base/fields.ts';
import type { Gradual } from '../base/gradual.ts';
import { type Content, MAX_OBJECTS } from '../source/content.ts';
import type { Kept, KeptChart, SecretKey } from '../source/kept.ts';
import type {
  FetchResult,
  ReadTemplate,
  RefusedRendering,
  RenderedModel,
  Rendering,
  RenderMeans,
  Source,
} from '../source/source.ts';
import type { RandomHex, Surroundings } from '../source/surroundings.ts';
import type { Store } from '../store/request.ts';
import { contentOf } from './content.ts';
import type { ChartReference } from './fetch/indexreader.ts';
import { type RenderWorld, releaseSeed, renderStable, type StableOutcome } from './generated.ts';
import { isTest } from './hooks.ts';
import { otherOverrides, withImages } from './images.ts';
import type { ChartMeans } from './means.ts';
import { toldOf } from './problems.ts';
import { refusedObjects, refusedOverrides, refusedRendering } from './refusal.ts';
import { type ChartRelease, chartRelease, renderedRelease, specValuesOf } from './release.ts';
import { ReleaseTimes } from './releasetimes.ts';
import type { Capabilities, RenderRequest } from './rendering.ts';
import { type GivenValues, keyedDigest, mergedValues, readGiven } from './values.ts';

/** Dependencies of the source of charts. */
export interface ChartDependencies extends ChartMeans {
  /** Cluster as templates see it. Throws KubeError. */
  readonly capabilities: () => Promise<Capabilities>;
}

/** Hexadecimal digits of the seed of an install: 256 bits. */
const SEED_DIGITS = 64;

/** Dependencies of renderings. */
interface TimedDependencies extends ChartDependencies {
  readonly times: ReleaseTimes;
}

/** Source of Helm charts: repositories have them, and a sandbox renders them. */
export function helmCharts(given: ChartDependencies): Source<RenderedModel> {
  const dependencies = { ...given, times: new ReleaseTimes() };
  return {
    fetch: (store, { appModelId: name, appModelVersion: version }, { signal, ...asker }) =>
      fetchChart(dependencies, store, { name, version, asker }, signal),
    *read(content): Gradual<ReadTemplate<RenderedModel>> {
      yield;
      return 'archive' in content
        ? {
            type: 'read',
            model: chartModel(dependencies, { archive: content.archive, values: {}, overrides: [] }),
          }
        : { type: 'refused', message: 'it is no chart' };
    },
  };
}

async function fetchChart(
  { repositories, renderer }: ChartDependencies,
  store: Store,
  chart: ChartReference,
  signal: AbortSignal,
): Promise<FetchResult> {
  renderer.prepare();
  const fetched = await repositories.fetch(store, chart, signal);
  if (fetched.type === 'refused') {
    return fetched;
  }
  const { archive, version, signedBy } = fetched;
  return { type: 'fetched', content: { archive, version, ...present({ signedBy }) } };
}

/** Chart with what its install sets. */
interface SetChart extends Pick<RenderRequest, 'archive' | 'values'> {
  readonly overrides: readonly Override[];
}

function chartModel(dependencies: TimedDependencies, chart: SetChart): RenderedModel {
  return {
    allocate: (kept, { now, random }) => ({ ...kept, chart: kept.chart ?? firstKept(now, random) }),
    lacksPort: () => false,
    render: (kept, surroundings, means) => renderChart(dependencies, chart, { kept, surroundings }, means),
    override: ({ overrides = [], match = {}, values = {} }) => ({
      model: chartModel(dependencies, { archive: chart.archive, values, overrides }),
      problems: [
        ...otherOverrides(overrides),
        ...(Object.keys(match).length === 0 ? [] : [{ path: 'spec.match', why: NO_MATCHES }]),
      ],
    }),
  };
}

function firstKept(now: Date, random: RandomHex): KeptChart {
  return { seed: random(SEED_DIGITS), time: now.toISOString(), secrets: {}, releases: [] };
}

const NO_MATCHES = 'the components of a chart have the keys that its templates give them';

/** Install to render for. */
interface RenderedFor {
  readonly kept: Kept;
  readonly surroundings: Surroundings;
}

async function renderChart(
  dependencies: TimedDependencies,
  chart: SetChart,
  { kept, surroundings }: RenderedFor,
  { signal, run, again }: RenderMeans,
): Promise<Rendering> {
  const { chart: before } = kept;
  if (before === undefined) {
    throw new Error('the allocations are those of no chart');
  }
  const { namespace, install } = surroundings;
  const leave = await dependencies.turns.take({ namespace, name: install.name, again }, signal);
  if (leave === undefined) {
    return { type: 'busy' };
  }
  const rendered = await renderInTurn(dependencies, chart, { kept: before, surroundings }, signal).finally(
    leave,
  );
  if (rendered.type !== 'rendered') {
    return rendered;
  }
  const { outcome, given } = rendered;
  if (outcome.type === 'refused') {
    return refusedRendering(outcome.refusal, given.fromSecrets);
  }
  const { restored, fresh } = outcome;
  const release = renderedRelease(rendered.release, { restored, time: rendered.time, fresh });
  const { chart: imaged, problems } = withImages(outcome.content, chart.overrides);
  if (problems.length > 0 && surroundings.course !== 'way-back') {
    return refusedOverrides(problems, given.fromSecrets);
  }
  const made = await run(contentOf(imaged, surroundings, { release, fromSecrets: given.fromSecrets }));
  if (made.type === 'refused') {
    return refusedObjects(made.problems, given.fromSecrets);
  }
  const others = [...problems, ...release.restored.map(notGeneratedAnew), ...made.content.notApplied];
  const notApplied = given.fromSecrets ? toldOf(imaged, others) : others;
  const content = { ...made.content, notApplied };
  return {
    type: 'rendered',
    content: (surroundings.valuesFrom ?? []).length === 0 ? content : withGiven(content, given, before.seed),
    kept: { ...kept, chart: { ...outcome.kept, releases: release.releases } },
  };
}

function notGeneratedAnew({ name, key }: SecretKey): NotApplied {
  return { path: `Secret ${name}`, why: `data.${key}: the chart makes it anew, and the value before stays` };
}

/** Outcome of rendering a chart with all its values. */
type RenderedInTurn =
  | RefusedRendering
  | {
      readonly type: 'rendered';
      readonly outcome: StableOutcome;
      readonly given: GivenValues;
      readonly release: ChartRelease;
      /** Time of the release; undefined where an earlier version of Stoa has rendered it. */
      readonly time: string | undefined;
    };

/** Renders a chart with all values of its install, while the renderer is its own. */
async function renderInTurn(
  { renderer, capabilities, times }: TimedDependencies,
  chart: Pick<RenderRequest, 'archive' | 'values'>,
  { kept, surroundings }: { readonly kept: KeptChart; readonly surroundings: Surroundings },
  signal: AbortSignal,
): Promise<RenderedInTurn> {
  const { namespace, install, course, valuesFrom = [] } = surroundings;
  const given = await readGiven(renderer, valuesFrom, signal);
  if (given.type !== 'given') {
    return given;
  }
  const before = course === 'way-back' ? specValuesOf(chart.archive, kept) : undefined;
  const specValues = before ?? chart.values;
  const valued = { ...chart, values: mergedValues(given.values, specValues) };
  const release = chartRelease({ ...valued, specValues }, kept, course);
  const request = { ...valued, capabilities: await capabilities() };
  const render = ({ asInstall, ...world }: RenderWorld) => {
    const revision = asInstall ? 1 : release.revision;
    const seen = { name: install.name, namespace, revision, upgrade: revision > 1 };
    return renderer.render({ ...request, ...world, release: seen }, signal);
  };
  const time = release.restored === undefined ? times.of(kept, release) : release.time;
  const own =
    time === undefined || time === kept.time
      ? undefined
      : { seed: releaseSeed(kept.seed, release.id), time, known: release.fresh };
  const outcome = withObjects(await renderStable(render, kept, own));
  return { type: 'rendered', outcome, given, release, time };
}

/** Outcome that is a refusal where there is nothing to install, or more than an install may have. */
function withObjects(outcome: StableOutcome): StableOutcome {
  if (outcome.type === 'refused') {
    return outcome;
  }
  const { objects, hooks, crds } = outcome.content;
  const count = objects.length + hooks.length + crds.length;
  if (count > MAX_OBJECTS) {
    return { type: 'refused', refusal: { type: 'too-many-objects', count } };
  }
  const isEmpty = objects.length === 0 && hooks.every(isTest);
  return isEmpty ? { type: 'refused', refusal: { type: 'no-objects' } } : outcome;
}

function withGiven(content: Content, given: GivenValues, seed: string): Content {
  const { values, confidential, fromSecrets } = given;
  return { ...content, confidential, fromSecrets, valuesDigest: keyedDigest(values, seed) };
}
