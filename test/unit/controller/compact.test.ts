import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compact, type KeptAnnotations } from '../../../src/controller/compact.ts';
import type { KubeObject } from '../../../src/kube/object.ts';

function objectOf(more: object, metadata: object = {}): KubeObject {
  const meta = {
    name: 'a',
    namespace: 'team',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: 't',
    ...metadata,
  };
  return { apiVersion: 'v1', kind: 'Thing', metadata: meta, ...more };
}

it('omits only managedFields, and annotations that nobody reads', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', other: '1', read: 'kept' };
  const whole = objectOf(
    { spec: { a: [{ b: 1 }, null, 'x'] } },
    { managedFields: [{}], annotations, labels: { l: '1' } },
  );
  const content = { spec: { a: [{ b: 1 }, null, 'x'] } };
  expect(compact(structuredClone(whole))).toStrictEqual(objectOf(content, { labels: { l: '1' } }));
  expect(compact(whole, { annotations: { names: ['read', 'absent'] } })).toStrictEqual(
    objectOf(content, { annotations: { read: 'kept' }, labels: { l: '1' } }),
  );
});

it.each<[string, Record<string, string>, KeptAnnotations, string[]]>([
  ['a value of any size', { read: 'a'.repeat(16_385) }, { names: ['read'] }, []],
  ['others without room', { other: '1' }, { names: [], others: 5 }, []],
  ['others that fit', { b: '12', a: '1', read: '1' }, { names: ['read'], others: 3 }, ['a', 'read']],
])('keeps no annotations beyond its bound: %s', (_, annotations, kept, expected) => {
  const { metadata } = compact(objectOf({}, { annotations }), { annotations: kept });
  expect(Object.keys(metadata.annotations ?? {})).toEqual(expected);
});

it('preserves all values of any object, in any order of objects', () => {
  // As the API server sends them: it has no negative zero.
  const tree = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 20 }), (specs) => {
      for (const spec of specs) {
        const whole = objectOf({ spec });
        expect(compact(structuredClone(whole))).toEqual(whole);
      }
    }),
  );
});

it('shares equal parts of objects', () => {
  const made = () => compact(objectOf({ status: { conditions: [{ type: 'Ready', status: 'True' }] } }));
  const conditions = [made(), made()].map(
    (object) => (object as KubeObject & { status: { conditions: object[] } }).status.conditions,
  );
  expect(conditions[0]?.[0]).toBe(conditions[1]?.[0]);
});

it('keeps no labels and owners beyond their bounds', () => {
  const labels = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`l${at}`, 'x'.repeat(60)]));
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' };
  const ownerReferences = [{ ...owner, uid: 'u'.repeat(1_000_000) }, owner];
  const { metadata } = compact(objectOf({}, { labels, ownerReferences, generateName: 'a'.repeat(100_000) }));
  expect(metadata.labels).toMatchObject({ l0: 'x'.repeat(60) });
  expect(metadata.ownerReferences).toEqual([owner]);
  expect(JSON.stringify(metadata).length).toBeLessThan(24_000);
});
