import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OwnWorld, type RenderWorld, renderStable } from '../../../src/chart/generated.ts';
import type { ChartObject, RenderedChart, RenderOutcome } from '../../../src/chart/rendering.ts';
import type { KeptChart } from '../../../src/source/kept.ts';
import { renderedChart, secret, sourced } from '../../support/rendered.ts';

const FIRST: KeptChart = { seed: 'ab'.repeat(32), time: '2026-06-01T12:00:00Z', secrets: {}, releases: [] };

const OWN: OwnWorld = { seed: 'cd'.repeat(32), time: '2026-07-01T12:00:00Z' };

/** Object of a chart and the numbers of the draws whose results it has; a Secret may find them by `lookup`. */
interface Drawn {
  readonly secret: boolean;
  readonly looksUp: boolean;
  readonly of: readonly number[];
}

function configMap(name: string, text: string): ChartObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } };
}

/** Renderer of a chart with a number of draws, whose objects have digests of some of them. */
function rendererOf(draws: number, objects: readonly Drawn[]) {
  const worlds: RenderWorld[] = [];
  const render = async (world: RenderWorld): Promise<RenderOutcome> => {
    worlds.push(world);
    const { seed, time, lookup, fresh } = world;
    const results = Array.from({ length: draws }, (_, at) => {
      const isFresh = fresh?.ranges.some(([from, to]) => from <= at && at < to) === true;
      return digest([
        at,
        Buffer.from(isFresh ? fresh.seed : seed).toString('hex'),
        isFresh ? fresh.time : time,
      ]);
    });
    const made = objects.map(({ secret: isSecret, looksUp, of }, at) => {
      const name = `o${at}`;
      const text = digest(of.map((each) => results[each]));
      const found = lookup.find(({ metadata }) => (metadata as { name: string }).name === name);
      return isSecret
        ? looksUp
          ? (found ?? secret(name, { text }))
          : secret(name, { text })
        : configMap(name, text);
    });
    return {
      type: 'rendered',
      content: renderedChart({ objects: made.map(sourced), draws, soughtSecrets: true }),
    };
  };
  return { render, worlds };
}

/** Outcome of a rendering; the Secrets and the other objects of its content by name. */
async function rendered(renderer: ReturnType<typeof rendererOf>, kept: KeptChart, own?: OwnWorld) {
  const outcome = await renderStable(renderer.render, kept, own);
  if (outcome.type === 'refused') {
    throw new Error(outcome.refusal.type);
  }
  return { ...outcome, texts: textsIn(outcome.content) };
}

function textsIn({ objects }: RenderedChart): Readonly<Record<string, string>> {
  return Object.fromEntries(
    objects.map(({ object: { metadata, data, stringData } }) => {
      const { text = '' } = (stringData ?? data) as { readonly text?: string };
      return [(metadata as { name: string }).name, stringData === undefined ? text : btoa(text)];
    }),
  );
}

const drawn = fc.record({
  secret: fc.boolean(),
  looksUp: fc.boolean(),
  of: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
});

it('keeps the values of Secrets, renews what none of them follows from, and is the same in each rendering', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 5 }), async (objects) => {
      const renderer = rendererOf(4, objects);
      const first = await rendered(renderer, FIRST);
      const second = await rendered(renderer, first.kept, OWN);
      const linked = objects.flatMap(({ secret: isSecret, looksUp, of }) => (isSecret && !looksUp ? of : []));
      for (const [at, { secret: isSecret, of }] of objects.entries()) {
        const stays = isSecret || of.every((each) => linked.includes(each));
        expect(second.texts[`o${at}`] === first.texts[`o${at}`], JSON.stringify(objects)).toBe(stays);
      }
      const before = renderer.worlds.length;
      const again = await rendered(renderer, second.kept, { ...OWN, known: second.fresh });
      expect(again).toEqual(second);
      expect(renderer.worlds.length - before).toBeLessThanOrEqual(2);
    }),
  );
});

it('keeps all as it was where the templates draw nothing, without another rendering', async () => {
  const renderer = rendererOf(0, [{ secret: true, looksUp: false, of: [] }]);
  const { kept } = await rendered(renderer, FIRST);
  const before = renderer.worlds.length;
  expect((await rendered(renderer, kept, OWN)).fresh).toEqual({ draws: 0, ranges: [] });
  expect(renderer.worlds.length - before).toBe(1);
});

it('gives a Secret another name in a release, and its value of before', async () => {
  const render = async ({ seed, fresh }: RenderWorld): Promise<RenderOutcome> => {
    const name = `s-${digest(Buffer.from(fresh?.seed ?? seed).toString('hex'))}`;
    const value = digest(Buffer.from(seed).toString('hex'));
    return {
      type: 'rendered',
      content: renderedChart({ objects: [sourced(secret(name, { value }))], draws: 2 }),
    };
  };
  const first = await renderStable(render, FIRST);
  const second = await renderStable(render, first.type === 'rendered' ? first.kept : FIRST, OWN);
  const [before, after] = [first, second].map((each) => each.type === 'rendered' && each.content.objects[0]);
  expect(after).toMatchObject({ object: { data: { value: btoa(digest(FIRST.seed)) } } });
  expect(JSON.stringify(after)).not.toContain(
    ((before as { object: ChartObject }).object.metadata as { name: string }).name,
  );
});

it('renders a release again where the renderer fails: what is fresh must not change', async () => {
  const { render } = rendererOf(1, [{ secret: false, looksUp: false, of: [0] }]);
  const failing = async (world: RenderWorld): Promise<RenderOutcome> =>
    world.fresh === undefined ? render(world) : { type: 'refused', refusal: { type: 'too-slow' } };
  expect(await renderStable(failing, FIRST, OWN)).toEqual({ type: 'refused', refusal: { type: 'too-slow' } });
});

it('keeps what it does not find within a bounded number of renderings', async () => {
  const objects = Array.from({ length: 200 }, (_, at) => ({
    secret: at % 2 === 0,
    looksUp: false,
    of: [at],
  }));
  const renderer = rendererOf(200, objects);
  const first = await rendered(renderer, FIRST);
  const before = renderer.worlds.length;
  const second = await rendered(renderer, first.kept, OWN);
  expect(renderer.worlds.length - before).toBeLessThanOrEqual(17);
  expect(second.texts).toEqual(first.texts);
});

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
}
