import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpRuleSchema } from '../../../src/api/gatewayrule.ts';
import { beginningOf } from '../../../src/api/pathregex.ts';

/** Whether a rule may have an expression. */
function isTaken(pathRegex: string, domainPath?: string): boolean {
  return httpRuleSchema.safeParse({
    serviceName: 'web',
    containerPort: 80,
    domainName: 'shop.example.com',
    ...(domainPath === undefined ? {} : { domainPath }),
    policy: { match: { pathRegex } },
  }).success;
}

describe('an expression for paths', () => {
  it.each([
    '/.*',
    '/[0-9a-f]+',
    String.raw`/v1\.0/\w+(/[^/]+)?`,
    '/(users|orders)/x',
    '/a(/.*)?',
    String.raw`/[\d.-]+`.replace('.', String.raw`\.`),
  ])('may be %s', (expression) => {
    expect(isTaken(expression)).toBe(true);
  });

  it.each([
    ['without a slash', 'a'],
    ['with an anchor', '/a$'],
    ['with look-around', '/(?=a)'],
    ['with a back-reference', String.raw`/(a)\1`],
    ['with a group that is repeated', '/(a|b)*'],
    ['with a group in a group', '/((a)|b)'],
    ['with a number of repetitions, which nginx takes for a block', '/a{2}'],
    ['with a lazy repetition', '/a*?'],
    ['with a range that ends before it begins', '/[z-a]'],
    ['with a class of POSIX', '/[[:alpha:]]'],
    ['with what PCRE takes for a class of POSIX', '/[:a:]'],
    ['with an alternative beside the beginning', '/a|/b'],
    ['with a semicolon', '/a;'],
    ['with a quote', "/a'"],
    ['with a blank', '/a b'],
    ['with an escaped character of the URL', '/%20'],
    ['with more repetitions than engines look through in time', `/${'a*'.repeat(9)}`],
    ['that is too long', `/${'a'.repeat(256)}`],
  ])('is refused %s', (_, expression) => {
    expect(isTaken(expression)).toBe(false);
  });

  it.each([
    ['/api', '/api', true],
    ['/api/v[0-9]', '/api', true],
    ['/api/v[0-9]', '/api/', false],
    ['/api(/v1|/v2)/x', '/api', true],
    ['/api(/.*)?', '/api', true],
    [String.raw`/v1\.0/x`, '/v1.0', true],
    ['/v1.0/x', '/v1.0', false],
    ['/apis?', '/api', false],
    ['/api(/v1)?x', '/api', false],
    ['/api(/v1|x)', '/api', false],
    ['/api/?x', '/api', false],
    ['/ap.', '/api', false],
    ['/a*b', '/a*', false],
    ['/other', '/api', false],
  ])('%s is for paths below %s: %s', (expression, path, isBelow) => {
    expect(isTaken(expression, path)).toBe(isBelow);
  });

  it('is never for a path outside that of its rule', () => {
    const sign = fc.constantFrom(...'//aab.*+?()|[]^-', String.raw`\.`, '(/', ')?');
    const expressions = fc.array(sign, { maxLength: 8 }).map((signs) => `/a${signs.join('')}`);
    const paths = fc
      .array(fc.constantFrom('/', 'a', 'b', '.'), { maxLength: 6 })
      .map((signs) => `/${signs.join('')}`);
    fc.assert(
      fc.property(expressions, fc.array(paths, { minLength: 20, maxLength: 20 }), (expression, all) => {
        fc.pre(isTaken(expression, '/a'));
        for (const path of all.filter((each) => new RegExp(`^(?:${expression})$`, 's').test(each))) {
          expect(`${path}/`.startsWith('/a/')).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

it.each([
  ['/.*', '/'],
  ['/admin(/.*)?', '/admin'],
  ['/admin/x?', '/admin'],
  ['/admins?', '/'],
  ['/a(/b|c)', '/'],
  ['/a/?', '/a'],
  [String.raw`/v1\.0/\d+`, '/v1.0'],
  ['/a/b', '/a/b'],
])('all paths for %s begin with %s', (expression, path) => {
  expect(beginningOf(expression)).toBe(path);
});
