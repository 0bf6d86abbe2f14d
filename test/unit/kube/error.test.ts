import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../src/base/retryafter.ts';
import { failureOf, isFailure, isImmutableField, KubeError, tryRead } from '../../../src/kube/error.ts';

const EXPIRED_TOKEN = {
  reason: 'Expired',
  message: 'The provided continue parameter is too old to display a consistent list result.',
};
const DENIAL = "ValidatingAdmissionPolicy 'a' with binding 'b' denied request: ";
const AHEAD = { reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } };

it.each([
  [404, { reason: 'NotFound', details: { name: 'a' } }, 'not-found'],
  [404, { reason: 'NotFound', details: {} }, 'refused'],
  [404, { message: '404 page not found' }, 'refused'],
  [409, { reason: 'AlreadyExists' }, 'already-exists'],
  [409, { reason: 'Conflict' }, 'conflict'],
  [409, { reason: 'Conflict', details: { causes: [{ reason: 'FieldManagerConflict' }] } }, 'field-conflict'],
  [410, {}, 'gone'],
  [410, { reason: 'Expired' }, 'gone'],
  [410, { reason: 'Gone' }, 'gone'],
  [400, EXPIRED_TOKEN, 'gone'],
  [500, { reason: 'Expired' }, 'gone'],
  [504, AHEAD, 'gone'],
  [422, {}, 'invalid'],
  [422, { details: { causes: [{ field: 'metadata.uid' }] } }, 'conflict'],
  [422, { details: { causes: [{ field: 'metadata.uid' }, { field: 'spec.x' }] } }, 'invalid'],
  [400, {}, 'invalid'],
  [401, {}, 'unauthorized'],
  [403, {}, 'forbidden'],
  [429, {}, 'throttled'],
  [500, {}, 'refused'],
  [503, {}, 'refused'],
  [502, {}, 'refused'],
  [504, { reason: 'Timeout' }, 'refused'],
  [301, {}, 'refused'],
])('%i %o means %s of a read', (status, body, type) => {
  expect(failureOf(status, body).type).toBe(type);
});

const DENIED =
  'deployments.apps "web" is forbidden: User "system:serviceaccount:a:stoa-install" cannot create resource "deployments" in API group "apps" in the namespace "a": RBAC: role not found';

it.each([
  [
    'the authorizer',
    DENIED,
    { user: 'system:serviceaccount:a:stoa-install', verb: 'create', resource: 'deployments', group: 'apps' },
  ],
  [
    'the authorizer, for a subresource of the core group and a quoted user',
    'User "a \\"b\\"" cannot get resource "pods/log" in API group "" in the namespace "a"',
    { user: 'a "b"', verb: 'get', resource: 'pods/log', group: '' },
  ],
  ['a quota', 'services "web" is forbidden: exceeded quota: few, requested: services=1', undefined],
  ['nobody', undefined, undefined],
])('a response 403 has the denied right where it is from %s', (_, message, denied) => {
  const body = message === undefined ? {} : { message };
  expect(failureOf(403, body)).toEqual({ type: 'forbidden', denied });
});

it.each([
  [504, {}, 'ambiguous'],
  [502, {}, 'ambiguous'],
  [500, { reason: 'ServerTimeout' }, 'ambiguous'],
  [504, { reason: 'Timeout', message: 'request did not complete within the allotted timeout' }, 'ambiguous'],
  [500, { message: 'etcdserver: request timed out' }, 'ambiguous'],
  [500, { message: 'etcdserver: leader changed' }, 'ambiguous'],
  [500, { message: 'context deadline exceeded' }, 'ambiguous'],
  [500, { message: 'failed calling webhook: connection refused' }, 'refused'],
  [503, {}, 'refused'],
  [504, AHEAD, 'gone'],
  [409, { reason: 'Conflict' }, 'conflict'],
])('%i %o means %s of a write', (status, body, type) => {
  expect(failureOf(status, body, { write: true }).type).toBe(type);
});

it.each([
  [429, {}, 7, 7],
  [429, { details: { retryAfterSeconds: 3 } }, undefined, 3],
  [429, { details: { retryAfterSeconds: 3 } }, 7, 7],
  [429, {}, undefined, undefined],
  [503, {}, 7, 7],
])('%i %o with Retry-After %s is throttled for %s', (status, body, header, retryAfterSeconds) => {
  expect(failureOf(status, body, { write: true, retryAfterSeconds: header })).toEqual({
    type: 'throttled',
    retryAfterSeconds,
  });
});

it.each([
  [
    422,
    { details: { causes: [{ field: 'spec.http.containerPort', message: 'must be >= 1' }] } },
    [{ field: 'spec.http.containerPort', message: 'must be >= 1' }],
  ],
  [
    400,
    { message: 'strict decoding error: unknown field "spec.colour", duplicate field "spec[\\"a\\"]"' },
    [
      { field: 'spec.colour', message: 'unknown field' },
      { field: 'spec["a"]', message: 'duplicate field' },
    ],
  ],
  [
    500,
    {
      message:
        'failed to create typed patch object (n/a; example.com/v1, Kind=Thing): .spec.colour: field not declared in schema',
    },
    [{ field: 'spec.colour', message: 'field not declared in schema' }],
  ],
  [
    422,
    { details: { causes: [{ message: `${DENIAL}spec.http.domainName: is taken: by whom` }] } },
    [{ field: 'spec.http.domainName', message: 'is taken: by whom' }],
  ],
  [
    422,
    { details: { causes: [{ message: `${DENIAL}no spec.http: today` }] } },
    [{ field: '', message: `${DENIAL}no spec.http: today` }],
  ],
  [422, { details: { causes: [{ message: 'spec.x: bad' }] } }, [{ field: '', message: 'spec.x: bad' }]],
])('%i %o tells which fields are invalid', (status, body, causes) => {
  expect(failureOf(status, body, { write: true })).toEqual({ type: 'invalid', causes });
});

it.each([
  ['conflict with "kubectl" using apps/v1', 'kubectl'],
  ['conflict with "kubectl" with subresource "status" using v1 at 2026-01-01T00:00:00Z', 'kubectl'],
  ['conflict with "a \\"quoted\\" one" using v1', 'a "quoted" one'],
  ['conflict with somebody', ''],
])('names the manager in: %s', (message, manager) => {
  const cause = { reason: 'FieldManagerConflict', field: '.spec.x', message };
  const body = { reason: 'Conflict', details: { causes: [cause] } };
  expect(failureOf(409, body)).toEqual({
    type: 'field-conflict',
    causes: [{ field: '.spec.x', message, manager }],
  });
});

it('never calls a read ambiguous', () => {
  const reason = fc.option(fc.constantFrom('Timeout', 'ServerTimeout', 'Conflict'), { nil: undefined });
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), reason, fc.string(), (status, given, message) => {
      const body = { message, ...(given === undefined ? {} : { reason: given }) };
      expect(failureOf(status, body).type).not.toBe('ambiguous');
    }),
  );
});

it('recognises only its own errors', () => {
  expect(isFailure(new KubeError({ type: 'gone' }, 'x'), 'gone')).toBe(true);
  expect(isFailure(new KubeError({ type: 'gone' }, 'x'), 'invalid')).toBe(false);
  expect(isFailure(new Error('gone'), 'gone')).toBe(false);
});

const NOON = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');

it.each([
  ['5', 5],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:00:09 GMT', 9],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
  [['3', '4'], 3],
])('Retry-After %j is %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, NOON)).toBe(seconds);
});

it('a read that finds its object has the value', async () => {
  expect(await tryRead(Promise.resolve(1))).toEqual({ type: 'found', value: 1 });
});

it.each([
  ['not-found', 'missing'],
  ['forbidden', 'forbidden'],
] as const)('a read that fails with %s is %s', async (failure, type) => {
  expect(await tryRead(Promise.reject(new KubeError({ type: failure }, 'no')))).toEqual({ type });
});

it('a read that fails otherwise throws', async () => {
  const failure = new KubeError({ type: 'unreachable' }, 'no route');
  await expect(tryRead(Promise.reject(failure))).rejects.toBe(failure);
});

describe('texts of the API server that decisions hang on, since it has no code for them', () => {
  /** Whether a refusal of fields with these messages counts as one of a change that cannot be made. */
  const isImmutable = (...messages: readonly string[]) =>
    isImmutableField(
      new KubeError({ type: 'invalid', causes: messages.map((message) => ({ field: 'spec', message })) }, ''),
    );

  it.each([
    // apimachinery, ValidateImmutableField: Services, Jobs, PersistentVolumeClaims, Secrets.
    'Invalid value: "x": field is immutable',
    'Forbidden: field is immutable when `immutable` is set',
    // core validation: the address of a Service.
    'Invalid value: "": may not change once set',
    // apps and core validation: StatefulSets and PersistentVolumeClaims.
    "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template' are forbidden",
    'Forbidden: spec is immutable after creation except resources.requests',
    // rbac validation.
    'Invalid value: rbac.RoleRef{}: cannot change roleRef',
    // CEL rules of Stoa’s own CRDs.
    'Invalid value: "integer": is immutable: delete the install and create another',
  ])('%s', (message) => {
    expect(isImmutable(message)).toBe(true);
    expect(isImmutable(message, 'Invalid value: "-": must be a name')).toBe(false);
  });
});
