import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyedDigest, mergedValues, type ReadValues, readGiven } from '../../../src/chart/values.ts';
import type { ValuesText } from '../../../src/source/surroundings.ts';

const { signal } = new AbortController();

/** Reader that takes each text for JSON. */
const JSON_READER = {
  readValues: async (text: Uint8Array): Promise<ReadValues> => ({
    type: 'read',
    values: JSON.parse(Buffer.from(text).toString()),
  }),
};

function refusing(refusal: Extract<ReadValues, { type: 'refused' }>['refusal']) {
  return { readValues: async (): Promise<ReadValues> => ({ type: 'refused', refusal }) };
}

function textOf(values: unknown, isSecret = false, index = 0): ValuesText {
  return { path: `spec.valuesFrom[${index}]`, text: JSON.stringify(values), isSecret };
}

it('merges maps level by level, replaces lists, and keeps a null, which removes a value of the chart', () => {
  expect(
    mergedValues(
      { image: { tag: '1', pull: 'Always' }, list: [1, 2], gone: { a: 1 }, map: 1 },
      { image: { tag: '2' }, list: [3], gone: null, map: { b: 1 } },
    ),
  ).toEqual({ image: { tag: '2', pull: 'Always' }, list: [3], gone: null, map: { b: 1 } });
  expect(mergedValues({ a: { b: null } }, { a: { c: 1 } })).toEqual({ a: { b: null, c: 1 } });
});

/** Values that are no maps, each with its path. */
function leavesOf(values: object, path = ''): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? leavesOf(value, `${path}/${name}`) : [`${path}/${name} ${JSON.stringify(value)}`];
  });
}

it('has every value of the upper side, and none that neither side has', () => {
  const values = fc.dictionary(
    fc.constantFrom('a', 'b', '__proto__', 'constructor'),
    fc.jsonValue({ maxDepth: 3 }),
  );
  fc.assert(
    fc.property(values, values, (below, above) => {
      const both = leavesOf(mergedValues(below, above));
      expect(both).toEqual(expect.arrayContaining([...leavesOf(above)]));
      expect([...leavesOf(below), ...leavesOf(above)]).toEqual(expect.arrayContaining([...both]));
      expect(JSON.stringify(mergedValues(below, {}))).toBe(JSON.stringify(below));
    }),
  );
});

it('reads texts in their order; those of Secrets are confidential, with their long numbers', async () => {
  const texts = [
    textOf({ name: 'shop', replicas: 1 }),
    textOf({ db: { password: 'hunter2', pin: 123456, on: true, port: 80, users: ['ann', ''] } }, true, 1),
    textOf({ replicas: 2, db: { port: 81 } }, false, 2),
  ];
  expect(await readGiven(JSON_READER, texts, signal)).toEqual({
    type: 'given',
    values: {
      name: 'shop',
      replicas: 2,
      db: { password: 'hunter2', pin: 123456, on: true, port: 81, users: ['ann', ''] },
    },
    confidential: ['hunter2', '123456', 'ann'],
    fromSecrets: true,
  });
});

it.each([
  ['a ConfigMap', false, 'spec.valuesFrom[0]: yaml: line 3: password: hunter2'],
  ['a Secret, of which it quotes nothing', true, 'spec.valuesFrom[0]: it is no map in YAML'],
])('names the place of a text that is none of values, in %s', async (_, isSecret, message) => {
  const reader = refusing({ type: 'values-unreadable', message: 'yaml: line 3: password: hunter2' });
  const given = await readGiven(reader, [textOf({}, isSecret)], signal);
  expect(given).toEqual({ type: 'refused', reason: 'ValuesInvalid', message });
});

it('takes a Secret with more texts than a call has arguments', async () => {
  const many = Array.from({ length: 150_000 }, () => 'b');
  expect(await readGiven(JSON_READER, [textOf({ many }, true)], signal)).toMatchObject({ type: 'given' });
});

it('refuses what takes too much to read, and what is deeper than it looks', async () => {
  expect(await readGiven(refusing({ type: 'out-of-memory' }), [textOf({})], signal)).toMatchObject({
    reason: 'ValuesInvalid',
    message: expect.stringMatching(/^spec\.valuesFrom\[0\]: it takes more memory or time/),
  });
  const nested = (levels: number): unknown => (levels === 0 ? 'deep secret' : [nested(levels - 1)]);
  const readNested = (levels: number) =>
    readGiven(JSON_READER, [textOf({ a: nested(levels) }, true)], signal);
  expect(await readNested(63)).toMatchObject({ type: 'given', confidential: ['deep secret'] });
  expect(await readNested(64)).toMatchObject({ reason: 'ValuesInvalid' });
});

it('has a digest that depends on values and key', () => {
  const digests = [keyedDigest({ a: 1 }, 'one'), keyedDigest({ a: 2 }, 'one'), keyedDigest({ a: 1 }, 'two')];
  expect(new Set(digests).size).toBe(3);
  expect(keyedDigest({ a: 1 }, 'one')).toBe(digests[0]);
});

it.each([
  ['a ConfigMap', { a: 'b' }, false, false],
  ['an empty Secret', {}, true, false],
  ['a Secret with a flag', { on: true }, true, true],
  ['a Secret with a short number', { pin: 12 }, true, true],
])('knows whether values came from Secrets: %s', async (_, values, isSecret, fromSecrets) => {
  expect(await readGiven(JSON_READER, [textOf(values, isSecret)], signal)).toMatchObject({ fromSecrets });
});

it('tells nothing of an engine that fails with a Secret', async () => {
  const given = await readGiven(
    refusing({ type: 'crashed', message: 'panic: hunter2' }),
    [textOf({}, true)],
    signal,
  );
  expect(given).toMatchObject({ type: 'unfinished', message: expect.not.stringContaining('hunter2') });
});
