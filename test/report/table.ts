import type { Used } from './meter.ts';

/** Duration of one test file by phase, in seconds. */
export interface FileTimes {
  readonly file: string;
  /** From its collection to the end of its last hook. */
  readonly whole: number;
  /** Import of modules. */
  readonly loading: number;
  /** Its tests; the time of concurrent ones counts once. */
  readonly tests: number;
  readonly used: Used | undefined;
  readonly slowest: { readonly name: string; readonly seconds: number } | undefined;
}

/** CPU seconds of a process that all files share. */
export interface Shared {
  readonly name: string;
  readonly seconds: number;
}

/** Times of a whole run. */
export interface RunTimes {
  readonly seconds: number;
  readonly cores: number;
  /** Used share of all cores, by all programs of the machine. */
  readonly busy: number;
  readonly files: readonly FileTimes[];
  readonly shared: readonly Shared[];
}

const HEAD = [
  'file',
  'seconds',
  'loading',
  'in tests',
  'waiting for conditions',
  'for commands',
  'CPU',
  'CPU of commands',
  'slowest test',
];

/** The run as Markdown, its longest files first. */
export function report({ seconds, cores, busy, files, shared }: RunTimes): string {
  const rows = files.toSorted((one, other) => other.whole - one.whole).map(rowOf);
  const sum = (value: (file: FileTimes) => number) => files.reduce((total, file) => total + value(file), 0);
  const total = [
    `all ${files.length}`,
    ...[
      sum(({ whole }) => whole),
      sum(({ loading }) => loading),
      sum(({ tests }) => tests),
      sum(({ used }) => used?.waited.condition ?? 0),
      sum(({ used }) => used?.waited.command ?? 0),
      sum(({ used }) => used?.own ?? 0),
      sum(({ used }) => used?.children ?? 0),
    ].map(shown),
    '',
  ];
  const lines = [
    `${shown(seconds)} s with ${cores} cores, ${Math.round(100 * busy)} % busy.`,
    '',
    lineOf(HEAD),
    lineOf(HEAD.map(() => '---')),
    ...[...rows, total].map(lineOf),
    '',
    ...(shared.length === 0 ? [] : [`CPU seconds of shared processes: ${shared.map(each).join(', ')}.`, '']),
  ];
  return lines.join('\n');
}

function rowOf({ file, whole, loading, tests, used, slowest }: FileTimes): string[] {
  const { condition = 0, command = 0 } = used?.waited ?? {};
  const numbers = [whole, loading, tests, condition, command, used?.own ?? 0, used?.children ?? 0];
  const last = slowest === undefined ? '' : `${shown(slowest.seconds)} s: ${slowest.name}`;
  return [file, ...numbers.map(shown), last.replaceAll('|', '\\|')];
}

function each({ name, seconds }: Shared): string {
  return `${name} ${Math.round(seconds)}`;
}

function shown(seconds: number): string {
  return seconds.toFixed(1);
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
