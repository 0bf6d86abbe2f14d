import { asks, NOTHING, OK, type PublishedCase } from './published.ts';

const REGULAR = { 'use-regex': 'true' };
const REWRITTEN = { ...REGULAR, 'rewrite-target': '/new/backend' };
const PREFIX_FILE = 'ingress/pathtype_prefix';

/** Cases on paths, and on hosts. */
export const PATH_CASES: readonly PublishedCase[] = [
  {
    at: `${PREFIX_FILE}:35`,
    family: 'path',
    ingresses: [{ routes: [{ path: '/aaa' }] }],
    asks: [...asks(OK, '/aaa', '/aaa/cccc', '/aaa/'), ...asks(NOTHING, '/aaacccc')],
  },
  {
    at: 'ingress/pathtype_exact:37',
    family: 'path',
    ingresses: [
      { routes: [{ path: '/exact', pathType: 'Exact' }] },
      { routes: [{ path: '/exact', service: 'second' }] },
      { routes: [{ path: '/exact', service: 'third' }] },
    ],
    asks: [
      ...asks({ ...OK, component: 'web' }, '/exact'),
      ...asks({ ...OK, component: 'second' }, '/exact/suffix'),
    ],
  },
  {
    at: 'ingress/pathtype_mixed:39',
    family: 'path',
    ingresses: [
      { routes: [{ pathType: 'Exact' }] },
      { routes: [{ service: 'second' }] },
      { routes: [{ path: '/foo', pathType: 'Exact', service: 'third' }] },
      { routes: [{ path: '/foo', service: 'fourth' }] },
    ],
    asks: [
      ...asks({ ...OK, component: 'web' }, '/'),
      ...asks({ ...OK, component: 'second' }, '/bar', '/foobar'),
      ...asks({ ...OK, component: 'third' }, '/foo'),
      ...asks({ ...OK, component: 'fourth' }, '/foo/bar'),
    ],
  },
  {
    at: `${PREFIX_FILE}:72`,
    family: 'use-regex',
    ingresses: [{ annotations: REGULAR, routes: [{ path: '/id/[0-9]+' }] }],
    asks: [...asks(OK, '/id/1', '/id/12', '/id/123', '/id/123a'), ...asks(NOTHING, '/id/aaa')],
  },
  {
    at: `${PREFIX_FILE}:113`,
    family: 'use-regex',
    ingresses: [{ annotations: REGULAR, routes: [{ path: '/id/[0-9]+$' }] }],
    asks: [...asks(OK, '/id/1'), ...asks(NOTHING, '/id/aaa', '/id/123a')],
  },
  {
    at: `${PREFIX_FILE}:142`,
    family: 'use-regex',
    ingresses: [
      {
        annotations: REGULAR,
        routes: [{ path: '/id/[0-9]{3}$' }],
        refused: /engines may read differently/,
      },
    ],
    asks: [],
  },
  {
    at: `${PREFIX_FILE}:177`,
    family: 'use-regex',
    ingresses: [{ annotations: REGULAR, routes: [{ path: '/id/[0-9]+/post/[a-zA-Z]+$' }] }],
    asks: [...asks(OK, '/id/123/post/abc'), ...asks(NOTHING, '/id/123/post/abc123', '/id/abc/post/abc')],
  },
  {
    at: 'annotations/rewrite:39',
    family: 'rewrite-target',
    ingresses: [
      {
        annotations: { 'rewrite-target': '/', 'enable-rewrite-log': 'true' },
        routes: [{ path: '/something' }],
      },
    ],
    asks: asks({ ...OK, sees: { path: '/' } }, '/something'),
  },
  {
    at: 'annotations/rewrite:68',
    family: 'rewrite-target',
    ingresses: [
      { routes: [{ path: '/.well-known/acme/challenge' }] },
      { annotations: { 'rewrite-target': '/new/backend' } },
    ],
    asks: asks(
      { ...OK, sees: { host: 'HOST', path: '/.well-known/acme/challenge' } },
      '/.well-known/acme/challenge',
    ),
  },
  {
    at: 'annotations/rewrite:113',
    family: 'rewrite-target',
    ingresses: [{ routes: [{ path: '/foo' }] }, { annotations: REWRITTEN, routes: [{ path: '/foo.+' }] }],
    asks: [
      ...asks({ ...OK, sees: { path: '/foo' } }, '/foo'),
      ...asks({ ...OK, sees: { path: '/new/backend' } }, '/foo/bar'),
    ],
  },
  {
    at: 'annotations/rewrite:160',
    family: 'rewrite-target',
    ingresses: [
      { routes: [{ path: '/foo/bar/bar' }] },
      {
        annotations: REWRITTEN,
        routes: [{ path: '/foo/bar/[a-z]{3}' }],
        refused: /engines may read differently/,
      },
    ],
    asks: [],
  },
  {
    at: 'annotations/rewrite:192',
    family: 'rewrite-target',
    ingresses: [
      {
        annotations: { ...REGULAR, 'rewrite-target': '/new/backend/$1' },
        routes: [{ path: '/foo/bar/(.+)' }],
        refused: /has captures/,
      },
    ],
    asks: [],
  },
  {
    at: 'annotations/xforwardedprefix:35',
    family: 'x-forwarded-prefix',
    ingresses: [{ annotations: { 'x-forwarded-prefix': '/test/value', 'rewrite-target': '/foo' } }],
    asks: asks({ ...OK, sees: { headers: { 'x-forwarded-prefix': '/test/value' } } }, '/'),
  },
  {
    at: 'annotations/xforwardedprefix:57',
    family: 'x-forwarded-prefix',
    ingresses: [{ annotations: { 'x-forwarded-prefix': '', 'rewrite-target': '/foo' } }],
    asks: asks({ ...OK, sees: { headers: { 'x-forwarded-prefix': null } } }, '/'),
  },
  {
    at: 'annotations/alias:38',
    family: 'server-alias',
    ingresses: [{}],
    asks: [{ answer: { ...OK, sees: { host: 'HOST' } } }, { host: 'bar.HOST', answer: NOTHING }],
  },
  {
    at: 'annotations/alias:64',
    family: 'server-alias',
    ingresses: [{ annotations: { 'server-alias': 'bar.HOST' } }],
    asks: ['HOST', 'bar.HOST'].map((host) => ({ host, answer: { ...OK, sees: { host } } })),
  },
  {
    at: 'annotations/alias:89',
    family: 'server-alias',
    ingresses: [
      { routes: [{ path: '/app-a' }] },
      { annotations: { 'server-alias': 'bar.HOST' }, routes: [{ path: '/app-b' }] },
    ],
    asks: ['HOST', 'bar.HOST'].map((host) => ({
      host,
      path: '/app-a',
      answer: { ...OK, sees: { host } },
    })),
  },
  {
    at: 'ingress/multiple_rules:38',
    family: 'host',
    ingresses: [
      {
        routes: [{ host: 'first.HOST' }, { host: 'second.HOST', service: 'second' }],
      },
    ],
    asks: [
      { host: 'first.HOST', path: '/exact', answer: { ...OK, component: 'web' } },
      { host: 'second.HOST', path: '/exact', answer: { ...OK, component: 'second' } },
    ],
  },
  {
    at: 'ingress/without_host:34',
    family: 'host',
    ingresses: [{ routes: [{ host: '' }], refused: /name the hosts/ }],
    asks: [],
  },
  {
    at: 'ingress/without_host:55',
    family: 'host',
    ingresses: [{ defaultBackend: 'web' }],
    asks: [{ answer: OK }, { host: 'other.HOST', answer: NOTHING }],
  },
  {
    at: 'defaultbackend/with_hosts:38',
    family: 'proxy-buffer-size',
    ingresses: [{ annotations: { 'proxy-buffer-size': '8k' }, defaultBackend: 'web' }],
    asks: [{ answer: OK }],
  },
  {
    at: 'defaultbackend/default_backend:33',
    family: 'unknown host',
    ingresses: [],
    asks: (['http', 'https'] as const).flatMap((scheme) =>
      (['GET', 'POST'] as const).flatMap((method) =>
        asks(NOTHING, '/', '/demo').map((ask) => ({ ...ask, scheme, method })),
      ),
    ),
  },
];
