import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendered, span } from '../../../../src/plugin/text/line.ts';
import { colourful, plain } from '../../../../src/plugin/text/look.ts';
import { clean, widthOf } from '../../../../src/plugin/text/measure.ts';
import { withoutColours } from '../support.ts';
import { anyText, anyWidth } from './arbitrary.ts';

describe('a line', () => {
  it('never exceeds its columns, in colours or without', () => {
    const spans = fc.array(
      fc.record({ text: anyText.map(clean), tone: fc.constantFrom('good', 'bad', 'plain', 'strong') }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(spans, anyWidth, fc.constantFrom(plain, colourful), (line, width, look) => {
        expect(widthOf(withoutColours(rendered(line, look(width))))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('is whole where nothing limits it', () => {
    expect(rendered([span('a'.repeat(300), 'strong')], plain(undefined))).toBe('a'.repeat(300));
  });
});
