import type { PublishedCase } from './published.ts';

const AWAY = 'http://redirect.example.com';
const SOMETHING = [{ path: '/something' }];

/** Cases on redirects. */
export const REDIRECT_CASES: readonly PublishedCase[] = [
  {
    at: 'annotations/redirect:33',
    family: 'permanent-redirect',
    ingresses: [{ annotations: { 'permanent-redirect': AWAY }, routes: SOMETHING }],
    asks: [{ path: '/something', answer: { status: 301, location: AWAY } }],
  },
  {
    at: 'annotations/redirect:61',
    family: 'permanent-redirect-code',
    ingresses: [
      {
        annotations: { 'permanent-redirect': AWAY, 'permanent-redirect-code': '302' },
        routes: SOMETHING,
      },
    ],
    asks: [{ path: '/something', answer: { status: 302, location: AWAY } }],
  },
  ...[
    { at: 'annotations/relativeredirects:61', relative: 'false', location: 'http://HOST/new-location' },
    { at: 'annotations/relativeredirects:85', relative: 'true', location: '/new-location' },
  ].map(({ at, relative, location }) => ({
    at,
    family: 'relative-redirects',
    ingresses: [
      {
        annotations: { 'permanent-redirect': '/new-location', 'relative-redirects': relative },
        routes: SOMETHING,
      },
    ],
    asks: [{ path: '/something', answer: { status: 301, location } }],
  })),
  {
    at: 'annotations/approot:35',
    family: 'app-root',
    ingresses: [{ annotations: { 'app-root': '/foo' } }],
    asks: [{ answer: { status: 302, location: 'http://HOST/foo' } }],
  },
  {
    at: 'annotations/fromtowwwredirect:38',
    family: 'from-to-www-redirect',
    ingresses: [{ annotations: { 'from-to-www-redirect': 'true' } }],
    asks: [{ host: 'www.HOST', path: '/foo', answer: { status: 308, location: 'http://HOST/foo' } }],
  },
  {
    at: 'annotations/fromtowwwredirect:64',
    family: 'from-to-www-redirect',
    ingresses: [{ annotations: { 'from-to-www-redirect': 'true' }, tls: ['HOST', 'www.HOST'] }],
    asks: [
      { host: 'www.HOST', scheme: 'https', answer: { status: 308, location: 'https://HOST' } },
      { scheme: 'https', answer: { status: 200, sees: { host: 'HOST' } } },
    ],
  },
  {
    at: 'annotations/forcesslredirect:34',
    family: 'force-ssl-redirect',
    ingresses: [{ annotations: { 'force-ssl-redirect': 'true' }, refused: /redirect there/ }],
    asks: [],
  },
  {
    at: 'annotations/preservetrailingslash:34',
    family: 'preserve-trailing-slash',
    ingresses: [
      { annotations: { 'ssl-redirect': 'true', 'preserve-trailing-slash': 'true' }, tls: ['HOST'] },
    ],
    asks: [{ answer: { status: 308, location: 'https://HOST/' } }],
  },
  {
    at: 'settings/tls:190',
    family: 'ssl-redirect',
    ingresses: [{ tls: ['HOST'] }],
    asks: [{ answer: { status: 308, location: 'https://HOST' } }],
  },
  {
    at: 'ssl/http_redirect:36',
    family: 'ssl-redirect',
    ingresses: [{ tls: ['HOST'], secretName: 'absent', unready: true }],
    asks: [{ answer: { status: 308, location: 'https://HOST' } }],
  },
  ...[
    { at: 'settings/tls:110', config: {}, value: 'max-age=86400; includeSubDomains' },
    { at: 'settings/tls:127', config: { 'hsts-include-subdomains': 'false' }, value: 'max-age=86400' },
    {
      at: 'settings/tls:147',
      config: { 'hsts-preload': 'true', 'hsts-include-subdomains': 'false' },
      value: 'max-age=86400; preload',
    },
  ].map(({ at, config, value }) => ({
    at,
    family: 'hsts',
    config: { 'hsts-max-age': '86400', ...config },
    ingresses: [{ tls: ['HOST'] }],
    asks: [
      {
        scheme: 'https' as const,
        answer: { status: 200, headers: { 'strict-transport-security': value } },
      },
    ],
  })),
  {
    at: 'settings/tls:168',
    family: 'hsts',
    config: { 'hsts-max-age': '86400', 'hsts-preload': 'true', 'hsts-include-subdomains': 'false' },
    ingresses: [{ tls: ['HOST'] }],
    asks: [
      {
        scheme: 'https',
        headers: { 'x-echo-answer': '{"strict-transport-security":"max-age=3600; preload"}' },
        answer: { headers: { 'strict-transport-security': 'max-age=86400; preload' } },
      },
    ],
  },
];
