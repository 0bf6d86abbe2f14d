import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isOwnerAlive, ownerTag } from '../processes.ts';
import { errorCode } from './failure.ts';

const POLL_INTERVAL_MS = 200;

/** Callbacks while the lock is awaited. */
export interface LockWaiter {
  /** Polled: whether the lock is no longer wanted. */
  readonly settled: () => Promise<boolean>;
  /** Called once with the pid of the live process that holds the lock. */
  readonly onWait: (pid: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Takes the lock file and waits for its live owner to release it; undefined where `settled` comes first. */
export async function takeLock(path: string, waiting: LockWaiter): Promise<AsyncDisposable | undefined> {
  let reported = false;
  while (!(await waiting.settled())) {
    waiting.signal?.throwIfAborted();
    if (await tryLock(path)) {
      return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
    }
    const owner = await readOwner(path);
    if (owner === undefined) {
      continue;
    }
    if (!isOwnerAlive(owner)) {
      await removeDead(path, owner);
      continue;
    }
    if (!reported) {
      waiting.onWait(owner.split('-')[0] ?? owner);
    }
    reported = true;
    await delay(POLL_INTERVAL_MS, undefined, { ...(waiting.signal && { signal: waiting.signal }) });
  }
  return undefined;
}

/** Whether the lock was free. A link to a complete file appears atomically: no process reads a lock without owner. */
async function tryLock(path: string): Promise<boolean> {
  const owner = ownerTag();
  const draft = `${path}.${owner}.${randomUUID()}`;
  try {
    await writeFile(draft, owner);
    await link(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readOwner(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** Removes a dead owner's lock; one waiter at a time, so that none removes a lock just taken by another. */
async function removeDead(path: string, owner: string): Promise<void> {
  const guard = `${path}.takeover`;
  if (await tryLock(guard)) {
    if ((await readOwner(path)) === owner) {
      await rm(path, { force: true });
    }
    await rm(guard, { force: true });
    return;
  }
  const guardOwner = await readOwner(guard);
  if (guardOwner !== undefined && !isOwnerAlive(guardOwner)) {
    await rm(guard, { force: true });
  }
}
