/**
 * `kubectl stoa`: shows applications as trees, explains what is not ready, opens and closes ports. It does
 * everything as the user of the kubeconfig.
 */
import { connect } from './connect.ts';
import { inOneLine } from './failure.ts';
import { type Command, parseCommand, UsageError } from './options.ts';
import { changePort } from './port/command.ts';
import { showStatus } from './status/command.ts';
import { USAGE } from './usage.ts';
import { explain } from './why/command.ts';

/** The command could not be carried out. */
const FAILED = 2;

/** The user ended the program, as shells say it of SIGINT. */
const INTERRUPTED = 130;

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2), process.env);
  if (command.type === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  const stop = interruptOf(command);
  const code = await carryOut(command, stop);
  return stop.aborted ? INTERRUPTED : code;
}

type Work = Exclude<Command, { type: 'help' }>;

/** Aborts when the user ends what goes on until then; everything else simply ends with the process. */
function interruptOf(command: Work): AbortSignal {
  const stop = new AbortController();
  if (command.type === 'status' && command.watch) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => stop.abort());
    }
  }
  return stop.signal;
}

async function carryOut(command: Work, stop: AbortSignal): Promise<number> {
  const connection = await connect(command);
  try {
    switch (command.type) {
      case 'status':
        await showStatus(connection, command, process.stdout, stop);
        return 0;
      case 'why':
        return await explain(connection, command, process.stdout);
      default:
        await changePort(connection, command, process.stdout);
        return 0;
    }
  } finally {
    await connection.close();
  }
}

// A reader that has had enough, such as head, is no fault.
process.stdout.on('error', () => process.exit(0));

main().then(
  (code) => {
    if (code === INTERRUPTED) {
      // What is under way must not keep who wants to leave.
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
