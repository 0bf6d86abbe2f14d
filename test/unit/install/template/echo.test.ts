import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echoesKey } from '../../../../src/install/template/echo.ts';
import { atOnce } from '../../../support/gradual.ts';
import { app, templateOf } from '../../../support/template.ts';

const KEY = 'sk/7f+3a~Zq9?_b"c\\d%41';

/** Whether a template echoes a key where its component has this text as a name. */
function echoes(text: string, key = KEY): boolean {
  return atOnce(echoesKey(templateOf([app('web', { service_cname: text })]), key));
}

function inBase64(text: string, encoding: 'base64' | 'base64url' = 'base64'): string {
  return Buffer.from(text).toString(encoding);
}

function escaped(text: string, head: string, digits: number): string {
  return [...text].map((each) => head + each.charCodeAt(0).toString(16).padStart(digits, '0')).join('');
}

describe('a template echoes an access key', () => {
  it.each([
    ['as it is', KEY],
    ['in other text', `the key is ${KEY}.`],
    ['in JSON in a text', JSON.stringify({ key: KEY })],
    ['in JSON in a text, all of it escaped', `"${escaped(KEY, '\\u', 4)}"`],
    ['in YAML in a text, all of it escaped', `key: "${escaped(KEY, '\\x', 2)}"`],
    ['in YAML in a text, with long escapes', `key: "${escaped(KEY, '\\U', 8)}"`],
    ['in base64', inBase64(KEY)],
    ['in base64 for addresses', inBase64(KEY, 'base64url')],
    ['in the base64 of a text, at its second byte', inBase64(`:${KEY}\n`)],
    ['in the base64 of a text, at its third byte', inBase64(`::${KEY} and more`)],
    ['percent-encoded', encodeURIComponent(KEY)],
    ['percent-encoded, all of it', escaped(KEY, '%', 2)],
  ])('%s', (_, text) => {
    expect(echoes(text)).toBe(true);
    expect(echoes(text, KEY.replace('7f', '8f'))).toBe(false);
    expect(echoes(text, `${KEY}.other`)).toBe(false);
  });

  it('whose escapes hide it in the text of the template', () => {
    const template = `{"apps": [{"service_cname": "${escaped(KEY, '\\u', 4)}"}]}`;
    expect(atOnce(echoesKey(template, KEY))).toBe(true);
    expect(atOnce(echoesKey(template.replace('\\u0073', '\\u0074'), KEY))).toBe(false);
  });

  it('of which it has only the credentials, without the scheme', () => {
    expect(echoes('0123456789abcdef', 'Bearer 0123456789abcdef')).toBe(true);
    expect(echoes(inBase64('0123456789abcdef'), 'Bearer 0123456789abcdef')).toBe(true);
    expect(echoes('Bearer and more', 'Bearer 0123456789abcdef')).toBe(false);
  });

  it('with blanks around it, which no server sees', () => {
    expect(echoes('0123456789', ' 0123456789 ')).toBe(true);
  });

  it('only of 8 characters or more: a shorter one is in ordinary text', () => {
    expect(echoes('12345678', '12345678')).toBe(true);
    expect(echoes('1234567', '1234567')).toBe(false);
    expect(echoes('Bearer 1234567', 'Bearer 1234567')).toBe(true);
    expect(echoes('1234567', 'Bearer 1234567')).toBe(false);
    expect(echoes('', '')).toBe(false);
  });

  it('of which it has the end, as far as that of a long key is looked for', () => {
    const end = inBase64('the end of a long key').repeat(8).slice(-128);
    const long = `ab${'a'.repeat(100_000)}${end}`;
    expect(echoes(end, long)).toBe(true);
    expect(echoes(inBase64(`:${end}`), long)).toBe(true);
    expect(echoes(end.slice(1), long)).toBe(false);
  });

  it('within so many steps as its length, whatever the key', () => {
    const template = 'a'.repeat(5_000_000);
    const work = echoesKey(template, `b${'a'.repeat(100_000)}b`);
    expect([...work].length).toBeGreaterThan(template.length / 20_000);
  });

  it('across two pieces in which it is read', () => {
    for (const before of [16_370, 16_384, 32_760]) {
      expect(atOnce(echoesKey(`${' '.repeat(before)}${KEY}`, KEY))).toBe(true);
    }
  });

  const key = fc
    .string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 8,
    })
    .filter((text) => text.trim() === text);

  it('wherever its JSON has it, whichever of its characters are escaped', () => {
    const around = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(
        key,
        around,
        around,
        fc.infiniteStream(fc.boolean()),
        (secret, before, after, isEscaped) => {
          const text = JSON.stringify(before + secret + after).replace(/\\.|[^\\"]/gu, (each) =>
            each.length === 1 && isEscaped.next().value ? escaped(each, '\\u', 4) : each,
          );
          expect(JSON.parse(text)).toBe(before + secret + after);
          expect(atOnce(echoesKey(`{"apps": [${text}]}`, secret))).toBe(true);
        },
      ),
    );
  });

  it('not where it has another one', () => {
    fc.assert(
      fc.property(key, key, (secret, other) => {
        fc.pre(!other.includes(secret));
        expect(echoes(other, `${secret}#`)).toBe(other.includes(`${secret}#`));
      }),
    );
  });
});
