import { createHash } from 'node:crypto';
import { type Fields, fieldsOf, isFields, present } from '../base/fields.ts';
import { SECRETS } from '../objects/core.ts';
import type { KeptChart, SecretKey } from '../source/kept.ts';
import type { ChartObject, RenderedChart, RenderOutcome, SourcedObject } from './rendering.ts';

/** World as the templates of one rendering see it, beside the values and the cluster. */
export interface RenderWorld {
  readonly seed: Uint8Array;
  readonly time: Date;
  readonly lookup: readonly ChartObject[];
  /** Whether the release is the first one, whatever it is. */
  readonly asInstall: boolean;
  /** Content of another rendering of the chart. */
  readonly known?: RenderedChart | undefined;
}

/** Outcome of a rendering, with what the next one sees. */
export type StableOutcome =
  | {
      readonly type: 'rendered';
      readonly content: RenderedChart;
      readonly kept: KeptChart;
      /** Keys of Secrets that have the value before in place of the one that the chart makes now. */
      readonly restored: readonly SecretKey[];
    }
  | Extract<RenderOutcome, { type: 'refused' }>;

type Secrets = KeptChart['secrets'];

/** Most bytes of kept Secrets, as JSON: they stand in one Secret, with the other allocations. */
const MAX_KEPT = 512 * 1024;

/** Renders a chart with a seed, in hexadecimal digits, where templates find some Secrets. */
type RenderWith = (
  seed: string,
  found: Secrets,
  given?: Partial<Pick<RenderWorld, 'asInstall' | 'known'>>,
) => Promise<RenderOutcome>;

/**
 * Renders a chart so that values that it generates stay what they are: with the kept seed and time, and with the Secrets
 * of the last rendering where a template looks them up. If one does so the first time, it renders twice, since a template
 * may write a value that it finds in another way than one that it makes. A value that a later version generates anew, is replaced by
 * the kept one: it is generated if another seed makes another one.
 */
export async function renderStable(
  render: (world: RenderWorld) => Promise<RenderOutcome>,
  kept: KeptChart,
): Promise<StableOutcome> {
  const time = new Date(kept.time);
  const renderWith: RenderWith = (seed, found, given) =>
    render({ seed: Buffer.from(seed, 'hex'), time, lookup: storedForms(found), asInstall: false, ...given });
  const last = await renderFinding(renderWith, kept);
  if (last.type === 'refused') {
    return last;
  }
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
  | { readonly type: 'rendered'; readonly content: RenderedChart; readonly findingSeed?: string }
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
    return withAll(last, secrets, (made) => renderWith(findingSeed, made, { asInstall: true }));
  }
  const bare = await renderWith(seed, {});
  const found = bare.type === 'refused' ? {} : secretsIn(bare.content);
  if (bare.type === 'refused' || !bare.content.soughtSecrets || Object.keys(found).length === 0) {
    return bare;
  }
  const apart = seedApart(seed);
  const last = await renderWith(apart, found, { known: bare.content });
  const all = await withAll(last, found, async () => bare);
  return all.type === 'refused' ? all : { ...all, findingSeed: apart };
}

/** Outcome with all Secrets that its templates found: those that it does not make, as another one makes them. */
async function withAll(
  outcome: RenderOutcome,
  found: Secrets,
  renderOther: (made: Secrets) => Promise<RenderOutcome>,
): Promise<RenderOutcome> {
  if (outcome.type === 'refused') {
    return outcome;
  }
  const now = secretsIn(outcome.content);
  const [made, unmade] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(now, name) === is)),
  ) as [Secrets, Secrets];
  if (Object.keys(unmade).length === 0) {
    return outcome;
  }
  const other = await renderOther(made);
  return other.type === 'refused'
    ? other
    : { type: 'rendered', content: withUnmade(outcome.content, other.content, unmade) };
}

/** Content with Secrets that another one of the same chart makes beside, with the data that they have. */
function withUnmade(content: RenderedChart, other: RenderedChart, unmade: Secrets): RenderedChart {
  const standing = <T extends SourcedObject>(sourced: T): readonly T[] => {
    const data = unmade[secretName(sourced) ?? ''];
    const { stringData: _, ...rest } = sourced.object;
    return data === undefined ? [] : [{ ...sourced, object: { ...rest, data } }];
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
    const { stringData: _, ...rest } = sourced.object;
    const values = Object.fromEntries(own.map(({ key }) => [key, kept[name]?.[key]]));
    return { ...sourced, object: { ...rest, data: { ...dataOf(sourced.object), ...values } } };
  };
  return { ...content, objects: content.objects.map(restored), hooks: content.hooks.map(restored) };
}

/** Secrets of a chart by name, with their data in base64. */
function secretsIn({ objects, hooks }: RenderedChart): Secrets {
  return Object.fromEntries(
    [...objects, ...hooks].flatMap((sourced) => {
      const name = secretName(sourced);
      return name === undefined ? [] : [[name, dataOf(sourced.object)]];
    }),
  );
}

function secretName({ object }: SourcedObject): string | undefined {
  const { name } = fieldsOf(object.metadata);
  return object.kind === SECRETS.kind && typeof name === 'string' ? name : undefined;
}

/** Data of a Secret as it is stored: in base64, those of `stringData` over the others. */
function dataOf({ data, stringData }: ChartObject): Readonly<Record<string, string>> {
  const encoded = textsOf(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return Object.fromEntries([...textsOf(data), ...encoded]);
}

function textsOf(fields: unknown): readonly (readonly [string, string])[] {
  return isFields(fields)
    ? Object.entries<unknown>(fields as Fields).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, value] as const] : [],
      )
    : [];
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
