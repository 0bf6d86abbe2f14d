import { confirmCurrent } from './cluster/current.ts';
import { DetachedFailure, startDetached } from './cluster/detach.ts';
import { type CommandLine, parseCommandLine, type StartOptions, UsageError } from './cluster/options.ts';
import { StopRequested, type StopSwitch, supervise } from './cluster/supervise.ts';
import { tryThis } from './cluster/trythis.ts';
import { userMessage } from './errors.ts';
import { terminalProgress } from './progress.ts';
import { stateFolder } from './supervisor/statefolder.ts';
import { type StopResult, stopCluster } from './supervisor/stop.ts';

const args = process.argv.slice(2);

/** Runs the command line. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped by the user before it was ready. */
async function main(): Promise<number> {
  let line: CommandLine | undefined;
  try {
    line = parseCommandLine(args);
    await perform(line);
    return 0;
  } catch (error) {
    if (error instanceof StopRequested) {
      return 130;
    }
    if (error instanceof DetachedFailure) {
      return error.exitCode;
    }
    const stateDir = line?.command === 'start' ? line.start.stateDir : line?.stateDir;
    process.stderr.write(`stoa: ${userMessage(error, stateDir)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function perform(line: CommandLine): Promise<void> {
  if (line.command === 'stop') {
    process.stdout.write(`${STOP_MESSAGES[await stopCluster(line.stateDir)]}\n`);
    return;
  }
  const stopSwitch = listenForStop();
  const start = await withConsent(line.start, stopSwitch.signal);
  if (line.mode === 'foreground') {
    return runForeground(start, stopSwitch);
  }
  return runDetached(start, stopSwitch.signal);
}

const STOP_MESSAGES: Record<StopResult, string> = {
  stopped: 'stopped',
  'cleaned up': 'the supervisor was gone already; what it left is cleaned up',
  nothing: 'nothing is running',
};

async function withConsent(start: StartOptions, signal: AbortSignal): Promise<StartOptions> {
  const { cluster } = start;
  if (cluster.kind !== 'current' || cluster.consent === 'given') {
    return start;
  }
  await confirmCurrent(terminalProgress(process.stderr), signal);
  return { ...start, cluster: { ...cluster, consent: 'given' } };
}

async function runForeground(start: StartOptions, stopSwitch: StopSwitch): Promise<void> {
  const state = stateFolder(start.stateDir);
  await supervise(start, terminalProgress(process.stderr), stopSwitch, (cluster) => {
    process.stdout.write(`${tryThis(cluster, state)}\nCtrl-C or npm run stop ends everything.\n`);
  });
}

async function runDetached(start: StartOptions, signal: AbortSignal): Promise<void> {
  const consent = start.cluster.kind === 'current' && !args.includes('--yes') ? ['--yes'] : [];
  const childArgs = [...args.filter((each) => each !== '--detach'), ...consent];
  const cluster = await startDetached(childArgs, start.stateDir, signal, (text) =>
    process.stderr.write(text),
  );
  process.stdout.write(
    `${tryThis(cluster, stateFolder(start.stateDir))}\nRunning in the background; npm run stop ends it.\n`,
  );
}

/** Window (ms) in which a second signal is the same Ctrl-C, which npm passes on after the terminal has. */
const REPEATED_SIGNAL_MS = 500;

/** Switch that the first SIGINT, SIGTERM or SIGHUP sets for an orderly stop; a second one kills at once. */
function listenForStop(): StopSwitch {
  const controller = new AbortController();
  let kill: () => void = () => undefined;
  let asked = 0;
  const stop = (): void => {
    if (!controller.signal.aborted) {
      asked = performance.now();
      controller.abort(new StopRequested());
    } else if (performance.now() - asked > REPEATED_SIGNAL_MS) {
      kill();
      process.exit(130);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, stop);
  }
  return {
    signal: controller.signal,
    onStarted: (how) => {
      kill = how;
    },
  };
}

// A closed pipe or terminal must not end the supervisor without its children.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => undefined);
}

process.exitCode = await main();
