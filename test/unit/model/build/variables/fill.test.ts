import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillText,
  type Growth,
  MAX_GROWTH,
  referencesOf,
  type Scope,
} from '../../../../../src/model/build/variables/fill.ts';

const growth = (left = MAX_GROWTH): Growth => ({ left, denied: false });

const scopeOf = (texts: Readonly<Record<string, string>>, secrets: readonly string[] = []): Scope =>
  new Map(Object.entries(texts).map(([name, text]) => [name, { text, secret: secrets.includes(name) }]));

/** Text in which `@` stands for a dollar sign: linters take the other for a mistake. */
const dollars = (text: string) => text.replaceAll('@', '$');

/** Filled text; `@` stands for a dollar sign in all of them. */
function fill(text: string, scopes: readonly Scope[], left = growth(), max?: number) {
  const filled = fillText(dollars(text), scopes, left, max);
  return { ...filled, text: filled.text.replaceAll('$', '@') };
}

const SCOPE = scopeOf({ A: '1', E: '', B: dollars('@{A}') });

describe('a text is filled', () => {
  it.each([
    ['@{A}', '1'],
    ['@{A:9}', '1'],
    ['@{X}', '@{X}'],
    ['@{X:}', '@{X:}'],
    ['@{X:d}', 'd'],
    ['@{E}', ''],
    ['@{E:d}', ''],
    ['@{B}', '@{A}'],
    // The original replaces in the text as it has become, so that `@{B}` is filled again: `1 1`.
    ['@{B} @{A}', '@{A} 1'],
    ['@{A} @{B}', '1 @{A}'],
    ['@A', '@A'],
    ['@(A)', '@(A)'],
    ['@{}', '@{}'],
    ['@{ A }', '@{ A }'],
    ['@{X:http://h:80/p}', 'http'],
    ['@{X:-d}', '-d'],
    ['@{X:@{A}}', '@{A}'],
    ['@{A:@{X}}', '1}'],
    ['@@{A}', '@1'],
    ['\\@{A}', '\\1'],
    ['jdbc://@{H:127.0.0.1}:@{P:3306}/db', 'jdbc://127.0.0.1:3306/db'],
    ['@{:d}', 'd'],
    ['@{a}', '@{a}'],
    ['@{A\n}', '@{A\n}'],
    ['@{\n@{A}', '@{\n1'],
    ['@{A @{A}', '@{A @{A}'],
    ['@{A\r}@{X\r:d}\r\n@{A}\r\n', '@{A\r}d\r\n1\r\n'],
    ['}@{A}{', '}1{'],
    ['@{A}@{A}', '11'],
    ['', ''],
  ])('%j → %j', (text, filled) => {
    expect(fill(text, [SCOPE])).toEqual({ text: filled, secret: false });
  });

  it('from the first scope that has the name, even if the value is empty', () => {
    const scopes = [scopeOf({ A: '' }), scopeOf({ A: '2', C: '3' })];
    expect(fill('@{A}@{C:4}@{D:5}', scopes).text).toBe('35');
  });

  it('and is secret if one of its values is', () => {
    const scopes = [scopeOf({ A: 'a', S: 's' }, ['S'])];
    expect(fill('@{A}', scopes)).toEqual({ text: 'a', secret: false });
    expect(fill('@{A}@{S}', scopes)).toEqual({ text: 'as', secret: true });
  });
});

describe('a text stays as it is written', () => {
  const scope = scopeOf({ L: '12345678' });

  it.each([
    ['beyond its own limit', '@{L}@{L}', 15, MAX_GROWTH],
    ['beyond its own limit with the rest behind its last variable', '@{L}-----', 12, MAX_GROWTH],
    ['beyond the growth of the install', '@{L}', 100, 3],
  ])('%s', (_, text, max, left) => {
    const remaining = growth(left);
    expect(fill(text, [scope], remaining, max).text).toBe(text);
    expect(remaining).toEqual({ left, denied: true });
  });

  it.each([
    ['its own limit', '@{L}@{L}', 16, MAX_GROWTH],
    ['the growth of the install', '@{L}', 100, 4],
  ])('unless it just fits %s', (_, text, max, left) => {
    const remaining = growth(left);
    const filled = text.replaceAll('@{L}', '12345678');
    expect(fill(text, [scope], remaining, max).text).toBe(filled);
    expect(remaining).toEqual({ left: left - filled.length + text.length, denied: false });
  });
});

const part = fc.constantFrom(
  ...['@', '{', '}', '@{', ':', '\n', 'A', 'B', 'x', '@{A}', '@{B:', ' '].map(dollars),
);
const texts = fc.oneof(
  fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string(),
);
const scopes = fc
  .dictionary(fc.constantFrom('A', 'B', 'x', ' '), fc.string({ maxLength: 50 }))
  .map((each) => scopeOf(each));

describe('for all texts', () => {
  it('the result is never longer than its limits', () => {
    fc.assert(
      fc.property(texts, scopes, fc.nat(100), fc.nat(100), (text, scope, max, left) => {
        const remaining = growth(left);
        const { length } = fillText(text, [scope], remaining, max).text;
        expect(length).toBeLessThanOrEqual(Math.max(text.length, Math.min(max, text.length + left)));
        expect(remaining.left).toBe(left - Math.max(length - text.length, 0));
      }),
    );
  });

  it('nothing changes without a reference', () => {
    fc.assert(
      fc.property(texts, scopes, (text, scope) => {
        const plain = text.replaceAll('{', '');
        expect(fillText(plain, [scope], growth())).toEqual({ text: plain, secret: false });
      }),
    );
  });

  it('nothing changes in an empty scope without defaults', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plain = text.replaceAll(':', '');
        expect(fillText(plain, [], growth()).text).toBe(plain);
      }),
    );
  });

  it('references do not overlap, and each is what it says', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0;
        for (const { start, end, name, fallback } of referencesOf(text)) {
          const written = text.slice(start, end);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(written).toMatch(/^\$\{[^}\n]*\}$/);
          expect(written.slice(2, -1).split(':').slice(0, 2)).toEqual(
            written.includes(':') ? [name, fallback] : [name],
          );
          last = end;
        }
      }),
    );
  });

  it.each(['@{', '@{\n', '@{A', '@{A:', '@{\n}', '@{A}'])(
    '%j a million times takes no time to speak of',
    (piece) => {
      const text = dollars(piece).repeat(1_000_000);
      expect(fillText(text, [], growth()).text).toBe(text);
    },
  );
});
