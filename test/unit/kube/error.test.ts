import { expect, it } from 'vitest';
import { failureOf, isFailure, KubeError } from '../../../src/kube/error.ts';

it.each([
  [404, {}, 'not-found'],
  [409, { reason: 'AlreadyExists' }, 'already-exists'],
  [409, { reason: 'Conflict' }, 'conflict'],
  [
    409,
    { reason: 'Conflict', details: { causes: [{ reason: 'FieldManagerConflict', field: '.spec.x' }] } },
    'field-conflict',
  ],
  [410, { reason: 'Expired' }, 'gone'],
  [422, {}, 'invalid'],
  [400, {}, 'invalid'],
  [401, {}, 'unauthorized'],
  [403, {}, 'forbidden'],
  [429, { details: { retryAfterSeconds: 3 } }, 'throttled'],
  [500, {}, 'refused'],
  [503, {}, 'refused'],
])('%i %o means %s', (status, body, type) => {
  expect(failureOf(status, body).type).toBe(type);
});

it('tells which fields are invalid', () => {
  const body = { details: { causes: [{ field: 'spec.http.containerPort', message: 'must be >= 1' }] } };
  expect(failureOf(422, body)).toEqual({
    type: 'invalid',
    causes: [{ field: 'spec.http.containerPort', message: 'must be >= 1' }],
  });
});

it('recognises only its own errors', () => {
  expect(isFailure(new KubeError({ type: 'gone' }, 'x'), 'gone')).toBe(true);
  expect(isFailure(new Error('gone'), 'gone')).toBe(false);
});
