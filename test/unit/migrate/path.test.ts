import { expect, it } from 'vitest';
import { translatePath } from '../../../src/migrate/path.ts';

it.each([
  ['/foo', 'Prefix', { path: '/foo' }],
  ['/foo/', 'Prefix', { path: '/foo' }],
  ['/foo', 'Exact', { path: '/foo', match: { path: 'exact' } }],
  ['/', 'ImplementationSpecific', { path: '/' }],
  // The original takes this type for Prefix.
  ['/foo', 'ImplementationSpecific', { path: '/foo' }],
  ['/foo/', 'ImplementationSpecific', { path: '/foo' }],
] as const)('%s as %s is a path of a rule', (path, pathType, expected) => {
  expect(translatePath({ path, pathType }, { regular: false })).toMatchObject({
    type: 'path',
    path: expected,
  });
});

it.each([
  ['/foo(/|$)(.*)', '/$2', { path: '/foo', rewrite: { prefix: '/' } }],
  ['/foo(/|$)(.*)', '/bar/$2', { path: '/foo', rewrite: { prefix: '/bar' } }],
  ['/foo/?(.*)', '/$1', { path: '/foo', rewrite: { prefix: '/' } }],
  ['/foo/(.*)', '/$1', { path: '/foo', rewrite: { prefix: '/' } }],
  ['/(.*)', '/$1', { path: '/' }],
  ['/foo', '/bar', { path: '/foo', rewrite: { full: '/bar' } }],
  ['/foo', '/$1', { path: '/foo', rewrite: { full: '/' } }],
  ['/foo(/.*)?', '$1', { path: '/foo', rewrite: { prefix: '/' } }],
  ['/foo(/|$)(.*)', '/bar$1$2', { path: '/foo', rewrite: { prefix: '/bar' } }],
  ['/foo.*', undefined, { path: '/foo' }],
  ['^/foo', undefined, { path: '/foo' }],
] as const)('the regular path %s with the target %s is a path of a rule', (path, rewriteTarget, expected) => {
  const read = translatePath({ path, pathType: 'ImplementationSpecific' }, { regular: true, rewriteTarget });
  expect(read).toMatchObject({ type: 'path', path: expected });
  expect(read.type === 'path' ? read.path.rewrite : 'refused').toEqual(
    'rewrite' in expected ? expected.rewrite : undefined,
  );
});

it.each([
  ['/foo(/|$)(.*)', '/$1'],
  ['/foo', '/bar?a=b'],
  ['/foo(/|$)(.*)', '/$1/$2'],
  ['/users/[0-9]+(/|$)(.*)', '/$2'],
  ['/(a|b)/(.*)', '/$2'],
  ['/(?i)a', undefined],
  ['/a{2,3}', undefined],
  ['/([a-z]+)+b', undefined],
  ['/foo(.*)', '/$1'],
])('the regular path %s with the target %s is refused', (path, rewriteTarget) => {
  const read = translatePath({ path, pathType: 'Prefix' }, { regular: true, rewriteTarget });
  expect(read.type).toBe('refused');
});

it.each([
  ['/users/[0-9]+', undefined, { path: '/users', match: { pathRegex: '/users/[0-9]+.*' } }],
  ['/users/[0-9]+$', undefined, { path: '/users', match: { pathRegex: '/users/[0-9]+' } }],
  ['^/v(1|2)(/|$)(.*)', undefined, { path: '/', match: { pathRegex: '/v(1|2)(/.*)?' } }],
  [
    '/shop/(a|b)/.*',
    '/new',
    { path: '/shop', match: { pathRegex: '/shop/(a|b)/.*' }, rewrite: { full: '/new' } },
  ],
  // Captures that a path does not have are empty.
  [
    '/items/[0-9]+',
    '/$1',
    { path: '/items', match: { pathRegex: '/items/[0-9]+.*' }, rewrite: { full: '/' } },
  ],
])('the regular path %s with the target %s is an expression of a rule', (path, rewriteTarget, expected) => {
  expect(translatePath({ path, pathType: 'Prefix' }, { regular: true, rewriteTarget })).toEqual({
    type: 'path',
    path: { ...expected, notes: [expect.stringContaining('in this case only')] },
  });
});
