import type { Described } from './described.ts';
import { OPTIONS, type OptionName, PLACE_OPTIONS } from './options.ts';

/** Column of the usage text in which the explanations of options begin. */
const HELP_COLUMN = 30;

/** Column in which the sentences on commands begin. */
const ABOUT_COLUMN = 14;

const SUMMARY = 'kubectl stoa shows, explains and changes applications, gateway rules and installs of Stoa.';

const EXIT_CODES = `Exit codes: 0 done, and for why: it is ready; 1 why: it is not ready; who: no backend or
redirect answers; plan: there is a problem; diff: something would change; engines: no engine
serves all rules wholly; migrate: an Ingress has no rules, or answers differ; version: a CRD
is of another version; 2 the command could not be carried out; 130 interrupted.`;

/** Options of each command that reads a cluster, which are those of kubectl. */
const SHARED: readonly OptionName[] = PLACE_OPTIONS.filter((name) => name !== 'namespace');

/** Text of `kubectl stoa --help`. Pure. */
export function usage(commands: Readonly<Record<string, Described>>): string {
  const listed = Object.entries(commands).map(
    ([verb, { about }]) => `  ${verb}`.padEnd(ABOUT_COLUMN) + about,
  );
  return textOf([
    SUMMARY,
    '',
    'Usage:',
    '  kubectl stoa COMMAND …',
    '',
    'Commands:',
    ...listed,
    '',
    'kubectl stoa COMMAND --help shows the arguments, options and examples of a command.',
    '',
    'Options of commands that read a cluster, as kubectl has them:',
    ...['namespace' as const, ...SHARED].flatMap(optionLines),
    '',
    EXIT_CODES,
  ]);
}

/** Text of `kubectl stoa VERB --help`. Pure. */
export function usageOf(verb: string, { about, synopsis, examples, options }: Described): string {
  const own = options.filter((name) => !SHARED.includes(name) || (verb === 'migrate' && name === 'user'));
  const hasShared = own.length < options.length;
  const lines = examples.map((each) => (each.startsWith(verb) ? `  kubectl stoa ${each}` : `  ${each}`));
  return textOf([
    about,
    '',
    'Usage:',
    `  kubectl stoa ${verb} ${synopsis}`,
    '',
    'Examples:',
    ...lines,
    ...(own.length === 0 ? [] : ['', 'Options:', ...own.flatMap(optionLines)]),
    ...(hasShared ? ['', `Options of kubectl: ${SHARED.map((name) => `--${name}`).join(', ')}`] : []),
  ]);
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

/** Explanation of an option, whose value has a name; a flag has none. */
interface ListedOption {
  readonly short?: string;
  readonly value?: string;
  readonly help?: string;
}

function optionLines(name: OptionName): string[] {
  const { short, value, help = '' }: ListedOption = OPTIONS[name];
  const dashes = `  ${short === undefined ? '    ' : `-${short}, `}--${name}`;
  const start = value === undefined ? dashes : `${dashes} ${value}`;
  // An explanation never touches what it explains.
  const isLong = start.length >= HELP_COLUMN;
  const lines = help
    .split('\n')
    .map((line, index) => (index === 0 && !isLong ? start : '').padEnd(HELP_COLUMN) + line);
  return isLong ? [start, ...lines] : lines;
}
