import { backoffMs } from './controller/backoff.ts';
import type { Logger } from './controller/logger.ts';
import { pause } from './controller/pause.ts';
import type { KubeClient } from './kube/client.ts';
import { type Discovery, discover } from './kube/discovery.ts';

/** How often the API server is asked whether it serves other kinds than before. */
const RECHECK_MS = 60_000;

const RETRY = { firstMs: 500, maxMs: 30_000 };

/**
 * Runs `work` with what the API server serves, and anew whenever that changes: which kinds there are decides
 * what is followed and written. `work` must end when its signal aborts. Resolves when `signal` has aborted;
 * throws what `work` throws.
 */
export async function whileServed(
  client: KubeClient,
  log: Logger,
  signal: AbortSignal,
  work: (discovery: Discovery, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const discovery = await ask(client, log, signal);
    if (discovery !== undefined) {
      const end = new AbortController();
      const watching = untilChanged(client, discovery, log, AbortSignal.any([signal, end.signal]));
      void watching.then(() => end.abort());
      await work(discovery, AbortSignal.any([signal, end.signal])).finally(() => end.abort());
      await watching;
    }
  }
}

/** What the API server serves; undefined where `stop` aborts before it answers. */
async function ask(client: KubeClient, log: Logger, stop: AbortSignal): Promise<Discovery | undefined> {
  for (let attempt = 1; !stop.aborted; attempt += 1) {
    try {
      return await discover(client, stop);
    } catch (error) {
      log.warn({ err: error }, 'cannot find out what the cluster serves');
    }
    await pause(backoffMs(RETRY, attempt), stop);
  }
  return undefined;
}

async function untilChanged(
  client: KubeClient,
  before: Discovery,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await pause(RECHECK_MS, stop);
    const now = stop.aborted ? undefined : await ask(client, log, stop);
    if (now !== undefined && !now.equals(before)) {
      log.info({}, 'the cluster serves other kinds than before: everything begins anew');
      return;
    }
  }
}
