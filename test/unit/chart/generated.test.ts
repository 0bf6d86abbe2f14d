import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldsOf } from '../../../src/base/fields.ts';
import { type RenderWorld, renderStable } from '../../../src/chart/generated.ts';
import type { RenderedChart, RenderOutcome } from '../../../src/chart/rendering.ts';
import type { KeptChart } from '../../../src/source/kept.ts';
import { hook, renderedChart, secret, sourced } from '../../support/rendered.ts';

const FIRST: KeptChart = { seed: 'ab'.repeat(32), time: '2026-06-01T12:00:00Z', secrets: {}, releases: [] };

/** Renderer of a chart whose Secrets follow from the world by `make`. */
function rendererOf(
  make: (random: (name: string) => string, world: RenderWorld) => Record<string, string>,
  soughtSecrets = true,
) {
  const worlds: RenderWorld[] = [];
  const render = async (world: RenderWorld): Promise<RenderOutcome> => {
    worlds.push(world);
    const random = (name: string) =>
      createHash('sha256').update(world.seed).update(name).digest('hex').slice(0, 8);
    return {
      type: 'rendered',
      content: renderedChart({ objects: [sourced(secret('s', make(random, world)))], soughtSecrets }),
    };
  };
  return { render, worlds };
}

function valuesIn({ objects }: RenderedChart): Record<string, string> {
  const { data = {}, stringData = {} } = (objects[0]?.object ?? {}) as {
    data?: Record<string, string>;
    stringData?: Record<string, string>;
  };
  const decoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]);
  return { ...stringData, ...Object.fromEntries(decoded) };
}

async function rendered(renderer: ReturnType<typeof rendererOf>, kept: KeptChart) {
  const outcome = await renderStable(renderer.render, kept);
  if (outcome.type === 'refused') {
    throw new Error(outcome.refusal.type);
  }
  return { values: valuesIn(outcome.content), kept: outcome.kept, restored: outcome.restored };
}

it('renders twice at first, the second time with its own Secrets', async () => {
  const renderer = rendererOf((random) => ({ password: random('password') }));
  const { kept } = await rendered(renderer, FIRST);
  const lookups = renderer.worlds.map(({ lookup }) => lookup.length);
  expect(lookups).toEqual([0, 1]);
  expect(renderer.worlds[1]?.known?.objects).toHaveLength(1);
  expect(Object.keys(kept.secrets)).toEqual(['s']);
});

it('makes no value that a template has found as another one', async () => {
  // Each rendering makes its values in an order, as Helm does: what one finds, the next one makes first.
  const render = async ({ seed, lookup }: RenderWorld): Promise<RenderOutcome> => {
    const stream = Array.from({ length: 2 }, (_, at) =>
      createHash('sha256').update(seed).update(String(at)).digest('base64'),
    );
    const { found } = fieldsOf(lookup[0]?.data) as { found?: string };
    const next = () => stream.shift() ?? '';
    const data = {
      found: found === undefined ? next() : Buffer.from(found, 'base64').toString(),
      made: next(),
    };
    return {
      type: 'rendered',
      content: renderedChart({ objects: [sourced(secret('s', data))], soughtSecrets: true }),
    };
  };
  const first = await renderStable(render, FIRST);
  const { s: { found, made } = {} } = first.type === 'rendered' ? first.kept.secrets : {};
  expect(found).toBeDefined();
  expect(made).not.toBe(found);
  expect(await renderStable(render, first.type === 'rendered' ? first.kept : FIRST)).toEqual(first);
});

it('renders once where no template looks for Secrets', async () => {
  const renderer = rendererOf((random) => ({ password: random('password') }), false);
  const { kept } = await rendered(renderer, FIRST);
  expect(renderer.worlds).toHaveLength(1);
  expect(Object.keys(kept.secrets)).toEqual(['s']);
});

it('keeps what a later version generates in another order', async () => {
  const before = await rendered(
    rendererOf((random) => ({ password: random('first') })),
    FIRST,
  );
  const after = await rendered(
    rendererOf((random) => ({ password: random('second') })),
    before.kept,
  );
  expect(after.values).toEqual(before.values);
  expect([before.restored, after.restored]).toEqual([[], [{ name: 's', key: 'password' }]]);
});

it('takes over what is no longer generated, or was never', async () => {
  const before = await rendered(
    rendererOf((random) => ({ a: random('a'), b: 'one' })),
    FIRST,
  );
  const after = await rendered(
    rendererOf(() => ({ a: 'mine', b: 'two', c: 'new' })),
    before.kept,
  );
  expect(after.values).toEqual({ a: 'mine', b: 'two', c: 'new' });
});

it('keeps Secrets of an older version for the way back', async () => {
  const before = await rendered(
    rendererOf((random) => ({ a: random('a') })),
    FIRST,
  );
  const other = async (): Promise<RenderOutcome> => ({ type: 'rendered', content: renderedChart() });
  const between = await renderStable(other, before.kept);
  expect(between).toMatchObject({ kept: before.kept });
});

it('renders the same again, whatever was generated', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.boolean()), async (keys) => {
      const make = (random: (name: string) => string) =>
        Object.fromEntries(
          Object.entries(keys).map(([key, isRandom]) => [key, isRandom ? random(key) : key]),
        );
      const first = await rendered(rendererOf(make), FIRST);
      const second = await rendered(rendererOf(make), first.kept);
      expect(second).toEqual(first);
      expect(second.restored).toEqual([]);
    }),
  );
});

it('keeps a Secret that a template makes only where it finds none', async () => {
  const render = async ({ seed, lookup }: RenderWorld): Promise<RenderOutcome> => {
    const once = lookup.some(({ metadata }) => (metadata as { name: string }).name === 'once');
    const key = Buffer.from(seed).toString('hex').slice(0, 8);
    return {
      type: 'rendered',
      content: renderedChart({
        soughtSecrets: true,
        objects: [sourced(secret('always', { a: 'b' }))],
        hooks: once ? [] : [hook(['pre-install'], 0, secret('once', { key }))],
      }),
    };
  };
  const first = await renderStable(render, FIRST);
  const kept = first.type === 'rendered' ? first.kept : FIRST;
  const second = await renderStable(render, kept);
  expect(second).toEqual(first);
  expect(second).toMatchObject({
    content: {
      objects: [{ object: { metadata: { name: 'always' } } }],
      hooks: [{ object: { metadata: { name: 'once' }, data: { key: btoa('abababab') } } }],
    },
  });
  // A later version that would make it otherwise, finds it, as in Helm.
  const later = await renderStable((world) => render({ ...world, seed: Buffer.from('other') }), kept);
  expect(later).toEqual(second);
});

it('passes a refusal on', async () => {
  const refused: RenderOutcome = { type: 'refused', refusal: { type: 'too-slow' } };
  expect(await renderStable(async () => refused, FIRST)).toEqual(refused);
});

it('drops Secrets of older versions that do not fit beside the present ones', async () => {
  const { render } = rendererOf(() => ({ large: 'x'.repeat(250_000) }));
  const older = { old: { large: 'x'.repeat(400_000) } };
  const outcome = await renderStable(render, { ...FIRST, secrets: older });
  expect(outcome.type === 'rendered' && Object.keys(outcome.kept.secrets)).toEqual(['s']);
});

it('refuses Secrets that do not fit into the one that keeps them', async () => {
  const renderer = rendererOf(() => ({ large: 'x'.repeat(600_000) }));
  expect(await renderStable(renderer.render, FIRST)).toMatchObject({ type: 'refused' });
});

it('has a Secret that a template makes only at an install, in every release', async () => {
  const render = async ({ asInstall }: RenderWorld): Promise<RenderOutcome> => ({
    type: 'rendered',
    content: renderedChart({ objects: asInstall ? [sourced(secret('only', { key: 'new' }))] : [] }),
  });
  const kept = { ...FIRST, secrets: { only: { key: 'b2xk' } } };
  const outcome = await renderStable(render, kept);
  expect(outcome.type === 'rendered' && outcome.content.objects[0]?.object).toMatchObject({
    metadata: { name: 'only' },
    data: { key: 'b2xk' },
  });
});
