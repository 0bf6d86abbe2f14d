import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cookiePath, cookiePatterns, holdsCookies } from '../../../src/engines/cookies.ts';

function matches(header: string, wanted: Readonly<Record<string, string>>): boolean {
  return cookiePatterns(wanted).some((pattern) => new RegExp(pattern).test(header));
}

/** Names and values that are near to each other, and all that an expression could take for its own. */
const name = fc.constantFrom('user', 'xuser', 'user2', 'a.b', 'a+b', 'a', 'b$', '^c', 'd|e', 'f*');
const value = fc.constantFrom(
  'beta',
  'beta2',
  'xbeta',
  '',
  '.',
  'b.ta',
  'a b',
  '(x)',
  '[y]',
  '{2}',
  '\\d',
  'p=q',
  '"z"',
);
const wanted = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const blank = fc.constantFrom('', ' ', '  ', '\t');
const pair = fc.tuple(blank, name, value, blank).map(([before, n, v, after]) => `${before}${n}=${v}${after}`);
const part = fc.oneof({ weight: 5, arbitrary: pair }, fc.constantFrom('', ' ', 'user', '=', 'beta'));

/** A header in which what is wanted comes in any order among other parts, or not quite. */
const headerAnd = wanted.chain((pairs) => {
  const own = fc.shuffledSubarray(Object.entries(pairs).map(([n, v]) => `${n}=${v}`));
  return fc
    .tuple(own, fc.array(part, { maxLength: 5 }))
    .chain(([mine, others]) => fc.shuffledSubarray([...mine, ...others], { minLength: mine.length }))
    .chain((parts) => fc.constantFrom('; ', ';', ' ;  ').map((between) => parts.join(between)))
    .map((header) => ({ header, pairs }));
});

describe('patterns for cookies', () => {
  it('match the headers that hold the cookies, and no others', () => {
    fc.assert(
      fc.property(headerAnd, ({ header, pairs }) => {
        expect(holdsCookies(header, pairs)).toBe(matches(header, pairs));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['user=beta', true],
    ['a=1; user=beta', true],
    ['user=beta;a=1', true],
    ['a=1 ;  user=beta  ; b=2', true],
    ['xuser=beta', false],
    ['user=betamax', false],
    ['user=beta max', false],
    ['a=user=beta', false],
    ['user=alpha; xuser=beta', false],
    ['USER=beta', false],
    ['', false],
  ])('of user=beta and %j: %j', (header, expected) => {
    expect(matches(header, { user: 'beta' })).toBe(expected);
  });

  it('take two cookies in both orders and not one alone', () => {
    const pairs = { user: 'beta', plan: 'pro' };
    expect(matches('user=beta; x=1; plan=pro', pairs)).toBe(true);
    expect(matches('plan=pro; user=beta', pairs)).toBe(true);
    expect(matches('user=beta; plan=free', pairs)).toBe(false);
    expect(cookiePatterns({ ...pairs, stage: '2' })).toHaveLength(6);
  });

  it('are what the Gateway API and RE2 take, and hold for whole headers', () => {
    fc.assert(
      fc.property(wanted, (pairs) => {
        for (const pattern of cookiePatterns(pairs)) {
          expect(pattern).toMatch(/^\^[!-~]*\$$/);
          expect(pattern).not.toMatch(/\(\?|\\[1-9]/);
        }
      }),
    );
  });
});

it.each([
  ['/', '/'],
  ['/a', '/a'],
  ['/a/', '/a'],
  ['/a;b', '/'],
])('the cookie path of %s is %s', (path, expected) => {
  expect(cookiePath(path)).toBe(expected);
});
