import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain } from '../../../../src/plugin/text/look.ts';
import { short, sparkline } from '../../../../src/plugin/text/sparkline.ts';

const { ramp } = plain(80).glyphs;

describe('a sparkline', () => {
  const values = fc.array(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined }), {
    maxLength: 40,
  });

  it('has a character for each value, the newest last', () => {
    expect(sparkline([0, 1, 2, 4, undefined, 7], 8, ramp)).toBe('  _.:= #');
    expect(sparkline([5, 1, 1], 2, ramp)).toBe('##');
    expect(sparkline([0, 0], 2, ramp)).toBe('__');
    expect(sparkline([Number.NaN, Number.POSITIVE_INFINITY, 1], 3, ramp)).toBe(' ##');
  });

  it('takes exactly its width, and draws larger values at least as high', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 40 }), (all, width) => {
        const drawn = [...sparkline(all, width, ramp)];
        expect(drawn).toHaveLength(width);
        const shown = width === 0 ? [] : all.slice(-width);
        const heights = shown
          .map((value, index) => ({
            value,
            height: ramp.indexOf(drawn[width - shown.length + index] ?? ' '),
          }))
          .filter((each): each is { value: number; height: number } => each.value !== undefined)
          .toSorted((one, other) => one.value - other.value)
          .map(({ height }) => height);
        expect(heights).toEqual(heights.toSorted((one, other) => one - other));
        expect(heights).not.toContain(-1);
        expect(drawn.filter((each) => each !== ' ')).toHaveLength(heights.length);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [0, '0'],
    [0.254, '0.25'],
    [12.54, '12.5'],
    [340.2, '340'],
    [12_345, '12k'],
  ])('shortens %d to %s', (value, text) => {
    expect(short(value)).toBe(text);
  });
});
