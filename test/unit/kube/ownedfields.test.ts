import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fields, fieldsOf } from '../../../src/base/fields.ts';
import type { KubeObject, ManagedFields } from '../../../src/kube/object.ts';
import { appliedFields, deviationOf, fieldText, otherOwner } from '../../../src/kube/ownedfields.ts';
import { fieldSetOf } from '../../support/managedfields.ts';

const DRAFT = {
  spec: {
    replicas: 1,
    containers: [{ name: 'web', image: 'a:1', env: [{ name: 'A', value: '1' }], args: ['x', 'y'] }],
    ports: [{ port: 80 }],
  },
};
const OWNED = fieldSetOf(DRAFT);

/** The draft with another spec. */
function withSpec(spec: object) {
  return { spec: { ...DRAFT.spec, ...spec } };
}

function containers(more: object, ...others: readonly object[]) {
  return withSpec({ containers: [...others, { ...DRAFT.spec.containers[0], ...more }] });
}

describe('an applied object is as its draft says', () => {
  it.each<[string, Fields]>([
    ['when nothing is added', DRAFT],
    ['beside another container, which comes first', containers({}, { name: 'proxy', image: 'p:1' })],
    ['beside another env', containers({ env: [{ name: 'B' }, { name: 'A', value: '1' }] })],
    ['beside defaults', containers({ imagePullPolicy: 'Always' })],
    [
      'beside another port of the same number',
      withSpec({ ports: [{ port: 80, protocol: 'UDP' }, { port: 80 }] }),
    ],
    ['beside other fields', { ...withSpec({ paused: true }), status: { ready: 1 } }],
    [
      'when the API server has filled in a part of a key',
      withSpec({ ports: [{ port: 80, protocol: 'TCP' }] }),
    ],
  ])('%s', (_, stored) => {
    expect(deviationOf(DRAFT, stored, OWNED)).toEqual({ lost: [], rewritten: [] });
  });
});

describe('an applied object deviates from its draft', () => {
  it.each<[string, Fields, string, unknown]>([
    ['in a value', withSpec({ replicas: 3 }), 'spec.replicas', 3],
    [
      'in a list that is merged as a whole',
      containers({ args: ['x'] }),
      'spec.containers[name=web].args',
      ['x'],
    ],
    ['in a field of an item', containers({ image: 'm:1' }), 'spec.containers[name=web].image', 'm:1'],
    [
      'in a value that is gone',
      containers({ image: undefined }),
      'spec.containers[name=web].image',
      undefined,
    ],
  ])('%s, which stays its own', (_, stored, path, value) => {
    const { lost, rewritten } = deviationOf(DRAFT, stored, OWNED);
    expect(lost).toEqual([]);
    expect(rewritten.map((each) => [fieldText(each.path), each.value])).toEqual([[path, value]]);
  });

  it.each<[string, object, string]>([
    ['a field', { 'f:replicas': undefined }, 'spec.replicas'],
    ['a list', { 'f:containers': undefined }, 'spec.containers'],
    ['an item', { 'f:containers': { 'k:{"name":"proxy"}': {} } }, 'spec.containers[name=web]'],
    [
      'a field of an item',
      { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:env': {}, 'f:args': {} } } },
      'spec.containers[name=web].image',
    ],
  ])('where others have taken %s', (_, parts, path) => {
    const owned = { 'f:spec': { ...fieldsOf(OWNED['f:spec']), ...parts } };
    expect(deviationOf(DRAFT, DRAFT, owned).lost.map(fieldText)).toEqual([path]);
  });

  it('where all is taken', () => {
    expect(deviationOf(DRAFT, DRAFT, {})).toEqual({ lost: [['spec']], rewritten: [] });
  });
});

const name = fc.constantFrom('a', 'b', 'c', 'd');
const leaf = fc.oneof(fc.string({ minLength: 1 }), fc.integer({ min: 1 }), fc.constant(true));
const { fields } = fc.letrec<{ fields: Fields; value: unknown; items: readonly Fields[] }>((tie) => ({
  fields: fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('value'), { minKeys: 1, maxKeys: 3 }),
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(leaf, { minLength: 1, maxLength: 3 }),
    tie('items'),
    tie('fields'),
  ),
  items: fc
    .uniqueArray(fc.tuple(name, tie('fields')), { selector: ([key]) => key, minLength: 1, maxLength: 3 })
    .map((pairs) => pairs.map(([key, each]) => ({ ...each, name: key }))),
}));

/** The value with members and items of others: in every map, and in front of every list that is merged by a key. */
function withOthers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isKeyed = value.every((item) => typeof item === 'object');
    return isKeyed ? [{ name: 'of others', x: 'theirs' }, ...value.map(withOthers)] : value;
  }
  return typeof value === 'object' && value !== null
    ? {
        theirs: 1,
        ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withOthers(each)])),
      }
    : value;
}

it('what others add anywhere is no deviation, and each owned field that goes is one', () => {
  fc.assert(
    fc.property(fields, (draft) => {
      const owned = fieldSetOf(draft);
      expect(deviationOf(draft, fieldsOf(withOthers(draft)), owned)).toEqual({ lost: [], rewritten: [] });
      for (const field of Object.keys(owned)) {
        const { [field]: _taken, ...rest } = owned;
        expect(deviationOf(draft, draft, rest).lost).toEqual([[field.slice(2)]]);
      }
    }),
  );
});

describe('the owners of fields', () => {
  const entry = (manager: string, operation: 'Apply' | 'Update', fieldsV1: Fields, subresource?: string) =>
    ({ manager, operation, fieldsV1, ...(subresource && { subresource }) }) as ManagedFields;
  const object = (...managedFields: readonly ManagedFields[]) =>
    ({ metadata: { managedFields } }) as unknown as KubeObject;
  const replicas = fieldSetOf({ spec: { replicas: 1 } });
  const path = ['spec', 'replicas'];

  it('are told by their entries: own applies count, own updates do not', () => {
    const stored = object(entry('us', 'Update', OWNED), entry('us', 'Apply', replicas));
    expect(appliedFields(stored, 'us')).toEqual(replicas);
    expect(appliedFields(stored, 'them')).toBeUndefined();
    expect(otherOwner(object(entry('us', 'Apply', replicas)), 'us', path)).toBeUndefined();
  });

  it.each<[string, Fields, readonly string[], boolean]>([
    ['the field', replicas, path, true],
    ['a part of the field', OWNED, ['spec', 'containers'], true],
    [
      'the list that the field is in, as a whole',
      { 'f:spec': { 'f:args': {} } },
      ['spec', 'args', 'x'],
      true,
    ],
    ['another field', replicas, ['spec', 'containers'], false],
    ['nothing', {}, path, false],
  ])('are found by %s', (_, owned, at, expected) => {
    expect(otherOwner(object(entry('them', 'Update', owned, 'scale')), 'us', at)?.manager).toBe(
      expected ? 'them' : undefined,
    );
  });
});
