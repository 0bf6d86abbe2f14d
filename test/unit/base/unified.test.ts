import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unifiedDiff } from '../../../src/base/unified.ts';

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);

function withLine(lines: readonly string[], index: number, ...line: readonly string[]): string[] {
  return [...lines.slice(0, index), ...line, ...lines.slice(index + 1)];
}

it.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['equal texts', TEN, TEN, []],
  ['no text at all', [], [], []],
  ['a new text', [], ['a', 'b'], ['@@ -0,0 +1,2 @@', '+a', '+b']],
  ['a text that goes', ['a'], [], ['@@ -1,1 +0,0 @@', '-a']],
  [
    'a changed line with its context',
    TEN,
    withLine(TEN, 4, 'other'),
    [
      '@@ -2,7 +2,7 @@',
      ' line 2',
      ' line 3',
      ' line 4',
      '-line 5',
      '+other',
      ' line 6',
      ' line 7',
      ' line 8',
    ],
  ],
  [
    'an added line at the end',
    TEN,
    [...TEN, 'more'],
    ['@@ -8,3 +8,4 @@', ' line 8', ' line 9', ' line 10', '+more'],
  ],
  [
    'two changes whose contexts touch, in one hunk',
    ['a', 'b', 'c', 'd', 'e'],
    ['A', 'b', 'c', 'd'],
    ['@@ -1,5 +1,4 @@', '-a', '+A', ' b', ' c', ' d', '-e'],
  ],
  [
    'two changes far apart, in two hunks',
    TEN,
    withLine(withLine(TEN, 0, 'first'), 9, 'last'),
    [
      '@@ -1,4 +1,4 @@',
      ...['-line 1', '+first', ' line 2', ' line 3', ' line 4'],
      '@@ -7,4 +7,4 @@',
      ...[' line 7', ' line 8', ' line 9', '-line 10', '+last'],
    ],
  ],
])('the diff shows %s', (_, before, after, expected) => {
  expect(unifiedDiff(before, after)).toEqual(expected);
});

it('the diff of long texts without a common line is all of both', () => {
  const [before, after] = ['a', 'b'].map((name) => Array.from({ length: 5_000 }, (_, i) => `${name}${i}`));
  const lines = unifiedDiff(before ?? [], after ?? []);
  expect(lines).toHaveLength(10_001);
});

/** Text that a diff makes of another one. */
function patched(before: readonly string[], diff: readonly string[]): string[] {
  const made: string[] = [];
  let at = 0;
  for (const line of diff) {
    const head = /^@@ -(\d+),(\d+) /.exec(line);
    if (head !== null) {
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      made.push(...before.slice(at, start));
      at = start;
    } else if (line[0] === '+') {
      made.push(line.slice(1));
    } else {
      expect(before[at]).toBe(line.slice(1));
      made.push(...(line[0] === ' ' ? [line.slice(1)] : []));
      at += 1;
    }
  }
  return [...made, ...before.slice(at)];
}

it('the diff makes the new text of the old one', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 40 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      expect(patched(before, unifiedDiff(before, after))).toEqual(after);
    }),
  );
});
