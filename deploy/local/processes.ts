import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** Process by pid and start time; a pid alone may belong to another process by now. */
export const processIdentitySchema = z.object({ pid: z.int().positive(), startTime: z.string().min(1) });

/** See `processIdentitySchema`; the start time is an opaque string, only compared. */
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** Identity of the live process with this pid; undefined where there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startTime ? { pid, startTime } : undefined;
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name stands in parentheses and may hold blanks; what follows is field 3 and on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended and waits for its parent, unless threads of it still run: then its ports are taken.
    const zombie = fields[0] === 'Z' || fields[0] === 'X';
    return zombie && readdirSync(`/proc/${pid}/task`).length <= 1 ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Whether this very process still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startTime === identity.startTime;
}

/** Sends a signal to this very process; does nothing where it has ended, whoever has its pid now. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(identity)) {
    return;
  }
  try {
    process.kill(identity.pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}

/** Waits until all have ended; false where some still run after `milliseconds`. */
export async function waitUntilGone(
  identities: readonly ProcessIdentity[],
  milliseconds: number,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (identities.some(isAlive)) {
    if (performance.now() > deadline) {
      return false;
    }
    await delay(20);
  }
  return true;
}

/** Ends exactly these processes: SIGTERM, and SIGKILL for those that still run after `grace` milliseconds. */
export async function endProcesses(identities: readonly ProcessIdentity[], grace: number): Promise<void> {
  for (const identity of identities) {
    signalProcess(identity, 'SIGTERM');
  }
  if (await waitUntilGone(identities, grace)) {
    return;
  }
  for (const identity of identities) {
    signalProcess(identity, 'SIGKILL');
  }
  await waitUntilGone(identities, grace);
}

/** This process as `<pid>-<start time>`, to be written into lock files and names of folders. */
export function ownerTag(): string {
  return `${process.pid}-${identify(process.pid)?.startTime}`;
}

/** Whether the process of an owner tag still runs; anything behind the start time and a hyphen is ignored. */
export function isOwnerAlive(tag: string): boolean {
  const [pid, startTime = ''] = tag.split('-');
  return isAlive({ pid: Number(pid), startTime });
}
