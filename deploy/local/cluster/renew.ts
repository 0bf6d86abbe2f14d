import { linkBundle } from '../bundle.ts';
import { type Run, step } from '../supervisor/run.ts';
import { announcePids } from './announce.ts';

/** Signal that has a supervisor renew the components with Stoa's own sources. */
export const RENEW_SIGNAL = 'SIGUSR2';

/** Components that run code of `src`: Stoa itself, and the node, which uses the same runtime. */
export const RENEWABLE = ['operator', 'rest', 'node'] as const;

/**
 * Renews these components at the signal, and announces their pids when all are healthy. One that cannot start is
 * reported and does not end the cluster: it can be renewed again.
 */
export function renewOnSignal(run: Run): void {
  let last = Promise.resolve();
  const renew = () => {
    last = last.then(() => renewAll(run));
  };
  process.on(RENEW_SIGNAL, renew);
  run.onClose(() => void process.off(RENEW_SIGNAL, renew));
}

async function renewAll(run: Run): Promise<void> {
  const names = RENEWABLE.filter((name) => run.fleet.has(name));
  try {
    await step(run, `new ${names.join(', ')}`, async () => {
      await linkBundle(run.state, run.signal);
      const ended = await Promise.allSettled(names.map((name) => run.fleet.renew(name)));
      const failed = ended.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') {
        throw failed.reason;
      }
    });
    announcePids(run.state, run.fleet.pids);
  } catch (error) {
    if (!run.signal.aborted) {
      run.progress.info(error instanceof Error ? error.message : String(error));
    }
  }
}
