import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compact } from '../../../src/controller/compact.ts';
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

it('omits only managedFields and the last applied configuration', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', other: 'kept' };
  const whole = objectOf(
    { spec: { a: [{ b: 1 }, null, 'x'] } },
    { managedFields: [{}], annotations, labels: { l: '1' } },
  );
  const kept = objectOf(
    { spec: { a: [{ b: 1 }, null, 'x'] } },
    { annotations: { other: 'kept' }, labels: { l: '1' } },
  );
  expect(compact(whole)).toStrictEqual(kept);
});

it('preserves all values of any object, in any order of objects', () => {
  const tree = fc.jsonValue({ maxDepth: 3 });
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
