/** Entry point of `kubectl stoa`, whose verbs are in commands.ts. It acts as the user of the kubeconfig. */
import { parseCommand } from './commands.ts';
import { inOneLine } from './failure.ts';
import { UsageError } from './options.ts';

/** Exit code where the command could not be carried out. */
const FAILED = 2;

/** Exit code of an interrupted process, as shells report SIGINT. */
const INTERRUPTED = 130;

async function main(): Promise<number> {
  const invocation = await parseCommand(process.argv.slice(2), process.env);
  const stop = new AbortController();
  const code = await invocation.run({
    output: process.stdout,
    untilInterrupted() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => stop.abort());
      }
      return stop.signal;
    },
  });
  return stop.signal.aborted ? INTERRUPTED : code;
}

// A reader that closes the pipe early, such as head, is no error.
process.stdout.on('error', () => process.exit(0));

main().then(
  (code) => {
    if (code === INTERRUPTED) {
      // Requests under way must not delay the end.
      process.exit(code);
    }
    process.exitCode = code;
  },
  (error: unknown) => {
    const help = error instanceof UsageError ? "See 'kubectl stoa --help'.\n" : '';
    process.stderr.write(`error: ${inOneLine(error)}\n${help}`);
    process.exitCode = FAILED;
  },
);
