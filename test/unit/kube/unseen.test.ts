import { expect, it } from 'vitest';
import type { KubeObject, ManagedFields } from '../../../src/kube/object.ts';
import { withUnseen } from '../../../src/kube/unseen.ts';

function stored(spec: unknown, managedFields: readonly ManagedFields[]): KubeObject {
  const metadata = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '', managedFields };
  return { apiVersion: 'v1', kind: 'A', metadata, spec } as KubeObject;
}

/** Entry of a manager of the spec. */
const owning = (fields: object): ManagedFields => ({ manager: 'kubectl', fieldsV1: { 'f:spec': fields } });

const TREE = { 'f:http': { '.': {}, 'f:host': {}, 'f:policy': { 'f:guard': { 'f:name': {} } } } };
const WHOLE = { http: { host: 'a', policy: { guard: { name: 'x' } } } };

it.each<[string, unknown, readonly ManagedFields[], readonly (readonly string[])[] | undefined]>([
  ['nothing of an object that shows all', WHOLE, [owning(TREE)], undefined],
  ['nothing of one of which nobody owns a field', WHOLE, [], undefined],
  [
    'the topmost field that is missing',
    { http: { host: 'a', policy: {} } },
    [owning(TREE)],
    [['http', 'policy', 'guard']],
  ],
  ['each once', { http: { host: 'a' } }, [owning(TREE), owning(TREE)], [['http', 'policy']]],
  [
    'fields of any manager',
    { http: {} },
    [owning({ 'f:a': {} }), owning({ 'f:http': { 'f:b': {} } })],
    [['a'], ['http', 'b']],
  ],
  ['no field of a status', {}, [{ ...owning({ 'f:a': {} }), subresource: 'status' }], undefined],
  ['no item of a list', { list: [] }, [owning({ 'f:list': { 'k:{"key":"a"}': { 'f:b': {} } } })], undefined],
  ['a field of the name of a method', {}, [owning({ 'f:toString': {} })], [['toString']]],
  ['nothing of what is a list now', { http: [] }, [owning(TREE)], undefined],
])('%s', (_, spec, managed, unseen) => {
  expect(withUnseen(stored(spec, managed)).unseen).toEqual(unseen);
});

it('ends for an object that is as deep as the API server takes it', () => {
  const nested = (name: string) =>
    Array.from({ length: 5_000 }).reduce<object>((inner) => ({ [name]: inner }), {});
  expect(withUnseen(stored(nested('a'), [owning(nested('f:a'))])).unseen).toBeUndefined();
});
