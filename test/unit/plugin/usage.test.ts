import { describe, expect, it } from 'vitest';
import { COMMANDS, parseCommand } from '../../../src/plugin/commands.ts';
import { usage, usageOf } from '../../../src/plugin/usage.ts';
import { expectGolden } from './support.ts';

it('the usage text lists all verbs', () => {
  expectGolden('usage', usage(COMMANDS).trimEnd().split('\n'));
});

it('the help of each verb shows what it takes', () => {
  const texts = Object.entries(COMMANDS).map(([verb, command]) => usageOf(verb, command));
  expectGolden('help', texts.join('\n').trimEnd().split('\n'));
  // Explanations begin in their column, or on a line of their own.
  expect(texts.filter((text) => /--\w[\w-]*( [A-Z|:=a-z]+)?[a-z]+: /.test(text))).toEqual([]);
});

/** Words of an example; quotes hold some together. */
function wordsOf(example: string): string[] {
  return [...example.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

describe.each(Object.entries(COMMANDS))('the examples of %s', (verb, { examples }) => {
  it.each(examples)('%s', async (example) => {
    const own = example.replace(/^.*kubectl stoa /, '').replace(/ > .*$/, '');
    expect((await parseCommand(wordsOf(own), {})).verb).toBe(verb);
  });
});

it.each([
  ['', ['status', 'help']],
  ['sta', ['status']],
  ['help st', ['status', 'store']],
  ['why r', ['rule/']],
  ['new ', ['rule', 'app', 'install']],
  ['status --all', ['--all-namespaces']],
  ['status -o ', ['json', 'yaml']],
  ['diff -f ', [':0']],
  ['status -n ', [':4']],
  ['toString ', [':4']],
])('completes "%s"', async (line, expected) => {
  const written: string[] = [];
  const { run } = await parseCommand(['__complete', ...line.split(' ')], {});
  const output = { isTTY: false, columns: 80, write: (text: string) => written.push(text) };
  await run({ output, untilInterrupted: () => new AbortController().signal } as never);
  expect(written.join('').trimEnd().split('\n')).toEqual(expect.arrayContaining(expected));
});
