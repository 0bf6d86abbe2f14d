import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine, rendered, span } from '../../../../src/plugin/text/line.ts';
import { colourful, plain } from '../../../../src/plugin/text/look.ts';
import { widthOf } from '../../../../src/plugin/text/measure.ts';
import { ACTING, withoutOwnColours } from '../support.ts';
import { anyText, anyWidth } from './arbitrary.ts';

describe('a line', () => {
  const spans = fc.array(
    fc.record({ text: anyText, tone: fc.constantFrom('good', 'bad', 'plain', 'strong', 'faint', 'moving') }),
    { maxLength: 6 },
  );

  it('never exceeds its columns, in colours or without', () => {
    fc.assert(
      fc.property(spans, anyWidth, fc.constantFrom(plain, colourful), (line, width, look) => {
        expect(widthOf(withoutOwnColours(rendered(line, look(width))))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('has no character that a terminal acts on, but those of its own colours', () => {
    const widths = fc.option(anyWidth, { nil: undefined });
    fc.assert(
      fc.property(spans, widths, (line, width) => {
        expect(rendered(line, plain(width))).not.toMatch(ACTING);
        expect(withoutOwnColours(rendered(line, colourful(width)))).not.toMatch(ACTING);
      }),
    );
    fc.assert(fc.property(anyText, (text) => !ACTING.test(plainLine(text))));
  });

  it('is whole where nothing limits it', () => {
    expect(rendered([span('a'.repeat(300), 'strong')], plain(undefined))).toBe('a'.repeat(300));
  });
});
