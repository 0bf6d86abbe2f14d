import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../../src/plugin/text/json.ts';
import { ACTING } from '../support.ts';
import { anyText } from './arbitrary.ts';

describe('JSON', () => {
  it('has escapes for what a terminal acts on', () => {
    expect(jsonText({ a: '\x1b\x7f\x9b\u202e\u2028\u{e0041}店' })).toBe(
      '{\n  "a": "\\u001b\\u007f\\u009b\\u202e\\u2028\\udb40\\udc41店"\n}',
    );
  });

  it('means the same value, and shows every character of it', () => {
    const values = fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText), fc.integer()));
    fc.assert(
      fc.property(values, (value) => {
        const text = jsonText(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text.replaceAll('\n', '')).not.toMatch(ACTING);
      }),
    );
  });
});
