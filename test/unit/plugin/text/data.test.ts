import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../../src/kube/yaml.ts';
import { dataText } from '../../../../src/plugin/text/data.ts';
import { ACTING } from '../support.ts';
import { anyText } from './arbitrary.ts';

describe('a value for programs', () => {
  it('has escapes for what a terminal acts on', () => {
    expect(dataText({ a: '\x1b\x7f\x9b\u202e\u2028\u{e0041}店' }, {})).toBe(
      '{\n  "a": "\\u001b\\u007f\\u009b\\u202e\\u2028\\udb40\\udc41店"\n}',
    );
  });

  it('means the same value, and shows every character of it', () => {
    const values = fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText), fc.integer()));
    fc.assert(
      fc.property(values, (value) => {
        const text = dataText(value, {});
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text.replaceAll('\n', '')).not.toMatch(ACTING);
        const yaml = dataText(value, { yaml: true });
        expect(readYaml(yaml)).toEqual({ ok: true, documents: [JSON.parse(text)] });
        expect(yaml.replaceAll('\n', '')).not.toMatch(ACTING);
      }),
    );
  });
});
