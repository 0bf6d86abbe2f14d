import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible } from '../../../../src/base/visible.ts';
import { cut, padded, widthOf, wrapped } from '../../../../src/plugin/text/measure.ts';
import { anyText, anyWidth } from './arbitrary.ts';

describe('a text', () => {
  it('is cut to its width, and whole where it fits', () => {
    expect(cut('storefront', 10, '…')).toBe('storefront');
    expect(cut('storefronts', 10, '…')).toBe('storefron…');
    expect(cut('店铺商店', 5, '…')).toBe('店铺…');
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        const result = cut(text, width, '…');
        expect(widthOf(result)).toBeLessThanOrEqual(width);
        expect(result === text).toBe(widthOf(text) <= width);
      }),
    );
  });

  it('is padded by the columns that it takes, not by its characters', () => {
    expect(padded('店', 4)).toBe('店  ');
    expect(padded('8', 3, 'before')).toBe('  8');
  });

  it('is wrapped at spaces, and loses no word', () => {
    expect(wrapped('wave 2 of 2: web is late', 12)).toEqual(['wave 2 of 2:', 'web is late']);
    expect(wrapped('abcdefgh ij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    fc.assert(
      fc.property(anyText, fc.integer({ min: 4, max: 60 }), (text, width) => {
        const lines = wrapped(text, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(visible(text).replaceAll(' ', ''));
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});
