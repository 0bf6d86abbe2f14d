/** Fields of a source map (ECMA-426) by which places are found. */
export interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Place in a generated file; both numbers begin at 1, as in traces. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Origins of places in a generated file, each `<source>:<line>:<column>`; undefined for a place without one. Reads the
 * map once and keeps nothing of it: the class of node:module keeps an object for each mapping, 30 MiB in all.
 */
export function originsOf(
  { sources, mappings }: SourceMap,
  places: readonly Place[],
): readonly (string | undefined)[] {
  const origins: (string | undefined)[] = places.map(() => undefined);
  const wanted = Map.groupBy(places.entries(), ([, { line }]) => line);
  // Each number but the generated column is relative to the mapping before, whatever its line.
  const sums = new Int32Array(NUMBERS);
  for (const [index, line] of mappings.split(';', Math.max(0, ...wanted.keys())).entries()) {
    const here = wanted.get(index + 1) ?? [];
    sums[0] = 0;
    for (const mapping of mappingsOf(line)) {
      const count = addNumbers(mapping, sums);
      for (const [place] of here.filter(([, { column }]) => column > (sums[0] ?? 0))) {
        origins[place] = count > 1 ? originText(sources, sums) : undefined;
      }
    }
  }
  return origins;
}

function originText(sources: readonly string[], [, source = 0, line = 0, column = 0]: Int32Array): string {
  return `${sources[source]}:${line + 1}:${column + 1}`;
}

/** Mappings of a script when its lines have been stretched: `lengthOf` tells the new length of a piece of a line. */
export function stretched(mappings: string, script: string, lengthOf: (piece: string) => number): string {
  const lines = script.split('\n');
  return mappings
    .split(';')
    .map((text, index) => stretchedLine(text, lines[index] ?? '', lengthOf))
    .join(';');
}

function stretchedLine(text: string, line: string, lengthOf: (piece: string) => number): string {
  if (lengthOf(line) === line.length) {
    return text;
  }
  let begin = 0;
  const moved = mappingsOf(text).map((mapping) => {
    const numbers = new Int32Array(NUMBERS);
    const count = addNumbers(mapping, numbers);
    const [generated = 0, ...origin] = numbers.subarray(0, count);
    const piece = line.slice(begin, begin + generated);
    begin += generated;
    return [lengthOf(piece), ...origin].map(spelled).join('');
  });
  return moved.join(',');
}

/** Numbers of a mapping: generated column, source, line, column, name. */
const NUMBERS = 5;

function mappingsOf(line: string): readonly string[] {
  return line === '' ? [] : line.split(',');
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of each digit by its character code. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...DIGITS].entries()) {
  VALUES[digit.charCodeAt(0)] = value;
}

/**
 * Adds the numbers of a mapping to `sums`; returns how many it has. A digit has five bits of a number, lowest first; its
 * sixth says that more follow. The first bit of a number is the sign.
 */
function addNumbers(mapping: string, sums: Int32Array): number {
  let [count, value, shift] = [0, 0, 0];
  for (let index = 0; index < mapping.length; index += 1) {
    const digit = VALUES[mapping.charCodeAt(index)] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit < 32) {
      sums[count] = (sums[count] ?? 0) + ((value & 1) === 1 ? -(value >> 1) : value >> 1);
      count += 1;
      value = 0;
      shift = 0;
    }
  }
  return count;
}

function spelled(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    text += DIGITS[(rest & 31) | (rest > 31 ? 32 : 0)];
    rest >>= 5;
  } while (rest > 0);
  return text;
}
