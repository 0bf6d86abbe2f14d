import type { Described } from '../described.ts';
import { NEW_KINDS } from '../new/draft.ts';
import { OPTIONS } from '../options.ts';
import { SHELLS } from './command.ts';

/** End of the candidates by which kubectl knows that no names of files may come, and that any may. */
const NO_FILES = ':4';
const FILES = ':0';

/** First words of commands after the verb. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  new: NEW_KINDS,
  store: ['list', 'show'],
  completion: SHELLS,
  why: ['rule/', 'install/', 'app/'],
  plan: ['mi/'],
  rollback: ['mi/'],
  test: ['mi/'],
};

/** Options that name files. */
const OF_FILES = [
  'filename',
  'config',
  'values',
  'kubeconfig',
  'certificate-authority',
  'client-certificate',
  'client-key',
];

/**
 * Candidates for the last word of a command line, a line each, as kubectl wants them of a plugin: the last line says
 * whether names of files may come too. Pure.
 */
export function candidates(words: readonly string[], commands: Readonly<Record<string, Described>>): string {
  const last = words.at(-1) ?? '';
  const [verb = '', ...more] = words.slice(0, -1).filter((word) => !word.startsWith('-'));
  const found = candidatesOf(verb, { last, before: words.at(-2) ?? '', count: more.length }, commands);
  const fitting = found.words.filter((word) => word.startsWith(last));
  return [...fitting, found.files ? FILES : NO_FILES].map((line) => `${line}\n`).join('');
}

/** Place of the last word. */
interface LastWord {
  readonly last: string;
  /** Word before it. */
  readonly before: string;
  /** Number of words between the verb and it. */
  readonly count: number;
}

interface Found {
  readonly words: readonly string[];
  readonly files: boolean;
}

function candidatesOf(
  verb: string,
  { last, before, count }: LastWord,
  commands: Readonly<Record<string, Described>>,
): Found {
  const option = optionOf(before);
  if (option !== undefined) {
    return { words: option === 'output' ? ['json', 'yaml'] : [], files: OF_FILES.includes(option) };
  }
  const verbs = Object.keys(commands);
  if (verb === '') {
    return { words: [...verbs, 'help'], files: false };
  }
  if (verb === 'help') {
    return { words: verbs, files: false };
  }
  return last.startsWith('-')
    ? { words: optionsOf(verb, commands), files: false }
    : { words: count === 0 ? wordsOf(verb) : [], files: verb === 'publish' && count === 0 };
}

function optionsOf(verb: string, commands: Readonly<Record<string, Described>>): readonly string[] {
  const options = Object.hasOwn(commands, verb) ? (commands[verb]?.options ?? []) : [];
  return [...options, 'help'].map((name) => `--${name}`);
}

function wordsOf(verb: string): readonly string[] {
  return Object.hasOwn(WORDS, verb) ? (WORDS[verb] ?? []) : [];
}

/** Option whose value the word after it is; undefined where it takes none. */
function optionOf(word: string): string | undefined {
  const found = Object.entries(OPTIONS).find(
    ([name, option]) => word === `--${name}` || ('short' in option && word === `-${option.short}`),
  );
  return found !== undefined && found[1].type === 'string' ? found[0] : undefined;
}
