import { type BackoffPolicy, backoffMs } from '../base/backoff.ts';
import { pause } from '../base/pause.ts';
import type { Logger } from '../controller/logger.ts';
import { type ClusterCapabilities, hasSameCapabilities } from './capabilities.ts';

/** Interval between checks of the capabilities, in milliseconds. */
const CHECK_INTERVAL_MS = 60_000;

const RETRY: BackoffPolicy = { firstMs: 500, maxMs: 30_000 };

/**
 * Runs `work` with the detected capabilities, and restarts it whenever they change. `work` must end when its signal
 * aborts. Resolves after `signal` has aborted; rejects with the error of `work`.
 */
export async function restartOnChange(
  detect: (stop: AbortSignal) => Promise<ClusterCapabilities>,
  log: Logger,
  signal: AbortSignal,
  work: (capabilities: ClusterCapabilities, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const capabilities = await detectWithRetry(detect, log, signal);
    if (capabilities !== undefined) {
      const end = new AbortController();
      const watching = untilChanged(detect, capabilities, log, AbortSignal.any([signal, end.signal]));
      void watching.then(() => end.abort());
      await work(capabilities, AbortSignal.any([signal, end.signal])).finally(() => end.abort());
      await watching;
    }
  }
}

/** Capabilities, retried until the API server answers; undefined when `stop` aborts first. */
async function detectWithRetry(
  detect: (stop: AbortSignal) => Promise<ClusterCapabilities>,
  log: Logger,
  stop: AbortSignal,
): Promise<ClusterCapabilities | undefined> {
  for (let attempt = 1; !stop.aborted; attempt += 1) {
    try {
      return await detect(stop);
    } catch (error) {
      log.warn({ err: error }, 'capability detection failed, retrying');
    }
    await pause(backoffMs(RETRY, attempt), stop);
  }
  return undefined;
}

async function untilChanged(
  detect: (stop: AbortSignal) => Promise<ClusterCapabilities>,
  before: ClusterCapabilities,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await pause(CHECK_INTERVAL_MS, stop);
    const now = stop.aborted ? undefined : await detectWithRetry(detect, log, stop);
    if (now !== undefined && !hasSameCapabilities(before, now)) {
      const { namespaces } = now;
      log.info({ namespaces }, 'capabilities changed: restarting controllers');
      return;
    }
  }
}
