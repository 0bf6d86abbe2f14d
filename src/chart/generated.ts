import { createHash } from 'node:crypto';
import { present } from '../base/fields.ts';
import { SECRETS } from '../objects/core.ts';
import type { FreshRanges, KeptChart, SecretKey } from '../source/kept.ts';
import { renderFresh } from './fresh.ts';
import type { ChartObject, RenderedChart, RenderOutcome, RenderRequest, SourcedObject } from './rendering.ts';
import { dataOf, type Secrets, secretName, secretsIn, withData } from './secrets.ts';

/** World as the templates of one rendering see it, beside the values and the cluster. */
export interface RenderWorld {
  readonly seed: Uint8Array;
  readonly time: Date;
  readonly lookup: readonly ChartObject[];
  /** Whether the release is the first one, whatever it is. */
  readonly asInstall: boolean;
  /** Content of another rendering of the chart. */
  readonly known?: RenderedChart | undefined;
  readonly fresh?: RenderRequest['fresh'];
}

/** World of a release, of which all is that may differ from release to release. */
export interface OwnWorld {
  /** Source of everything random, in hexadecimal digits. */
  readonly seed: string;
  /** ISO 8601. */
  readonly time: string;
  /** Draws that are of it, by another rendering. */
  readonly known?: FreshRanges | undefined;
}

/** Outcome of a rendering, with what the next one sees. */
export type StableOutcome =
  | {
      readonly type: 'rendered';
      readonly content: RenderedChart;
      readonly kept: KeptChart;
      /** Keys of Secrets that have the value before in place of the one that the chart makes now. */
      readonly restored: readonly SecretKey[];
      /** Draws of the release's own world; undefined where it has none. */
      readonly fresh?: FreshRanges;
    }
  | Extract<RenderOutcome, { type: 'refused' }>;

/** Most bytes of kept Secrets, as JSON: they stand in one Secret, with the other allocations. */
const MAX_KEPT = 512 * 1024;

/** Renders a chart with a seed, in hexadecimal digits, where templates find some Secrets. */
type RenderWith = (
  seed: string,
  found: Secrets,
  given?: Partial<Pick<RenderWorld, 'asInstall' | 'known' | 'fresh'>>,
) => Promise<RenderOutcome>;

/**
 * Renders a chart so that values of Secrets that it generates stay what they are: with the kept seed and time, and with
 * the Secrets of the last rendering where a template looks them up. If one does so the first time, it renders twice, since a
 * template may write a value that it finds in another way than one that it makes. A value that a later version generates
 * anew, is replaced by the kept one: it is generated if another seed makes another one. What no value of a Secret follows
 * from, is of the world of its release, if that has one.
 */
export async function renderStable(
  render: (world: RenderWorld) => Promise<RenderOutcome>,
  kept: KeptChart,
  own?: OwnWorld,
): Promise<StableOutcome> {
  const time = new Date(kept.time);
  const renderWith: RenderWith = (seed, found, given) =>
    render({ seed: Buffer.from(seed, 'hex'), time, lookup: storedForms(found), asInstall: false, ...given });
  const last = await renderFinding(renderWith, kept);
  if (last.type === 'refused') {
    return last;
  }
  const steady = await withKeptValues(renderWith, last, kept);
  if (steady.type === 'refused' || own === undefined) {
    return steady;
  }
  const { seed, found } = last.with;
  const fresh = { seed: Buffer.from(own.seed, 'hex'), time: new Date(own.time) };
  const outcome = await renderFresh(
    (ranges) => renderWith(seed, found, { known: last.made, fresh: { ...fresh, ranges } }),
    { made: last.made, content: steady.content },
    own.known,
  );
  return outcome.type === 'refused' ? outcome : { ...steady, content: outcome.content, fresh: outcome.fresh };
}

/** Outcome whose Secrets have the kept values at the keys that the templates generate anew. */
async function withKeptValues(
  renderWith: RenderWith,
  last: Extract<FoundOutcome, { type: 'rendered' }>,
  kept: KeptChart,
): Promise<StableOutcome> {
  const now = secretsIn(last.content);
  const moved = changedKeys(kept.secrets, now);
  if (moved.length === 0) {
    return keptWith(last.content, { ...kept, ...present({ findingSeed: last.findingSeed }) }, []);
  }
  const other = await renderWith(otherSeed(kept.seed), kept.secrets);
  if (other.type === 'refused') {
    return other;
  }
  const others = secretsIn(other.content);
  const generated = moved.filter(({ name, key }) => others[name]?.[key] !== now[name]?.[key]);
  return keptWith(withKept(last.content, generated, kept.secrets), kept, generated);
}

/** Outcome of a rendering whose templates find Secrets, with the seed that it had in place of the kept one. */
type FoundOutcome =
  | {
      readonly type: 'rendered';
      readonly content: RenderedChart;
      readonly findingSeed?: string;
      /** Content without the Secrets that its templates found and did not make. */
      readonly made: RenderedChart;
      readonly with: { readonly seed: string; readonly found: Secrets };
    }
  | Extract<RenderOutcome, { type: 'refused' }>;

/**
 * Rendering whose templates find the kept Secrets; where there are none, those that they make themselves. It has also
 * the Secrets that a template makes only where it finds none, or only at an install.
 */
async function renderFinding(
  renderWith: RenderWith,
  { seed, findingSeed = seed, secrets }: KeptChart,
): Promise<FoundOutcome> {
  if (Object.keys(secrets).length > 0) {
    const last = await renderWith(findingSeed, secrets);
    return withAll(last, { seed: findingSeed, found: secrets }, (made) =>
      renderWith(findingSeed, made, { asInstall: true }),
    );
  }
  const bare = await renderWith(seed, {});
  const found = bare.type === 'refused' ? {} : secretsIn(bare.content);
  if (bare.type === 'refused' || !bare.content.soughtSecrets || Object.keys(found).length === 0) {
    return withAll(bare, { seed, found: {} }, async () => bare);
  }
  const apart = seedApart(seed);
  const last = await renderWith(apart, found, { known: bare.content });
  const all = await withAll(last, { seed: apart, found }, async () => bare);
  return all.type === 'refused' ? all : { ...all, findingSeed: apart };
}

/** Outcome with all Secrets that its templates found: those that it does not make, as another one makes them. */
async function withAll(
  outcome: RenderOutcome,
  rendered: { readonly seed: string; readonly found: Secrets },
  renderOther: (made: Secrets) => Promise<RenderOutcome>,
): Promise<FoundOutcome> {
  if (outcome.type === 'refused') {
    return outcome;
  }
  const { found } = rendered;
  const now = secretsIn(outcome.content);
  const [made, unmade] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(now, name) === is)),
  ) as [Secrets, Secrets];
  if (Object.keys(unmade).length === 0) {
    return { ...outcome, made: outcome.content, with: rendered };
  }
  const other = await renderOther(made);
  if (other.type === 'refused') {
    return other;
  }
  const content = withUnmade(outcome.content, other.content, unmade);
  return { type: 'rendered', content, made: outcome.content, with: rendered };
}

/** Content with Secrets that another one of the same chart makes beside, with the data that they have. */
function withUnmade(content: RenderedChart, other: RenderedChart, unmade: Secrets): RenderedChart {
  const standing = <T extends SourcedObject>(sourced: T): readonly T[] => {
    const data = unmade[secretName(sourced) ?? ''];
    return data === undefined ? [] : [withData(sourced, data)];
  };
  return {
    ...content,
    objects: [...other.objects.flatMap(standing), ...content.objects],
    hooks: [...other.hooks.flatMap(standing), ...content.hooks],
  };
}

/** Outcome that keeps the Secrets of this version, and those of others as far as they fit. */
function keptWith(content: RenderedChart, kept: KeptChart, restored: readonly SecretKey[]): StableOutcome {
  const own = secretsIn(content);
  const all = { ...kept.secrets, ...own };
  const secrets = [all, own].find((each) => JSON.stringify(each).length <= MAX_KEPT);
  return secrets === undefined
    ? { type: 'refused', refusal: { type: 'too-much-output' } }
    : { type: 'rendered', content, kept: { ...kept, secrets }, restored };
}

/** Keys of kept Secrets that have another value now. */
function changedKeys(kept: Secrets, now: Secrets): readonly SecretKey[] {
  return Object.entries(kept).flatMap(([name, data]) =>
    Object.entries(data).flatMap(([key, value]) => {
      const next = now[name]?.[key];
      return next !== undefined && next !== value ? [{ name, key }] : [];
    }),
  );
}

/** Seed by which generated values are told from others. */
function otherSeed(seed: string): string {
  return createHash('sha256').update(`other than ${seed}`).digest('hex');
}

/** Seed for renderings that find the values that a rendering with another one has made. */
function seedApart(seed: string): string {
  return createHash('sha256').update(`apart from ${seed}`).digest('hex');
}

/** Seed of a release. */
export function releaseSeed(seed: string, release: string): string {
  return createHash('sha256').update(`release ${release} of ${seed}`).digest('hex');
}

/** Content whose Secrets have the kept values at some keys. */
function withKept(content: RenderedChart, keys: readonly SecretKey[], kept: Secrets): RenderedChart {
  if (keys.length === 0) {
    return content;
  }
  const restored = <T extends SourcedObject>(sourced: T): T => {
    const name = secretName(sourced);
    const own = keys.filter((each) => each.name === name);
    if (name === undefined || own.length === 0) {
      return sourced;
    }
    const values = Object.fromEntries(own.map(({ key }) => [key, kept[name]?.[key]]));
    return withData(sourced, { ...dataOf(sourced.object), ...values });
  };
  return { ...content, objects: content.objects.map(restored), hooks: content.hooks.map(restored) };
}

/** Secrets as `lookup` finds them. */
function storedForms(secrets: Secrets): readonly ChartObject[] {
  return Object.entries(secrets).map(([name, data]) => ({
    apiVersion: 'v1',
    kind: SECRETS.kind,
    metadata: { name },
    data,
  }));
}
