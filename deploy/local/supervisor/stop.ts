import { isAlive, signalProcess, waitUntilGone } from '../processes.ts';
import { endChildren, type RunRecord, readRun, releaseState } from './runrecord.ts';
import { type StateFolder, stateFolder } from './statefolder.ts';

/** What a stop found: a live cluster, the remains of a killed one, or nothing. */
export type StopResult = 'stopped' | 'cleaned up' | 'nothing';

const SUPERVISOR_GRACE_MS = 25_000;
const KILL_GRACE_MS = 5_000;

/** Stops the cluster of a state folder, and exactly what its record names; returns when all is gone. */
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

/** A supervisor may have started more children since the record was read. */
function latestRecord(state: StateFolder, earlier: RunRecord): RunRecord {
  const latest = readRun(state);
  return latest?.supervisor.startTime === earlier.supervisor.startTime ? latest : earlier;
}
