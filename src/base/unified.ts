import { diff } from 'node:util';

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** Most lines that are compared one by one: time and memory of a comparison grow with their square. */
const MAX_LINES = 1_000;

/** Line of both texts, of the old one, or of the new one. */
interface Edit {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** Unified diff of two texts in lines, without a head; no lines where they are equal. Pure. */
export function unifiedDiff(before: readonly string[], after: readonly string[]): string[] {
  const edits = editsOf(before, after);
  return hunksOf(edits).flatMap(([from, to]) => [
    headOf(edits, from, to),
    ...edits.slice(from, to).map(({ sign, line }) => `${sign}${line}`),
  ]);
}

function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const shorter = Math.min(before.length, after.length);
  const head = countWhile(shorter, (index) => before[index] === after[index]);
  const tail = countWhile(shorter - head, (index) => before.at(-1 - index) === after.at(-1 - index));
  const [old, recent] = [before, after].map((lines) => lines.slice(head, lines.length - tail));
  return [
    ...signed(' ', before.slice(0, head)),
    ...comparison(old ?? [], recent ?? []),
    ...signed(' ', before.slice(before.length - tail)),
  ];
}

function countWhile(max: number, holds: (index: number) => boolean): number {
  let count = 0;
  while (count < max && holds(count)) {
    count += 1;
  }
  return count;
}

function signed(sign: Edit['sign'], lines: readonly string[]): Edit[] {
  return lines.map((line) => ({ sign, line }));
}

function comparison(before: readonly string[], after: readonly string[]): readonly Edit[] {
  return before.length === 0 || after.length === 0 || before.length + after.length > MAX_LINES
    ? [...signed('-', before), ...signed('+', after)]
    : diff(before, after).map(([operation, line]) => ({ sign: SIGNS[operation], line }));
}

/** Signs of Node's operations: 1 is a line that only the first text has. */
const SIGNS = { [-1]: '+', 0: ' ', 1: '-' } as const;

/** Ranges of edits with their context; those that touch are one. */
function hunksOf(edits: readonly Edit[]): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = [];
  for (const [index, { sign }] of edits.entries()) {
    if (sign === ' ') {
      continue;
    }
    const [from, to] = [Math.max(index - CONTEXT, 0), Math.min(index + CONTEXT + 1, edits.length)];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last[1]) {
      last[1] = to;
    } else {
      hunks.push([from, to]);
    }
  }
  return hunks;
}

/** `@@ -<first line>,<lines> +<first line>,<lines> @@` */
function headOf(edits: readonly Edit[], from: number, to: number): string {
  const range = (other: Edit['sign']) => {
    const lines = (some: readonly Edit[]) => some.filter(({ sign }) => sign !== other).length;
    const [passed, shown] = [lines(edits.slice(0, from)), lines(edits.slice(from, to))];
    return `${shown === 0 ? passed : passed + 1},${shown}`;
  };
  return `@@ -${range('+')} +${range('-')} @@`;
}
