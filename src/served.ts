import { backoffMs } from './controller/backoff.ts';
import type { Logger } from './controller/logger.ts';
import { pause } from './controller/pause.ts';
import { type Ground, isSame } from './ground.ts';

/** How often is asked whether that is still so. */
const RECHECK_MS = 60_000;

const RETRY = { firstMs: 500, maxMs: 30_000 };

/**
 * Runs `work` with what `look` finds, and anew whenever that changes. `work` must end when its signal aborts.
 * Resolves when `signal` has aborted; throws what `work` throws.
 */
export async function whileServed(
  look: (stop: AbortSignal) => Promise<Ground>,
  log: Logger,
  signal: AbortSignal,
  work: (ground: Ground, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const ground = await untilSeen(look, log, signal);
    if (ground !== undefined) {
      const end = new AbortController();
      const watching = untilChanged(look, ground, log, AbortSignal.any([signal, end.signal]));
      void watching.then(() => end.abort());
      await work(ground, AbortSignal.any([signal, end.signal])).finally(() => end.abort());
      await watching;
    }
  }
}

/** What `look` finds; undefined where `stop` aborts before the API server answers. */
async function untilSeen(
  look: (stop: AbortSignal) => Promise<Ground>,
  log: Logger,
  stop: AbortSignal,
): Promise<Ground | undefined> {
  for (let attempt = 1; !stop.aborted; attempt += 1) {
    try {
      return await look(stop);
    } catch (error) {
      log.warn({ err: error }, 'cannot find out what the cluster serves');
    }
    await pause(backoffMs(RETRY, attempt), stop);
  }
  return undefined;
}

async function untilChanged(
  look: (stop: AbortSignal) => Promise<Ground>,
  before: Ground,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await pause(RECHECK_MS, stop);
    const now = stop.aborted ? undefined : await untilSeen(look, log, stop);
    if (now !== undefined && !isSame(before, now)) {
      const { namespaces } = now;
      log.info({ namespaces }, 'the cluster serves other kinds or namespaces: everything begins anew');
      return;
    }
  }
}
