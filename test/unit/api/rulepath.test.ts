import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulePathSchema } from '../../../src/api/grammar.ts';
import { ENGINES } from '../../../src/engines/index.ts';
import { pathMatch } from '../../../src/engines/matches.ts';
import { LONGEST_PATH } from '../../../src/objects/httproute.ts';
import { parseRule } from '../../../src/rule/effective.ts';

function problemOf(path: string): string | undefined {
  return rulePathSchema.safeParse(path).error?.issues[0]?.message;
}

describe('the path of a rule', () => {
  it.each([
    '/my%20admin',
    '/caf%C3%A9',
    '/caf%c3%a9',
    '/a%40b',
    '/a%25b',
    '/%F0%9F%98%80',
    '/%22%3C%3E%5E%60%7B%7C%7D',
  ])('may be %s', (path) => {
    expect(problemOf(path)).toBeUndefined();
  });

  it.each([
    ['/%61dmin', 'write them as they are'],
    ['/x/%2e%2E/y', 'write them as they are'],
    ['/a%7Eb', 'write them as they are'],
    ['/a%2fb', 'an encoded slash'],
    ['/a%5Cb', 'a backslash'],
    ['/a%00b', 'a control character'],
    ['/a%7fb', 'a control character'],
    ['/a%C2%85b', 'a control character'],
    ['/a%80b', 'UTF-8'],
    ['/%ff%fe', 'UTF-8'],
    ['/%C0%AF', 'UTF-8'],
    ['/%ED%A0%80', 'UTF-8'],
    ['/%C3', 'UTF-8'],
    ['/%C3x%A9', 'UTF-8'],
    [`/${'%20'.repeat(70)}`, 'at most 200 characters'],
  ])('is not %s, and the message says why: %s', (path, why) => {
    expect(problemOf(path)).toContain(why);
  });

  it('has no escape that is not a character of UTF-8', () => {
    const byte = fc.integer({ min: 0x80, max: 0xff }).map((each) => `%${each.toString(16)}`);
    fc.assert(
      fc.property(fc.array(byte, { minLength: 1, maxLength: 5 }), (bytes) => {
        const path = `/${bytes.join('')}`;
        fc.pre(problemOf(path) === undefined);
        expect(encodeURI(decodeURIComponent(path)).toLowerCase()).toBe(path);
      }),
    );
  });

  it.each(ENGINES)('leaves room in a match of $name for all of its spellings', ({ escapes }) => {
    const sign = fc.oneof(
      fc.constantFrom('%5E', '%7C', '%7B', '%3C', '%20', '%60', 'a', '+'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map(encodeURIComponent),
    );
    fc.assert(
      fc.property(fc.array(sign, { minLength: 60, maxLength: 70 }), (signs) => {
        const path = `/${signs.join('')}`.slice(0, 200).replace(/%.?$/, '');
        fc.pre(problemOf(path) === undefined);
        const { value } = pathMatch(path, {}, { escapes });
        expect(value.length).toBeLessThanOrEqual(LONGEST_PATH);
      }),
    );
  });

  it('is the same with its escapes in lower case', () => {
    const [lower, upper] = ['/caf%c3%a9/', '/caf%C3%A9'].map((domainPath) =>
      parseRule({
        spec: { http: { serviceName: 'web', containerPort: 80, domainName: 'a.example.com', domainPath } },
      }),
    );
    expect(lower).toEqual(upper);
    expect(lower).toMatchObject({ type: 'valid', rule: { path: '/caf%C3%A9' } });
  });
});
