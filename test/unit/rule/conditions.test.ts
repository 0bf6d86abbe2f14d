import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areCompatible,
  byPrecision,
  type Conditions,
  conditionsKey,
  furtherKey,
} from '../../../src/rule/conditions.ts';

const NONE: Conditions = { cookies: {}, headers: {}, methods: [], query: {} };

const pairs = fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.constantFrom('1', '2'), {
  noNullPrototype: true,
});

const conditions: fc.Arbitrary<Conditions> = fc.record(
  {
    cookies: pairs,
    headers: pairs,
    query: pairs,
    methods: fc.uniqueArray(fc.constantFrom('GET', 'POST', 'PUT')),
    exactPath: fc.constantFrom('/a', '/a/'),
  },
  { requiredKeys: ['cookies', 'headers', 'query', 'methods'] },
);

describe('the key of conditions', () => {
  it.each<[string, Partial<Conditions>, Partial<Conditions>, boolean]>([
    ['headers in another case', { headers: { 'X-A': '1' } }, { headers: { 'x-a': '1' } }, true],
    ['headers in another order', { headers: { a: '1', b: '2' } }, { headers: { b: '2', a: '1' } }, true],
    ['methods in another order', { methods: ['GET', 'PUT'] }, { methods: ['PUT', 'GET'] }, true],
    ['another method', { methods: ['GET'] }, { methods: ['PUT'] }, false],
    ['a method and none', { methods: ['GET'] }, {}, false],
    ['parameters in another case', { query: { a: '1' } }, { query: { A: '1' } }, false],
    ['a cookie and a parameter of one name', { cookies: { a: '1' } }, { query: { a: '1' } }, false],
    ['the whole path and its beginning', { exactPath: '/a' }, {}, false],
    [
      'calls of a service and of its method',
      { grpc: { service: 'a' } },
      { grpc: { service: 'a', method: 'a' } },
      false,
    ],
    ['a service and a method of one name', { grpc: { service: 'a' } }, { grpc: { method: 'a' } }, false],
    ['all calls and all requests', { grpc: {} }, {}, false],
  ])('of %s', (_, one, other, isSame) => {
    expect(conditionsKey({ ...NONE, ...one }) === conditionsKey({ ...NONE, ...other })).toBe(isSame);
  });

  it('names nothing further where there is only what the contract has', () => {
    expect(furtherKey({ ...NONE, cookies: { a: '1' }, headers: { b: '2' } })).toBe('');
  });
});

it('conditions are tried by path, method, cookies, headers, and parameters', () => {
  const wanted: Conditions[] = [
    { ...NONE, exactPath: '/a', methods: ['GET'] },
    { ...NONE, exactPath: '/a' },
    { ...NONE, pathRegex: '/a/b+' },
    { ...NONE, pathRegex: '/a+', methods: ['GET'] },
    { ...NONE, methods: ['GET'], cookies: { a: '1' } },
    { ...NONE, methods: ['GET'] },
    { ...NONE, methods: ['GET', 'PUT'] },
    { ...NONE, cookies: { a: '1' }, headers: { a: '1' } },
    { ...NONE, cookies: { a: '1', b: '2' } },
    { ...NONE, cookies: { a: '1' }, query: { a: '1' } },
    { ...NONE, cookies: { a: '1' } },
    { ...NONE, headers: { a: '1', b: '2' } },
    { ...NONE, headers: { a: '1' }, query: { a: '1' } },
    { ...NONE, headers: { a: '1' } },
    { ...NONE, query: { a: '1', b: '2' } },
    { ...NONE, query: { a: '1' } },
    NONE,
  ];
  expect(wanted.toReversed().toSorted(byPrecision)).toEqual(wanted);
});

it('calls are tried by service, method, and headers', () => {
  const wanted: Conditions[] = [
    { ...NONE, grpc: { service: 'shop.Cart', method: 'Get' } },
    { ...NONE, grpc: { service: 'shop.Cart' }, headers: { a: '1' } },
    { ...NONE, grpc: { service: 'shop.Cart' } },
    { ...NONE, grpc: { method: 'GetAll' } },
    { ...NONE, grpc: { method: 'Get' } },
    { ...NONE, grpc: {}, headers: { a: '1' } },
    { ...NONE, grpc: {} },
  ];
  expect(wanted.toReversed().toSorted(byPrecision)).toEqual(wanted);
});

it.each<[boolean, Conditions['grpc'], Conditions['grpc']]>([
  [true, { service: 'a' }, { method: 'b' }],
  [true, {}, { service: 'a', method: 'b' }],
  [false, { service: 'a' }, { service: 'ab' }],
  [false, { service: 'a', method: 'b' }, { method: 'c' }],
])('it is %s that one call can be of both %o and %o', (can, one, other) => {
  expect(
    areCompatible({ ...NONE, ...(one && { grpc: one }) }, { ...NONE, ...(other && { grpc: other }) }),
  ).toBe(can);
});

it('an order of conditions is one', () => {
  fc.assert(
    fc.property(conditions, conditions, conditions, (a, b, c) => {
      expect(Math.sign(byPrecision(a, b))).toBe(-Math.sign(byPrecision(b, a)) + 0);
      if (byPrecision(a, b) <= 0 && byPrecision(b, c) <= 0) {
        expect(byPrecision(a, c)).toBeLessThanOrEqual(0);
      }
    }),
  );
});

it('a request that fulfils both of two conditions exists only where they are compatible', () => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
  const fulfils = (request: Conditions, wanted: Conditions) =>
    Object.entries(wanted.headers).every(([name, value]) => request.headers[name] === value) &&
    Object.entries(wanted.query).every(([name, value]) => request.query[name] === value) &&
    (wanted.methods.length === 0 || wanted.methods.some((method) => request.methods.includes(method))) &&
    (wanted.exactPath ?? request.exactPath) === request.exactPath;
  fc.assert(
    fc.property(conditions, conditions, (one, other) => {
      const requests = methods.flatMap((method) =>
        ['/a', '/a/', '/a/b'].map((exactPath) => ({
          ...NONE,
          methods: [method],
          headers: { ...one.headers, ...other.headers },
          query: { ...one.query, ...other.query },
          exactPath,
        })),
      );
      const exists = requests.some((request) => fulfils(request, one) && fulfils(request, other));
      expect(areCompatible(one, other)).toBe(exists);
    }),
  );
});
