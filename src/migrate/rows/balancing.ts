import {
  type AnnotationContext,
  BAD,
  left,
  type Reading,
  type Row,
  type Rows,
  reading,
  SAME,
} from '../row.ts';
import type { CanaryShare } from '../settings.ts';
import { booleanIn, numberIn } from '../values.ts';

/** Annotations on canaries, and on the choice of a pod. */
export const BALANCING_ROWS: Rows = {
  canary: {
    verdict: 'field',
    field: 'http.theWeight, http.domainHeader, http.domainCookie',
    feature: 'http.domainCookie',
    how: 'a rule beside that of the main Ingress for the same host and path; by header, by cookie and by weight, a rule each',
    bad: 'ignored',
    read: readCanary,
  },
  'canary-weight': { verdict: 'with', of: ['canary'], how: 'as `theWeight`; the main rule has the rest' },
  'canary-weight-total': { verdict: 'with', of: ['canary'] },
  'canary-by-header': {
    verdict: 'with',
    of: ['canary'],
    how: 'as `domainHeader`, with the value `always`; `never` has no effect beside a weight',
  },
  'canary-by-header-value': { verdict: 'with', of: ['canary'], how: 'as the value of `domainHeader`' },
  'canary-by-header-pattern': {
    verdict: 'refused',
    why: 'headers of a rule are exact',
    instead: 'use canary-by-header-value',
    made: false,
    asks: (_, { other }) =>
      booleanIn(other('canary') ?? '') === true &&
      other('canary-by-header') !== undefined &&
      other('canary-by-header-value') === undefined,
  },
  'canary-by-cookie': { verdict: 'with', of: ['canary'], how: 'as `domainCookie`, with the value `always`' },
  'upstream-hash-by': {
    verdict: 'field',
    field: 'http.ruleExtensions[lb-type: upstream-hash-by]',
    feature: 'http.ruleExtensions[lb-type: upstream-hash-by]',
    how: 'one variable',
    bad: 'ignored',
    read: (value) =>
      /^\$[a-z][a-z0-9_]{0,63}$/.test(value)
        ? reading({ balancing: `upstream-hash-by:${value}` })
        : left(
            'a rule hashes one variable: the choice of a pod is round-robin; set it to one, such as $remote_addr',
          ),
  },
  'upstream-hash-by-subset': { verdict: 'same', how: 'each value has one pod' },
  'upstream-hash-by-subset-size': { verdict: 'same', how: 'each value has one pod' },
  'load-balance': {
    verdict: 'refused',
    why: 'the choice of a pod is round-robin, or what the engine has',
    instead: 'nothing is needed in most cases',
    made: true,
    unless: ['round_robin', 'rr'],
  },
  affinity: {
    verdict: 'field',
    field: 'http.ruleExtensions[lb-type: cookie-session-affinity]',
    feature: 'http.ruleExtensions[lb-type: cookie-session-affinity]',
    how: 'by the cookie `rainbond-route`',
    bad: 'ignored',
    read: (value) => (value === 'cookie' ? reading({ balancing: 'cookie-session-affinity' }) : BAD),
  },
  'affinity-mode': ofCookie('engines decide what becomes of sessions when pods come and go'),
  'affinity-canary-behavior': ofCookie('engines decide whether a session stays with the canary'),
  'session-cookie-name': ofCookie('the cookie is rainbond-route, so that running sessions begin anew'),
  'session-cookie-path': ofCookie('the cookie is for the path of the rule'),
  'session-cookie-domain': ofCookie('the cookie is for the host'),
  'session-cookie-samesite': ofCookie('the cookie has the default of the engine'),
  'session-cookie-conditional-samesite-none': ofCookie('the cookie has the default of the engine'),
  'session-cookie-secure': ofCookie('the cookie is for HTTPS alone where the rule is'),
  'session-cookie-partitioned': ofCookie('the cookie has no such attribute'),
  'session-cookie-max-age': ofCookie('the cookie ends with the session of the browser'),
  'session-cookie-expires': ofCookie('the cookie ends with the session of the browser'),
  'session-cookie-change-on-failure': ofCookie('engines choose another pod when one fails'),
  'service-upstream': {
    verdict: 'same',
    how: 'whether the engine asks pods or the address of a Service changes no answer',
  },
};

function ofCookie(why: string): Row {
  return { verdict: 'refused', why, instead: 'nothing is needed in most cases', made: true };
}

/** Total of the weights without an annotation. */
const TOTAL = 100;

function readCanary(value: string, { other }: AnnotationContext): Reading {
  const enabled = booleanIn(value);
  if (enabled === undefined || !enabled) {
    return enabled === undefined ? BAD : SAME;
  }
  const total = numberIn(other('canary-weight-total') ?? '') || TOTAL;
  const weight = Math.min(numberIn(other('canary-weight') ?? '') ?? 0, total);
  const name = other('canary-by-header');
  const cookie = other('canary-by-cookie');
  const share: CanaryShare = {
    weight,
    total,
    ...(name === undefined ? {} : { header: { name, value: other('canary-by-header-value') ?? 'always' } }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  return reading({ canary: true, share });
}
