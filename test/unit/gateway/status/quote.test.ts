import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quotedCondition, quotedText, reasonOf } from '../../../../src/gateway/status/quote.ts';

it.each<[string, string, string]>([
  ['is kept', 'no such Service', 'no such Service'],
  ['loses its lines', 'one\r\ntwo\u2028three', 'one two three'],
  ['loses what drives a terminal', '\u001b[31mred\u0007', '[31mred'],
  ['loses what turns text around', 'abc\u202edef\u2066', 'abc def'],
  ['loses half characters', 'a\ud800b', 'a b'],
  ['is replaced by the reason where nothing is left', '\n\u200b', 'Invalid'],
])('a message %s', (_, message, expected) => {
  expect(quotedCondition({ reason: 'Invalid', message })).toBe(expected);
});

it('a quotation has a limit, and one line', () => {
  expect(quotedText('x'.repeat(32_768))).toHaveLength(1024);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(quotedText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

it.each<[string, string]>([
  ['BackendNotFound', 'BackendNotFound'],
  ['UnsupportedValue,InvalidKind', 'UnsupportedValue'],
  ['not a reason', 'RefusedByEngine'],
  ['', 'RefusedByEngine'],
  [`A${'a'.repeat(1000)}`, 'RefusedByEngine'],
  ['Bad\nReason', 'RefusedByEngine'],
])('the reason %j is quoted as %j', (reason, expected) => {
  expect(reasonOf({ reason })).toBe(expected);
});
