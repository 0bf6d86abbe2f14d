import { COMMANDS, SUMMARY } from './commands.ts';
import { OPTIONS } from './options.ts';

/** Column of the usage text in which the explanations of options begin. */
const HELP_COLUMN = 26;

const EXIT_CODES = `Exit codes: 0 done, and for why: it is ready; 1 why: it is not ready; who: no backend or
redirect answers; plan: there is a problem; diff: something would change; engines: no engine
serves all rules wholly; migrate: an Ingress has no rules, or answers differ; version: a CRD
is of another version; 2 the command could not be carried out; 130 interrupted.`;

/** Text of `kubectl stoa --help`. Pure. */
export function usage(): string {
  const synopses = Object.entries(COMMANDS).map(
    ([verb, { synopsis }]) => `  kubectl stoa ${verb} ${synopsis}`,
  );
  const options = Object.entries(OPTIONS).flatMap(([name, option]) =>
    'help' in option ? optionLines(name, option) : [],
  );
  const lines = [SUMMARY, '', 'Usage:', ...synopses, '', 'Options:', ...options, '', EXIT_CODES];
  return `${lines.join('\n')}\n`;
}

interface ListedOption {
  readonly short?: string;
  /** Name of the value; a flag has none. */
  readonly value?: string;
  /** Explanation, of one line or several. */
  readonly help: string;
}

function optionLines(name: string, { short, value, help }: ListedOption): string[] {
  const dashes = `  ${short === undefined ? '    ' : `-${short}, `}--${name}`;
  const start = value === undefined ? dashes : `${dashes} ${value}`;
  return help.split('\n').map((line, index) => (index === 0 ? start : '').padEnd(HELP_COLUMN) + line);
}
