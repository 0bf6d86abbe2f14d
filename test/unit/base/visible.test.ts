import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { visible, visibleJson, visibleLines } from '../../../src/base/visible.ts';

/** Characters that hide something or act on a terminal, by what they do. */
const UNSEEN = {
  'a control character': '\x00\x07\x1b\x7f\x9b',
  'a new line or page': '\n\r\v\f\x85\u2028\u2029',
  'a change of the direction': '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  'a character without width': '\u00ad\u034f\u200b\u200c\u200d\u2060\u2061\u2064\u206f\ufeff\u180e',
  'a filler': '\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800',
  'a selector of variants': '\u180b\ufe00\ufe0f\u{e0100}\u{e01ef}',
  'a tag': '\u{e0001}\u{e0020}\u{e0041}\u{e007f}',
  'an annotation': '\ufff9\ufffa\ufffb',
  'a blank of another width': '\u00a0\u1680\u2000\u2003\u200a\u202f\u205f\u3000',
  'a first half': '\ud83d',
  'a second half': '\udc00',
  'no character': '\ufffe\uffff\u{10ffff}\u0378',
  'a character of nobody': '\ue000\u{f0000}',
};

describe('a text as people see it', () => {
  it.each(Object.entries(UNSEEN))('has a blank for %s', (_what, characters) => {
    for (const character of characters) {
      expect(visible(`a${character}b`)).toBe('a b');
      expect(visible(`a${character}${character}b`)).toBe('a b');
      expect(visibleLines(`a${character}b`)).toBe(character === '\n' ? 'a\nb' : 'a b');
    }
  });

  it.each(['plain text, 2 blanks:  .', 'The 店铺', 'Größe “x” — …', 'e\u0301', '😀', '├─ ✖'])(
    'has %j as it is',
    (text) => {
      expect(visible(text)).toBe(text);
      expect(visibleLines(`${text}\n${text}`)).toBe(`${text}\n${text}`);
      expect(visibleJson(JSON.stringify(text))).toBe(JSON.stringify(text));
    },
  );

  it('has no character without a width but marks on letters', () => {
    const hidden: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += code < 0x3300 || code >= 0xe0000 ? 1 : 37) {
      const character = String.fromCodePoint(code);
      if (!/\p{M}/u.test(character) && stringWidth(visible(character)) === 0) {
        hidden.push(code.toString(16));
      }
    }
    // Parts of syllables, which join the letter before them.
    expect(hidden.filter((code) => !/^11[67a-f]/.test(code))).toEqual([]);
  });

  it('is the same where it is taken twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(visible(visible(text))).toBe(visible(text));
        expect(visible(text).isWellFormed()).toBe(true);
      }),
    );
  });

  it('says the same in JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const json = visibleJson(JSON.stringify({ text }, null, 2));
        expect(JSON.parse(json)).toEqual({ text });
        expect(visibleLines(json)).toBe(json);
      }),
    );
  });
});
