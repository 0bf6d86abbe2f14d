import type { CommandLine, OptionName } from './options.ts';
import type { Screen } from './text/look.ts';

/** The process that carries out a verb. */
export interface Session {
  readonly output: Screen;
  /** Signal that aborts on SIGINT and SIGTERM; without a call, these end the process. */
  untilInterrupted(): AbortSignal;
}

/** A verb of `kubectl stoa`, which reads the options `Name`. */
export interface Verb<Name extends OptionName, Request> {
  /** Reads a command line. Throws UsageError. Pure. */
  readonly parse: (line: CommandLine<Name>) => Request;
  /** Carries out what was read; resolves to the exit code. */
  readonly run: (request: Request, session: Session) => Promise<number>;
}
