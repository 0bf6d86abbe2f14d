import { METHODS } from '../../api/method.ts';
import type { Policy } from '../../api/policy.ts';
import { type AnnotationContext, BAD, type Reading, type Row, type Rows, reading, SAME } from '../row.ts';
import { booleanIn, listIn, numberIn } from '../values.ts';

const ENABLE = 'enable-cors';

/** Annotations on pages of other origins. */
export const CORS_ROWS: Rows = {
  [ENABLE]: {
    verdict: 'field',
    field: 'http.policy.cors',
    feature: 'http.policy.cors',
    how: 'with the lists of methods and headers of ingress-nginx',
    bad: 'ignored',
    read: (value, context) => {
      const enabled = booleanIn(value);
      const read = enabled ? readCors(context) : SAME;
      return enabled === undefined ? BAD : read;
    },
  },
  'cors-allow-origin': {
    verdict: 'with',
    of: [ENABLE],
    how: 'as `allowOrigins`; `https://*.example.com` is for all names below, at any depth',
  },
  'cors-allow-methods': member('allowMethods'),
  'cors-allow-headers': member('allowHeaders'),
  'cors-expose-headers': member('exposeHeaders'),
  'cors-allow-credentials': {
    verdict: 'with',
    of: [ENABLE],
    how: 'as `allowCredentials`; true by default, but left out for the origin `*`',
  },
  'cors-max-age': { verdict: 'with', of: [ENABLE], how: 'as `maxAge`, at most a day' },
};

function member(name: string): Row {
  return { verdict: 'with', of: [ENABLE], how: `as \`${name}\`` };
}

const USUAL_METHODS = 'GET, PUT, POST, DELETE, PATCH, OPTIONS';
const USUAL_HEADERS =
  'DNT,Keep-Alive,User-Agent,X-Requested-With,If-Modified-Since,Cache-Control,Content-Type,Range,Authorization';
const MOST_AGE = 86_400;
const USUAL_AGE = 1_728_000;

function readCors({ other }: AnnotationContext): Reading {
  const given = originsIn(other('cors-allow-origin') ?? '');
  const isAny = given.includes('*');
  const allowCredentials = booleanIn(other('cors-allow-credentials') ?? '') ?? true;
  const words = (other('cors-allow-methods') ?? USUAL_METHODS).toUpperCase().replaceAll(' ', ',');
  const allowMethods = METHODS.filter((method) => listIn(words).includes(method));
  const cors: Policy['cors'] = {
    allowOrigins: isAny ? ['*'] : [...given],
    ...(isAny ? {} : { allowCredentials }),
    ...(allowMethods.length === 0 ? {} : { allowMethods }),
    allowHeaders: [...listIn(other('cors-allow-headers') ?? USUAL_HEADERS)],
    ...exposedBy(other('cors-expose-headers') ?? ''),
    maxAge: ageIn(other('cors-max-age') ?? ''),
  };
  return reading({ policy: { cors } }, noteOn(given, allowCredentials));
}

/** Origin that the original takes, and leaves out otherwise. */
const ORIGIN = /^([a-z]+:\/\/(\*\.)?[-A-Za-z0-9.]*(:[0-9]+)?|\*|null)$/;

function originsIn(text: string): readonly string[] {
  return text === '' ? ['*'] : listIn(text).filter((origin) => ORIGIN.test(origin));
}

function noteOn(origins: readonly string[], allowCredentials: boolean): string | undefined {
  if (origins.includes('*')) {
    return allowCredentials ? 'without allowCredentials: no browser takes that with the origin *' : undefined;
  }
  return origins.some((origin) => origin.includes('://*.'))
    ? 'origins with * are for all names below the domain, not only those with one more label'
    : undefined;
}

function exposedBy(text: string): Pick<NonNullable<Policy['cors']>, 'exposeHeaders'> {
  const exposeHeaders = [...listIn(text)];
  return exposeHeaders.length === 0 ? {} : { exposeHeaders };
}

function ageIn(text: string): number {
  return Math.min(numberIn(text) || USUAL_AGE, MOST_AGE);
}
