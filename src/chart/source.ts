import type { MarketInstallSpec, NotApplied } from '../api/marketinstall.ts';
import { present } from '../base/fields.ts';
import type { Gradual } from '../base/gradual.ts';
import { clipped } from '../base/text.ts';
import { maskOf } from '../objects/mask.ts';
import type { Content } from '../source/content.ts';
import type { Kept, KeptChart } from '../source/kept.ts';
import type {
  FetchResult,
  ReadTemplate,
  RenderedModel,
  Rendering,
  RenderMeans,
  Source,
} from '../source/source.ts';
import type { RandomHex, Surroundings } from '../source/surroundings.ts';
import type { Store } from '../store/request.ts';
import { contentOf } from './content.ts';
import { type RenderWorld, renderStable } from './generated.ts';
import type { ChartMeans } from './means.ts';
import { refusedObjects, refusedRendering } from './refusal.ts';
import { releaseOf } from './release.ts';
import type { Capabilities, RenderRequest } from './rendering.ts';
import { type GivenValues, keyedDigest, merged, readGiven } from './values.ts';

/** Dependencies of the source of charts. */
export interface ChartDependencies extends ChartMeans {
  /** Cluster as templates see it. Throws KubeError. */
  readonly capabilities: (signal: AbortSignal) => Promise<Capabilities>;
}

/** Hexadecimal digits of the seed of an install: 256 bits. */
const SEED_DIGITS = 64;

/** Source of Helm charts: repositories have them, and a sandbox renders them. */
export function helmCharts(dependencies: ChartDependencies): Source<RenderedModel> {
  return {
    fetch: (store, spec, signal) => fetchChart(dependencies, store, spec, signal),
    *read(content): Gradual<ReadTemplate<RenderedModel>> {
      yield;
      return 'archive' in content
        ? { type: 'read', model: chartModel(dependencies, content.archive, {}) }
        : { type: 'refused', message: 'it is no chart' };
    },
  };
}

async function fetchChart(
  { repositories }: ChartDependencies,
  store: Store,
  { appModelId: name, appModelVersion: version }: MarketInstallSpec,
  signal: AbortSignal,
): Promise<FetchResult> {
  const fetched = await repositories.fetch(store, { name, version }, signal);
  if (fetched.type === 'refused') {
    return fetched;
  }
  const { archive, signedBy } = fetched;
  return { type: 'fetched', content: { archive, ...present({ signedBy }) } };
}

/** Chart with the values of its install. */
function chartModel(
  dependencies: ChartDependencies,
  archive: Uint8Array,
  given: Readonly<Record<string, unknown>>,
): RenderedModel {
  return {
    allocate: (kept, { now, random }) => ({ ...kept, chart: kept.chart ?? firstKept(now, random) }),
    lacksPort: () => false,
    render: (kept, surroundings, means) =>
      renderChart(dependencies, { archive, values: given }, { kept, surroundings }, means),
    override: ({ overrides = [], match = {}, values = {} }) => ({
      model: chartModel(dependencies, archive, values),
      problems: [
        ...(overrides.length === 0 ? [] : [unused('spec.overrides')]),
        ...(Object.keys(match).length === 0 ? [] : [unused('spec.match')]),
      ],
    }),
  };
}

function firstKept(now: Date, random: RandomHex): KeptChart {
  return { seed: random(SEED_DIGITS), time: now.toISOString(), secrets: {}, releases: [] };
}

function unused(path: string): NotApplied {
  return { path, why: 'a chart has no components to set something of: use spec.values' };
}

type RefusedRendering = Extract<Rendering, { type: 'refused' }>;

/** Install to render for. */
interface RenderedFor {
  readonly kept: Kept;
  readonly surroundings: Surroundings;
}

async function renderChart(
  { renderer, capabilities }: ChartDependencies,
  chart: Pick<RenderRequest, 'archive' | 'values'>,
  { kept, surroundings }: RenderedFor,
  { signal, run }: RenderMeans,
): Promise<Rendering> {
  const { namespace, install, course, valuesFrom = [] } = surroundings;
  const given = await readGiven(renderer, valuesFrom, signal);
  if (given.type === 'refused') {
    return given;
  }
  const { chart: before } = kept;
  if (before === undefined) {
    throw new Error('the allocations are those of no chart');
  }
  const valued = { ...chart, values: merged(given.values, chart.values) };
  const release = releaseOf(valued, before, course);
  const request = { ...valued, capabilities: await capabilities(signal) };
  const render = ({ asInstall, ...world }: RenderWorld) => {
    const revision = asInstall ? 1 : release.revision;
    const seen = { name: install.name, namespace, revision, upgrade: revision > 1 };
    return renderer.render({ ...request, ...world, release: seen }, signal);
  };
  const outcome = await renderStable(render, before);
  if (outcome.type === 'refused') {
    return withoutConfidential(refusedRendering(outcome.refusal), given);
  }
  const made = await run(
    contentOf(outcome.content, surroundings, { release, confidential: given.confidential }),
  );
  if (made.type === 'refused') {
    return withoutConfidential(refusedObjects(made.problems), given);
  }
  const content = valuesFrom.length === 0 ? made.content : withGiven(made.content, given, before.seed);
  return {
    type: 'rendered',
    content,
    kept: { ...kept, chart: { ...outcome.kept, releases: release.releases } },
  };
}

function withGiven(content: Content, { values, confidential }: GivenValues, seed: string): Content {
  return { ...content, confidential, valuesDigest: keyedDigest(values, seed) };
}

/** Most characters of a message beside confidential values: what is longer may be cut within one of them. */
const MAX_MESSAGE = 512;

function withoutConfidential(refused: RefusedRendering, { confidential }: GivenValues): RefusedRendering {
  return confidential.length === 0
    ? refused
    : { ...refused, message: clipped(maskOf(confidential)(refused.message), MAX_MESSAGE) };
}
