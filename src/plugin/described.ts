import type { OptionName } from './options.ts';

/** Description of a verb, for its help and its completion. */
export interface Described {
  /** Sentence on what it does. */
  readonly about: string;
  /** Command lines without `kubectl stoa`; those that begin with another word are of a shell. */
  readonly examples: readonly string[];
  /** Arguments and options in the usage text. */
  readonly synopsis: string;
  readonly options: readonly OptionName[];
}
