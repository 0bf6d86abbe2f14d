import type { PublishedAsk, PublishedCase, PublishedIngress } from './published.ts';

const INFO = '/info';
const MAIN: PublishedIngress = { routes: [{ path: INFO }] };
const HEADER = { 'canary-by-header': 'CanaryByHeader' };
const VALUE = { ...HEADER, 'canary-by-header-value': 'DoCanary' };
const PATTERN = { ...HEADER, 'canary-by-header-pattern': '^Do[A-Z][a-z]+y$' };

function canary(annotations: Readonly<Record<string, string>>): PublishedIngress {
  return { annotations: { canary: 'true', ...annotations }, routes: [{ path: INFO, service: 'next' }] };
}

/** Request that a component answers, with the value of the header of the canary. */
function by(component: 'web' | 'next', value?: string): PublishedAsk {
  const headers = value === undefined ? {} : { CanaryByHeader: value };
  return { path: INFO, headers, answer: { status: 200, component } };
}

/** Requests with the cookie of the canary. */
function byCookie(component: 'web' | 'next', value: string): PublishedAsk {
  return { ...by(component), headers: { cookie: `Canary-By-Cookie=${value}` }, times: 50 };
}

/** Requests of which main and canary get at least 40 of 100 each. */
const EVEN: PublishedAsk = {
  path: INFO,
  times: 200,
  answer: { status: 200, least: { web: 80, next: 80 } },
};

/** Case of the file on canaries, which has a main Ingress. */
function canaryCase(
  line: number,
  family: string,
  canaries: readonly PublishedIngress[],
  asks: readonly PublishedAsk[],
): PublishedCase {
  return { at: `annotations/canary:${line}`, family, ingresses: [MAIN, ...canaries], asks };
}

/** Cases on canaries. */
export const CANARY_CASES: readonly PublishedCase[] = [
  canaryCase(45, 'canary', [canary(HEADER)], [by('web')]),
  {
    at: 'annotations/canary:89',
    family: 'canary',
    ingresses: [{ ...canary(HEADER), refused: /no main Ingress/ }],
    asks: [{ ...by('next', 'always'), answer: { status: 404 } }],
  },
  canaryCase(174, 'canary-by-header', [canary(HEADER)], [by('web', 'never'), by('next', 'always')]),
  {
    at: 'annotations/canary:232',
    family: 'canary-by-header',
    ingresses: [canary(HEADER), MAIN],
    asks: [by('web', 'never'), by('next', 'always')],
  },
  canaryCase(
    445,
    'canary-by-header',
    [canary(HEADER)],
    [by('next', 'always'), by('web', 'never'), by('web', 'badheadervalue')],
  ),
  canaryCase(
    513,
    'canary-by-header-value',
    [canary(VALUE)],
    [by('next', 'DoCanary'), by('web', 'always'), by('web', 'never'), by('web', 'otherheadervalue')],
  ),
  canaryCase(
    594,
    'canary-by-header-pattern',
    [{ ...canary(PATTERN), refused: /headers of a rule are exact/ }],
    [by('web', 'Docanary'), by('web', 'always')],
  ),
  canaryCase(647, 'canary-by-header-pattern', [canary({ ...VALUE, ...PATTERN })], [by('web', 'DoCananry')]),
  canaryCase(
    741,
    'canary-by-cookie',
    [canary({ ...VALUE, 'canary-by-cookie': 'CanaryByCookie' })],
    [
      {
        ...by('next'),
        headers: { CanaryByHeader: 'otherheadervalue', cookie: 'CanaryByCookie=always' },
      },
    ],
  ),
  canaryCase(
    790,
    'canary-by-cookie',
    [canary({ 'canary-by-cookie': 'Canary-By-Cookie' })],
    [byCookie('next', 'always'), byCookie('web', 'never'), byCookie('web', 'badcookievalue')],
  ),
  canaryCase(862, 'canary-weight', [canary({ 'canary-weight': '0' })], [by('web')]),
  canaryCase(910, 'canary-weight', [canary({ 'canary-weight': '100' })], [by('next')]),
  canaryCase(
    952,
    'canary-weight-total',
    [canary({ 'canary-weight': '1000', 'canary-weight-total': '1000' })],
    [by('next')],
  ),
  canaryCase(995, 'canary-weight', [canary({ 'canary-weight': '50' })], [EVEN]),
  canaryCase(
    1031,
    'canary-weight-total',
    [canary({ 'canary-weight': '100', 'canary-weight-total': '200' })],
    [EVEN],
  ),
];
