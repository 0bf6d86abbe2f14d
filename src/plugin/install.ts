import { nameProblem } from './name.ts';
import type { CommandLine, OptionName } from './options.ts';
import { UsageError } from './options.ts';

/** Names that kubectl has for MarketInstalls. */
const KINDS = ['mi', 'install', 'marketinstall', 'marketinstalls'].flatMap((kind) => [
  kind,
  `${kind}.stoa.dev`,
]);

/** Most characters of a version in the schema of MarketInstalls. */
const MAX_VERSION = 64;

/** Name of the install that a verb takes as `mi/NAME`. Throws UsageError. Pure. */
export function namedInstall(verb: string, words: readonly string[]): string {
  const [kind = '', name = '', ...more] = words.length === 1 ? (words[0] ?? '').split('/') : words;
  if (!KINDS.includes(kind.toLowerCase()) || name === '' || more.length > 0) {
    throw new UsageError(`${verb} takes mi/NAME, not ${words.join(' ') || 'nothing'}`);
  }
  const problem = nameProblem(name);
  if (problem !== undefined) {
    throw new UsageError(problem);
  }
  return name;
}

/** Name of the install that a verb takes as `mi/NAME`, and the version of `--to`. Throws UsageError. Pure. */
export function installAndVersion(
  verb: string,
  { words, text }: Pick<CommandLine<Extract<OptionName, 'to'>>, 'words' | 'text'>,
): { readonly name: string; readonly version: string | undefined } {
  const name = namedInstall(verb, words);
  const version = text('to');
  if (version !== undefined && (version === '' || version.length > MAX_VERSION)) {
    throw new UsageError(`--to must have 1 to ${MAX_VERSION} characters`);
  }
  return { name, version };
}
