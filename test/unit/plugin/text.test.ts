import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendered, span } from '../../../src/plugin/text/line.ts';
import { colourful, lookFor, plain } from '../../../src/plugin/text/look.ts';
import { clean, cut, padded, widthOf, wrapped } from '../../../src/plugin/text/measure.ts';
import { short, sparkline } from '../../../src/plugin/text/sparkline.ts';
import { drawTree, type TreeNode } from '../../../src/plugin/text/tree.ts';
import { withoutColours } from './support.ts';

const { ramp } = plain(80).glyphs;

/** Text as clusters may hold it: of any script, with characters that terminals act on. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\x1b[2J',
    '\x1b]0;title\x07',
    '店铺 商店 前台',
    '👩‍👩‍👧‍👦 family',
    'a\nb\tc',
    '\u202egnp.exe',
  ),
);

const anyWidth = fc.integer({ min: 1, max: 120 });

describe('a text', () => {
  it('is shown without what a terminal would act on', () => {
    expect(clean('a\x1b[2Jb\r\nc\u202ed')).toBe('a [2Jb c d');
    fc.assert(fc.property(anyText, (text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(clean(text))));
  });

  it('is cut to its width, and whole where it fits', () => {
    expect(cut('storefront', 10, '…')).toBe('storefront');
    expect(cut('storefronts', 10, '…')).toBe('storefron…');
    expect(cut('店铺商店', 5, '…')).toBe('店铺…');
    fc.assert(
      fc.property(anyText.map(clean), anyWidth, (text, width) => {
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
      fc.property(anyText.map(clean), fc.integer({ min: 4, max: 60 }), (text, width) => {
        const lines = wrapped(text, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

describe('a line', () => {
  it('never takes more columns than there are, in colours or without', () => {
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

describe('a tree', () => {
  const nodeWith = (children: fc.Arbitrary<TreeNode[]>): fc.Arbitrary<TreeNode> =>
    fc.record({
      line: fc.array(
        anyText.map((text) => span(clean(text))),
        { maxLength: 3 },
      ),
      text: anyText.map(clean),
      notes: fc.array(
        anyText.map((text) => ({ text: clean(text), tone: 'bad' as const })),
        { maxLength: 2 },
      ),
      children,
    });
  const upTo = (node: fc.Arbitrary<TreeNode>) => fc.array(node, { maxLength: 2 });
  const node = nodeWith(upTo(nodeWith(upTo(nodeWith(fc.constant([]))))));

  it('stays within its width', () => {
    fc.assert(
      fc.property(node, fc.integer({ min: 10, max: 100 }), (root, width) => {
        for (const line of drawTree(root, plain(width))) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('shows what belongs to what', () => {
    const leaf = (text: string): TreeNode => ({ line: [span(text)] });
    const root = {
      line: [span('app')],
      children: [
        { ...leaf('web'), notes: [{ text: 'is late', tone: 'bad' as const }], children: [leaf('rule')] },
        leaf('db'),
      ],
    };
    expect(drawTree(root, plain(80))).toEqual(['app', '|- web', '|  |  is late', '|  `- rule', '`- db']);
    expect(drawTree(root, colourful(80)).map(withoutColours)).toEqual([
      'app',
      '├─ web',
      '│  │  is late',
      '│  └─ rule',
      '└─ db',
    ]);
  });
});

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

  it('takes exactly its width, and draws nothing higher than what is more', () => {
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
  ])('tells %d as %s', (value, text) => {
    expect(short(value)).toBe(text);
  });
});

describe('a look', () => {
  const terminal = { isTTY: true, columns: 100 };

  it.each<[string, Parameters<typeof lookFor>, string, number | undefined]>([
    ['boxes on a terminal', [terminal, false, {}], '├─ ', 100],
    ['ASCII in a pipe, whose lines are not cut', [{}, false, {}], '|- ', undefined],
    ['ASCII with --plain', [terminal, true, {}], '|- ', 100],
    ['ASCII with NO_COLOR', [terminal, false, { NO_COLOR: '1' }], '|- ', 100],
    ['ASCII on a dumb terminal', [terminal, false, { TERM: 'dumb' }], '|- ', 100],
    ['80 columns where a terminal does not tell', [{ isTTY: true, columns: 0 }, false, {}], '├─ ', 80],
  ])('has %s', (_, args, branch, width) => {
    const look = lookFor(...args);
    expect([look.glyphs.branch, look.width]).toEqual([branch, width]);
    expect(look.paint('bad', 'x') === 'x').toBe(branch === '|- ');
  });
});
