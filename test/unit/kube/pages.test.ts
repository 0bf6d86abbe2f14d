import { expect, it } from 'vitest';
import { answer, clientOf, THING, THINGS } from './support.ts';

/** A server of `sizes.length` objects, each with as many bytes; `limits` are those that it was asked for. */
async function listOf(sizes: readonly number[]) {
  const limits: number[] = [];
  const client = await clientOf((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const from = Number(searchParams.get('continue') ?? 0);
    const limit = Number(searchParams.get('limit'));
    limits.push(limit);
    const items = sizes.slice(from, from + limit).map((size, at) => ({
      metadata: { ...THING.metadata, name: `t${from + at}` },
      text: 'a'.repeat(size),
    }));
    const rest = from + limit < sizes.length ? { continue: String(from + limit) } : {};
    answer(response, 200, { metadata: { resourceVersion: '1', ...rest }, items });
  });
  return { client, limits };
}

it('lists small objects in pages of 500', async () => {
  const { client, limits } = await listOf(Array.from({ length: 1_100 }, () => 1));
  expect(await client.list(THINGS)).toHaveLength(1_100);
  expect(limits).toEqual([500, 500, 500]);
});

it('holds no more than two pages of 16 MiB, however large the objects are', async () => {
  const { client, limits } = await listOf(Array.from({ length: 40 }, () => 1_400_000));
  const pages = [];
  for await (const { items } of client.pages(THINGS)) {
    pages.push(JSON.stringify(items).length);
  }
  expect(Math.max(...pages)).toBeLessThan(16 * 2 ** 20);
  expect(limits.slice(0, 4)).toEqual([500, 63, 8, 16]);
  const names = (await client.list(THINGS)).map(({ metadata }) => metadata.name);
  expect(names).toEqual(Array.from({ length: 40 }, (_, at) => `t${at}`));
});

it('lists an object that is larger than a page', async () => {
  const { client } = await listOf([1, 17 * 2 ** 20, 1]);
  expect(await client.list(THINGS)).toHaveLength(3);
});
