import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_BOUNDS } from '../../../src/base/jsonvalue.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { readable, readableAnswer } from '../../../src/kube/readable.ts';
import { answer, clientOf, THING, THINGS } from './support.ts';

const deep = (levels = 9_000): unknown => JSON.parse(`${'{"k":'.repeat(levels)}1${'}'.repeat(levels)}`);
const many = (values: number) => Array.from({ length: values }, () => 0);

const METADATA = { ...THING.metadata, uid: 'u', resourceVersion: '1', creationTimestamp: 't' };

const thing = (parts: object): KubeObject => ({ ...THING, metadata: METADATA, ...parts });

describe('an object', () => {
  it('is the same instance where all of it can be read', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (spec) => {
        const object = thing({ spec });
        expect(readable(object)).toBe(object);
      }),
    );
  });

  it.each<[string, object, object, string]>([
    [
      'a field that is too deep',
      { spec: { color: 'red', values: deep() }, status: { ready: true } },
      { spec: { color: 'red' }, status: { ready: true } },
      'spec.values must nest at most 64 levels deep',
    ],
    [
      'fields of two parts',
      { spec: { values: deep() }, status: { list: many(100_000) } },
      { spec: {}, status: {} },
      'spec.values must nest at most 64 levels deep; status.list must have at most 100000 values',
    ],
    [
      'fields that are too many together',
      { spec: { small: [1, 2], one: many(60_000), other: many(60_000) } },
      { spec: { small: [1, 2], one: many(60_000) } },
      'spec must have at most 100000 values',
    ],
    [
      'a list beside the spec',
      { endpoints: many(100_000), ports: [1] },
      { endpoints: [], ports: [1] },
      'endpoints must have at most 100000 values',
    ],
    [
      'a field with a long name',
      { spec: { ['a'.repeat(1_000)]: deep() } },
      { spec: {} },
      `spec.${'a'.repeat(64)} must nest at most 64 levels deep`,
    ],
  ])('is left without %s', (_, parts, left, unread) => {
    expect(readable(thing(parts))).toEqual({ ...thing(left), unread });
  });

  it('names no more than some of its fields', () => {
    const spec = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, deep(70)]));
    expect(readable(thing({ spec })).unread).toMatch(/^(spec\.f\d must nest [^;]*; ){3}and 497 more$/);
  });

  it('keeps an inventory that is as large as the status may have it', () => {
    const item = { group: '', version: 'v1', kind: 'Job', name: 'a', uid: 'u', template: 't', failed: false };
    const status = { inventory: Array.from({ length: 10_000 }, () => item) };
    const object = thing({ spec: { values: many(FIELD_BOUNDS.values) }, status });
    expect(readable(object)).toEqual({
      ...thing({ spec: {}, status }),
      unread: expect.stringMatching(/^spec/),
    });
  });

  it('lacks managed fields that are too deep where it is an answer', () => {
    const entries = [
      { manager: 'kubectl', fieldsV1: { 'f:spec': {} } },
      { manager: 'odd', fieldsV1: deep() },
    ];
    const object = thing({ metadata: { ...METADATA, managedFields: entries } });
    expect(readableAnswer(object).metadata.managedFields).toEqual(entries.slice(0, 1));
    expect(readableAnswer(object).unread).toBeUndefined();
  });
});

describe('a client', () => {
  async function clientWithOne() {
    const bodies: unknown[] = [];
    const odd = { ...THING, metadata: { ...THING.metadata, name: 'odd' }, spec: { values: deep(4_000) } };
    const client = await clientOf((request, response) => {
      const isList = new URL(request.url ?? '', 'http://x').searchParams.has('limit');
      if (request.method === 'PUT') {
        bodies.push(request.url);
      }
      answer(
        response,
        200,
        isList ? { metadata: { resourceVersion: '1' }, items: [THING, odd, THING] } : odd,
      );
    });
    return { client, bodies };
  }

  it('reads all objects of a list that has one which is too deep', async () => {
    const { client } = await clientWithOne();
    const found = await client.list(THINGS);
    expect(found.map(({ unread }) => unread)).toEqual([
      undefined,
      'spec.values must nest at most 64 levels deep',
      undefined,
    ]);
  });

  it('never writes an object that it has not read as a whole', async () => {
    const { client, bodies } = await clientWithOne();
    const found = await client.get(THINGS, { name: 'odd' });
    expect(found.unread).toBe('spec.values must nest at most 64 levels deep');
    await expect(client.replace(THINGS, { ...found }, 'test')).rejects.toThrow(KubeError);
    expect(bodies).toEqual([]);
    await client.replace(THINGS, { ...THING }, 'test');
    expect(bodies).toHaveLength(1);
  });
});
