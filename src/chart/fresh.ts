import { isDeepStrictEqual } from 'node:util';
import type { DrawRange, FreshRanges } from '../source/kept.ts';
import type { RenderedChart, RenderOutcome } from './rendering.ts';
import { dataOf, isSecret, withData } from './secrets.ts';

/** Content in which nothing is fresh. */
interface Steady {
  /** Content as the templates make it. */
  readonly made: RenderedChart;
  /** Content with the values of Secrets that stay, and before all others the Secrets that the templates do not make. */
  readonly content: RenderedChart;
}

/** Function that renders a chart with some fresh draws. */
type RenderFresh = (ranges: readonly DrawRange[]) => Promise<RenderOutcome>;

type Failed = Extract<RenderOutcome, { type: 'refused' }>;

/** Outcome of a rendering with all draws fresh that may be. */
type FreshOutcome =
  | { readonly type: 'rendered'; readonly content: RenderedChart; readonly fresh: FreshRanges }
  | Failed;

/** Draws that may be fresh together, and the content with them. */
interface Fitting {
  readonly type: 'fitting';
  readonly ranges: readonly DrawRange[];
  readonly content: RenderedChart;
}

/** Most renderings by which fresh draws are looked for; those that are not found are not fresh. */
const MOST_TRIES = 16;

/**
 * Content in which all draws are fresh but those that a value of a Secret follows from: what else follows from these, such
 * as the digest of a password, must fit the Secret. They are found by halves: draws may be fresh together if the values
 * of all Secrets stay what they are. `known` are those of a rendering before, which mostly are the same.
 */
export async function renderFresh(
  render: RenderFresh,
  steady: Steady,
  known: FreshRanges | undefined,
): Promise<FreshOutcome> {
  const { made } = steady;
  const { draws } = made;
  const attempt = (ranges: readonly DrawRange[]) => attempted(render, made, ranges);
  const again = known?.draws === draws ? await attempt(known.ranges) : undefined;
  const none: Fitting = { type: 'fitting', ranges: [], content: made };
  const found = again === undefined || again.type === 'misfit' ? await search(attempt, none) : again;
  return found.type === 'refused'
    ? found
    : {
        type: 'rendered',
        content: withSteadySecrets(found.content, steady),
        fresh: { draws, ranges: found.ranges },
      };
}

/** Rendering with some fresh draws, which fits if all values of Secrets stay. */
async function attempted(
  render: RenderFresh,
  made: RenderedChart,
  ranges: readonly DrawRange[],
): Promise<Fitting | Failed | { readonly type: 'misfit' }> {
  if (ranges.length === 0) {
    return { type: 'fitting', ranges, content: made };
  }
  const outcome = await render(ranges);
  if (outcome.type === 'refused') {
    const { type } = outcome.refusal;
    return type === 'too-slow' || type === 'crashed' ? outcome : { type: 'misfit' };
  }
  const { content } = outcome;
  return isDeepStrictEqual(valuesIn(content), valuesIn(made))
    ? { type: 'fitting', ranges, content }
    : { type: 'misfit' };
}

/** Fresh draws, found by halves from all of them. */
async function search(
  attempt: (ranges: readonly DrawRange[]) => ReturnType<typeof attempted>,
  none: Fitting,
): Promise<Fitting | Failed> {
  const { draws } = none.content;
  const open: DrawRange[] = draws === 0 ? [] : [[0, draws]];
  let found = none;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const range = open.shift();
    if (range === undefined) {
      break;
    }
    const next = await attempt([...found.ranges, range]);
    if (next.type === 'refused') {
      return next;
    }
    if (next.type === 'fitting') {
      found = next;
    } else {
      open.push(...halvesOf(range));
    }
  }
  return found;
}

function halvesOf([from, to]: DrawRange): readonly DrawRange[] {
  const middle = Math.ceil((from + to) / 2);
  return to - from < 2
    ? []
    : [
        [from, middle],
        [middle, to],
      ];
}

/** Values of all Secrets, in the order of their templates: a name may be fresh. */
function valuesIn({ objects, hooks }: RenderedChart): readonly unknown[] {
  return [objects, hooks].map((each) => each.filter(isSecret).map(({ object }) => dataOf(object)));
}

/** Content with the Secrets of the steady one: their values, and those that the templates do not make. */
function withSteadySecrets(fresh: RenderedChart, { made, content }: Steady): RenderedChart {
  const joined = <K extends 'objects' | 'hooks'>(list: K): RenderedChart[K] => {
    const unmade = content[list].length - made[list].length;
    const steady = content[list].slice(unmade).filter(isSecret);
    const own = fresh[list].filter(isSecret);
    const valued = fresh[list].map((each) => {
      const { object } = steady[own.indexOf(each)] ?? {};
      return object === undefined ? each : withData(each, dataOf(object));
    });
    return [...content[list].slice(0, unmade), ...valued] as unknown as RenderedChart[K];
  };
  return { ...fresh, objects: joined('objects'), hooks: joined('hooks') };
}
