import { isAlive, signalProcess, waitUntilGone } from '../processes.ts';
import { endChildren, type RunRecord, readRun, releaseState } from './runrecord.ts';
import { type StateFolder, stateFolder } from './statefolder.ts';

/** Result of a stop: it ended a live cluster, the remains of a killed one, or nothing. */
export type StopResult = 'stopped' | 'cleaned up' | 'nothing';

const SUPERVISOR_GRACE_MS = 25_000;
const KILL_GRACE_MS = 5_000;

/** Ends exactly the processes that the record of a state folder names; returns after their end. */
export async function stopCluster(stateDir: string): Promise<StopResult> {
  const state = stateFolder(stateDir);
  const record = readRun(state);
  if (!record) {
    return 'nothing';
  }
  const live = isAlive(record.supervisor);
  if (live) {
    signalProcess(record.supervisor, 'SIGTERM');
    await waitUntilGone([record.supervisor], SUPERVISOR_GRACE_MS);
    signalProcess(record.supervisor, 'SIGKILL');
    await waitUntilGone([record.supervisor], KILL_GRACE_MS);
  }
  await endChildren(latestRecord(state, record).children);
  releaseState(state, record.supervisor);
  return live ? 'stopped' : 'cleaned up';
}

/** Record as it is now: the supervisor may have started more children since it was read. */
function latestRecord(state: StateFolder, earlier: RunRecord): RunRecord {
  const latest = readRun(state);
  return latest?.supervisor.startTime === earlier.supervisor.startTime ? latest : earlier;
}
