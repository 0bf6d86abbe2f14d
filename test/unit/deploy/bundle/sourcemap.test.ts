import { SourceMap } from 'node:module';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { originsOf, stretched } from '../../../../deploy/bundle/sourcemap.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A number in base64 digits of five bits, as the specification of source maps defines it. */
function spelled(number: number): string {
  const bits = (Math.abs(number) * 2 + (number < 0 ? 1 : 0)).toString(2);
  const groups = bits.padStart(Math.ceil(bits.length / 5) * 5, '0').match(/.{5}/g) ?? [];
  return groups
    .toReversed()
    .map((group, index) => DIGITS[Number.parseInt(group, 2) + (index < groups.length - 1 ? 32 : 0)])
    .join('');
}

/** A mapping: columns since the one before, and its origin. */
interface Mapping {
  readonly since: number;
  readonly origin: readonly number[];
}

const mapping = fc.record({
  since: fc.integer({ min: 1, max: 40 }),
  origin: fc.tuple(fc.nat(2), fc.nat(3000), fc.nat(200)),
});

/** Lines of mappings as a source map spells them. */
function mappingsOf(lines: readonly (readonly Mapping[])[]): string {
  let before: readonly number[] = [0, 0, 0];
  const textOf = ({ since, origin }: Mapping): string => {
    const numbers = origin.map((each, index) => each - (before[index] ?? 0));
    before = origin.length > 0 ? origin : before;
    return [since, ...numbers].map(spelled).join('');
  };
  return lines.map((line) => line.map(textOf).join(',')).join(';');
}

const sources = ['src/a.ts', 'src/b.ts', 'node_modules/c/index.js'];
const lines = fc.array(fc.array(mapping, { maxLength: 8 }), { minLength: 1, maxLength: 6 });
const place = fc.record({ line: fc.integer({ min: 1, max: 7 }), column: fc.integer({ min: 1, max: 300 }) });

/** Origin of a place on its own line, as the class of Node finds it. */
function expected(mappings: string, { line, column }: { readonly line: number; readonly column: number }) {
  const map = new SourceMap({
    file: '',
    version: 3,
    sources,
    sourcesContent: [],
    names: [],
    mappings,
    sourceRoot: '',
  });
  const found = map.findEntry(line - 1, column - 1);
  return 'originalSource' in found && found.generatedLine === line - 1 && found.originalSource !== undefined
    ? `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`
    : undefined;
}

it('finds the origins that Node finds', () => {
  fc.assert(
    fc.property(lines, fc.array(place, { maxLength: 5 }), (all, places) => {
      const mappings = mappingsOf(all);
      expect(originsOf({ sources, mappings }, places)).toEqual(
        places.map((each) => expected(mappings, each)),
      );
    }),
  );
});

it('has no origin for a place before the first mapping of its line, after one without an origin, or in an empty map', () => {
  const mappings = mappingsOf([
    [
      { since: 4, origin: [0, 9, 2] },
      { since: 3, origin: [] },
    ],
    [],
  ]);
  const places = [
    { line: 1, column: 4 },
    { line: 1, column: 5 },
    { line: 1, column: 8 },
    { line: 2, column: 1 },
    { line: 9, column: 1 },
  ];
  expect(originsOf({ sources, mappings }, places)).toEqual([
    undefined,
    'src/a.ts:10:3',
    undefined,
    undefined,
    undefined,
  ]);
  expect(originsOf({ sources: [], mappings: '' }, places)).toEqual(places.map(() => undefined));
});

it('finds the same origins in a script whose lines were stretched', () => {
  const script = fc.array(fc.string({ unit: fc.constantFrom('a', '\t', '’') }), {
    minLength: 1,
    maxLength: 6,
  });
  const doubled = (text: string) => text.replaceAll('’', '\\u2019');
  fc.assert(
    fc.property(lines, script, place, (all, text, { line, column }) => {
      const mappings = mappingsOf(all);
      const moved = stretched(mappings, text.join('\n'), (piece) => doubled(piece).length);
      const here = text[line - 1] ?? '';
      fc.pre(column <= here.length);
      const after = { line, column: doubled(here.slice(0, column - 1)).length + 1 };
      expect(originsOf({ sources, mappings: moved }, [after])).toEqual(
        originsOf({ sources, mappings }, [{ line, column }]),
      );
    }),
  );
});
