import type { PublishedAsk, PublishedCase } from './published.ts';

const REALM = { 'auth-type': 'basic', 'auth-realm': 'test auth' };
const PASSWORD = { ...REALM, 'auth-secret': 'people' };

/** Question to the component `guard`, which admits one user; the suite names it by its address. */
const GUARD_URL = 'http://guard.NAMESPACE.svc.cluster.local/basic-auth/user/password';
const GUARDED = { 'auth-url': GUARD_URL, 'auth-signin': 'http://$host/auth/start' };
const GUEST = 'user:password';

const REFUSED: PublishedAsk = { answer: { status: 401 } };

/** Cases on passwords. */
const PASSWORD_CASES: readonly PublishedCase[] = [
  {
    at: 'annotations/auth:52',
    family: 'none',
    ingresses: [{}],
    asks: [{ answer: { status: 200, sees: { host: 'HOST' } } }],
  },
  {
    at: 'annotations/auth:71',
    family: 'auth-secret',
    ingresses: [{ annotations: { ...REALM, 'auth-secret': 'something' }, unready: true }],
    asks: [{ answer: { status: 503 } }],
  },
  {
    at: 'annotations/auth:95',
    family: 'auth-type',
    ingresses: [{ annotations: PASSWORD }],
    asks: [REFUSED],
  },
  {
    at: 'annotations/auth:122',
    family: 'auth-type',
    ingresses: [{ annotations: PASSWORD }],
    asks: [{ ...REFUSED, user: 'user:pass' }],
  },
  {
    at: 'annotations/auth:150',
    family: 'auth-type',
    ingresses: [{ annotations: { ...PASSWORD, 'enable-cors': 'true' } }],
    asks: [{ answer: { status: 401, headers: { 'access-control-allow-origin': '*' } } }],
  },
  {
    at: 'annotations/auth:178',
    family: 'auth-type',
    ingresses: [{ annotations: PASSWORD }],
    asks: [{ user: 'foo:bar', answer: { status: 200 } }],
  },
  {
    at: 'annotations/auth:205',
    family: 'auth-secret-type',
    ingresses: [{ annotations: { ...PASSWORD, 'auth-secret-type': 'auth-map' }, refused: /auth-map/ }],
    asks: [],
  },
  {
    at: 'annotations/auth:233',
    family: 'auth-secret',
    ingresses: [{ annotations: { ...REALM, 'auth-secret': 'broken' }, unready: true }],
    asks: [{ ...REFUSED, user: 'foo:bar' }],
  },
];

/** Cases on questions to another component. */
const QUESTION_CASES: readonly PublishedCase[] = [
  {
    at: 'annotations/auth:481',
    family: 'auth-url',
    ingresses: [{ annotations: GUARDED }],
    asks: [{ user: GUEST, answer: { status: 200, component: 'web' } }],
  },
  {
    at: 'annotations/auth:490',
    family: 'auth-signin',
    ingresses: [{ annotations: GUARDED }],
    asks: [
      {
        path: '/?a=b&c=d',
        answer: { status: 302, location: 'http://HOST/auth/start?rd=http://HOST%2F%3Fa%3Db%26c%3Dd' },
      },
    ],
  },
  {
    at: 'annotations/auth:525',
    family: 'auth-response-headers',
    ingresses: [{ annotations: { ...GUARDED, 'auth-response-headers': 'Foo' } }],
    asks: [
      {
        headers: { foo: 'bar' },
        user: GUEST,
        answer: { status: 200, sees: { headers: { foo: null } } },
      },
    ],
  },
  {
    at: 'annotations/auth:701',
    family: 'auth-signin-redirect-param',
    ingresses: [{ annotations: { ...GUARDED, 'auth-signin-redirect-param': 'orig' } }],
    asks: [{ user: GUEST, answer: { status: 200 } }],
  },
  {
    at: 'annotations/auth:887',
    family: 'auth-url',
    ingresses: [
      {
        annotations: { 'auth-url': 'https://invalid..auth.url' },
        routes: [{ path: '/denied-auth' }],
        refused: /a Service of its namespace/,
      },
    ],
    asks: [],
  },
  ...[
    { at: 'settings/global_external_auth:91', annotations: {}, bar: 401 },
    {
      at: 'settings/global_external_auth:130',
      annotations: { 'enable-global-auth': 'false' },
      bar: 200,
    },
  ].map(({ at, annotations, bar }) => ({
    at,
    family: 'enable-global-auth',
    config: { 'global-auth-url': GUARD_URL },
    ingresses: [{ routes: [{ path: '/foo' }] }, { annotations, routes: [{ path: '/bar' }] }],
    asks: [
      { path: '/foo', answer: { status: 401 } },
      { path: '/bar', answer: { status: bar } },
    ],
  })),
  {
    at: 'annotations/satisfy:40',
    family: 'satisfy',
    ingresses: [{ annotations: { satisfy: 'all' } }],
    asks: [{ answer: { status: 200, sees: { host: 'HOST' } } }],
  },
  {
    at: 'annotations/satisfy:82',
    family: 'satisfy',
    ingresses: [{ annotations: { ...PASSWORD, ...GUARDED, satisfy: 'any' }, refused: /asks for all/ }],
    asks: [],
  },
];

const FORWARDED = { 'use-forwarded-headers': 'true' };

function from(address: string, status: number): PublishedAsk {
  return { headers: { 'x-forwarded-for': address }, answer: { status } };
}

/** Cases on addresses of clients, which the controller takes from a header. */
const ADDRESS_CASES: readonly PublishedCase[] = [
  {
    at: 'annotations/ipdenylist:35',
    family: 'denylist-source-range',
    config: FORWARDED,
    ingresses: [{ annotations: { 'denylist-source-range': '18.0.0.0/8, 56.0.0.1' } }],
    asks: [from('18.0.0.1', 403), from('56.0.0.1', 403), from('56.0.0.2', 200)],
  },
  {
    at: 'annotations/ipdenylist:86',
    family: 'whitelist-source-range',
    config: FORWARDED,
    ingresses: [
      {
        annotations: {
          'denylist-source-range': '18.1.0.0/16, 56.0.0.0/8',
          'whitelist-source-range': '18.0.0.0/8, 55.0.0.0/8',
        },
      },
    ],
    asks: [from('18.1.0.1', 403), from('10.10.10.10', 403), from('18.4.0.1', 200), from('55.55.55.55', 200)],
  },
];

/** Cases on what keeps requests out. */
export const GUARD_CASES: readonly PublishedCase[] = [...PASSWORD_CASES, ...QUESTION_CASES, ...ADDRESS_CASES];
