import { expect, it } from 'vitest';
import { translatePath } from '../../../src/migrate/path.ts';

it.each([
  ['/foo', 'Prefix', { path: '/foo', exact: false }],
  ['/foo/', 'Prefix', { path: '/foo', exact: false }],
  ['/foo', 'Exact', { path: '/foo', exact: true }],
  ['/', 'ImplementationSpecific', { path: '/', exact: false }],
  [
    '/foo',
    'ImplementationSpecific',
    { path: '/foo', note: expect.stringContaining('/foobar is not answered') },
  ],
  [
    '/foo/',
    'ImplementationSpecific',
    { path: '/foo', note: expect.stringContaining('itself is answered too') },
  ],
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
  ['/foo(/|$)(.*)', '/$1/$2'],
  ['/users/[0-9]+', undefined],
  ['/(a|b)/(.*)', '/$2'],
  ['/foo(.*)', '/$1'],
])('the regular path %s with the target %s is refused', (path, rewriteTarget) => {
  const read = translatePath({ path, pathType: 'Prefix' }, { regular: true, rewriteTarget });
  expect(read.type).toBe('refused');
});
