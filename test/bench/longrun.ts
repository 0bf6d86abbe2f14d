import { UserError } from '../../deploy/local/errors.ts';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { openBareStage, type Stage } from './stage.ts';

/**
 * Tolerated difference of the heap after a collection, in MiB, between a process with more work done and one with less.
 */
export const HEAP_SLACK_MIB = 8;

/**
 * Runs the command `npm run <name> [-- <minutes>]` on a control plane of its own. Exits with 1 if `work` returns false
 * or throws. The default duration is `minutes`.
 */
export async function longRun(
  name: string,
  minutes: number,
  work: (stage: Stage, minutes: number) => Promise<boolean>,
): Promise<void> {
  try {
    process.exitCode = (await onStage(name, Number(process.argv[2] ?? minutes), work)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
    // A failed run may leave servers and processes open.
    process.exit(1);
  }
}

async function onStage(
  name: string,
  minutes: number,
  work: (stage: Stage, minutes: number) => Promise<boolean>,
): Promise<boolean> {
  if (!(minutes > 0)) {
    throw new UserError(`usage: npm run ${name} [-- <minutes>]`);
  }
  const stage = await openBareStage(terminalProgress(process.stderr));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stage.close().finally(() => process.exit(1)));
  }
  return work(stage, minutes).finally(() => stage.close());
}

/** Writes a line to standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
