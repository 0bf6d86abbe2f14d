import { UserError } from './local/errors.ts';

/** Signal that aborts on SIGINT and SIGTERM, with a UserError as its reason. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new UserError('stopped')));
  }
  return stop.signal;
}

/** Run of a command to its end: a UserError is one line on the standard error, a defect its stack; both exit with 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof UserError ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
