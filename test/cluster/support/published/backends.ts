import { OK, type PublishedAnswer, type PublishedCase } from './published.ts';

const STICKY = { affinity: 'cookie', 'session-cookie-name': 'SERVERID' };
const NAMED = 'SERVERID=';

/** Case of the file on affinity. */
function sticky(
  line: number,
  annotations: Readonly<Record<string, string>>,
  answer: PublishedAnswer,
  path = '/',
): PublishedCase {
  const [family = 'affinity'] = Object.keys(annotations);
  return {
    at: `annotations/affinity:${line}`,
    family,
    ingresses: [{ annotations: { ...STICKY, ...annotations }, routes: [{ path, service: 'many' }] }],
    asks: [{ path, answer: { ...OK, ...answer } }],
  };
}

/** Cases on sessions. */
const SESSION_CASES: readonly PublishedCase[] = [
  sticky(50, {}, { cookie: [NAMED] }),
  sticky(107, {}, { cookie: ['Path=/something'] }, '/something'),
  {
    at: 'annotations/affinity:129',
    family: 'affinity',
    ingresses: [{ annotations: STICKY, routes: [{ path: '/something' }, { path: '/somewhereelse' }] }],
    asks: ['/something', '/somewhereelse'].map((path) => ({
      path,
      answer: { ...OK, cookie: [`Path=${path}`] },
    })),
  },
  sticky(
    202,
    { 'session-cookie-expires': '172800', 'session-cookie-max-age': '259200' },
    { cookie: ['Expires=', 'Max-Age=259200'] },
  ),
  sticky(234, { 'session-cookie-domain': 'foo.bar' }, { cookie: ['Domain=foo.bar'] }),
  sticky(257, {}, { noCookie: ['; Domain'] }),
  {
    at: 'annotations/affinity:279',
    family: 'session-cookie-path',
    ingresses: [
      {
        annotations: { ...STICKY, 'use-regex': 'true', 'session-cookie-path': '/foo/bar' },
        routes: [{ path: '/foo/.*' }],
      },
    ],
    asks: [{ path: '/foo/bar', answer: { ...OK, cookie: ['Path=/foo/bar', NAMED] } }],
  },
  {
    at: 'annotations/affinity:329',
    family: 'affinity',
    ingresses: [
      { annotations: { affinity: 'cookie' }, routes: [{ path: '/foo/bar' }] },
      { routes: [{ path: '/foo' }] },
    ],
    asks: [
      { path: '/foo', answer: { ...OK, headers: { 'set-cookie': null } } },
      { path: '/foo/bar', answer: { ...OK, cookie: ['Path=/foo/bar'] } },
    ],
  },
  {
    at: 'annotations/affinity:381',
    family: 'server-alias',
    ingresses: [
      {
        annotations: { ...STICKY, 'server-alias': 'a1.HOST,a2.HOST' },
        routes: [{ path: '/bar' }],
      },
    ],
    asks: ['HOST', 'a1.HOST', 'a2.HOST'].map((host) => ({
      host,
      path: '/bar',
      answer: { ...OK, cookie: [NAMED] },
    })),
  },
  sticky(421, { 'session-cookie-secure': 'true' }, { cookie: ['; Secure'] }, '/bar'),
  sticky(444, { 'session-cookie-secure': 'false' }, { noCookie: ['; Secure'] }, '/bar'),
  {
    at: 'annotations/affinity:467',
    family: 'session-cookie-secure',
    ingresses: [{ annotations: { ...STICKY, 'session-cookie-secure': 'false' }, tls: ['HOST'] }],
    asks: [{ scheme: 'https', answer: { ...OK, cookie: ['; Secure'] } }],
  },
  {
    at: 'annotations/affinitymode:69',
    family: 'affinity-mode',
    ingresses: [
      {
        annotations: {
          ...STICKY,
          'session-cookie-expires': '172800',
          'session-cookie-max-age': '172800',
          'ssl-redirect': 'false',
          'affinity-mode': 'persistent',
        },
        routes: [{ service: 'many' }],
      },
    ],
    asks: [{ times: 11, keepsCookies: true, answer: { pods: 1 } }],
  },
];

/** Cases on the choice of a pod. */
const CHOICE_CASES: readonly PublishedCase[] = [
  {
    at: 'annotations/upstreamhashby:86',
    family: 'upstream-hash-by',
    ingresses: [{ annotations: { 'upstream-hash-by': '$request_uri' }, routes: [{ service: 'many' }] }],
    asks: [{ times: 100, answer: { pods: 1 } }],
  },
  {
    at: 'annotations/upstreamhashby:95',
    family: 'upstream-hash-by-subset',
    ingresses: [
      {
        annotations: {
          'upstream-hash-by': '$request_uri',
          'upstream-hash-by-subset': 'true',
          'upstream-hash-by-subset-size': '3',
        },
        routes: [{ service: 'many' }],
      },
    ],
    asks: [{ times: 100, answer: { pods: 3 } }],
  },
  {
    at: 'annotations/serviceupstream:41',
    family: 'service-upstream',
    ingresses: [{ annotations: { 'service-upstream': 'true' } }],
    asks: [{ answer: OK }],
  },
  {
    at: 'loadbalance/round_robin:39',
    family: 'none',
    ingresses: [{ routes: [{ service: 'many' }] }],
    asks: [{ times: 60, answer: { ...OK, pods: 6 } }],
  },
];

const HEADERS = { 'custom-headers': 'NAMESPACE/custom-headers' };
const FILL = { 'accept-encoding': 'gzip', 'x-fill': 'x'.repeat(4000) };

/** Cases on headers and bodies. */
const CONTENT_CASES: readonly PublishedCase[] = [
  {
    at: 'annotations/customheaders:40',
    family: 'none',
    ingresses: [{}],
    asks: [{ answer: { ...OK, sees: { host: 'HOST' } } }],
  },
  {
    at: 'annotations/customheaders:57',
    family: 'custom-headers',
    ingresses: [{ annotations: { 'custom-headers': 'NAMESPACE/absent' } }],
    asks: [{ answer: { status: 503 } }],
  },
  {
    at: 'annotations/customheaders:78',
    family: 'custom-headers',
    ingresses: [{ annotations: HEADERS }],
    asks: [
      {
        answer: {
          ...OK,
          headers: { 'my-custom-header': '42', 'my-custom-header-dollar': '$remote_addr' },
        },
      },
    ],
  },
  ...[
    [37, '1000'],
    [59, '1K'],
    [81, '1k'],
    [103, '1m'],
    [125, '1M'],
    [147, '1b'],
  ].map(([line, size]) => ({
    at: `annotations/clientbodybuffersize:${line}`,
    family: 'client-body-buffer-size',
    ingresses: [{ annotations: { 'client-body-buffer-size': `${size}` } }],
    asks: [{ answer: OK }],
  })),
  {
    at: 'settings/gzip:40',
    family: 'use-gzip',
    ingresses: [{}],
    asks: [{ headers: FILL, answer: { ...OK, headers: { 'content-encoding': null } } }],
  },
  {
    at: 'settings/gzip:56',
    family: 'use-gzip',
    config: { 'use-gzip': 'true' },
    ingresses: [{}],
    asks: [{ headers: FILL, answer: { ...OK, headers: { 'content-encoding': 'gzip' } } }],
  },
  {
    at: 'settings/forwarded_headers:95',
    family: 'none',
    ingresses: [{}],
    asks: [
      {
        headers: {
          'x-forwarded-proto': 'myproto',
          'x-forwarded-scheme': 'myproto',
          'x-forwarded-for': '1.2.3.4',
          'x-forwarded-host': 'myhost',
        },
        answer: {
          ...OK,
          sees: {
            host: 'HOST',
            headers: {
              'x-forwarded-proto': 'http',
              'x-forwarded-scheme': 'http',
              'x-forwarded-host': /^(?!.*myhost)/,
              'x-forwarded-for': /^(?!.*1\.2\.3\.4)/,
              'x-original-forwarded-for': '1.2.3.4',
              'x-original-forwarded-host': 'myhost',
            },
          },
        },
      },
    ],
  },
];

/** Cases on components, and on what they get and answer. */
export const BACKEND_CASES: readonly PublishedCase[] = [...SESSION_CASES, ...CHOICE_CASES, ...CONTENT_CASES];
