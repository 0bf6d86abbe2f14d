import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import {
  endProcesses,
  identify,
  isAlive,
  type ProcessIdentity,
  processIdentitySchema,
} from '../processes.ts';
import { refreshState, removeCredentials, type StateFolder, writeWhole } from './statefolder.ts';

/** Start in milliseconds since 1970; 0 in records of older versions. */
const startedAtSchema = z.number().default(0);

const runRecordSchema = z.object({
  supervisor: processIdentitySchema.extend({ startedAt: startedAtSchema }),
  children: z.array(
    processIdentitySchema.extend({ name: z.string(), layer: z.int(), startedAt: startedAtSchema }),
  ),
});

/**
 * Processes of a state folder: the supervisor and its children in order of start. Children stop from the highest
 * layer to the lowest, those of one layer together.
 */
export type RunRecord = z.infer<typeof runRecordSchema>;

/** Child process of a supervisor. */
export type ChildRecord = RunRecord['children'][number];

/** Record of a state folder; undefined where there is none. Throws a UserError where it is damaged. */
export function readRun(state: StateFolder): RunRecord | undefined {
  let text: string;
  try {
    text = readFileSync(state.run, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  try {
    return runRecordSchema.parse(JSON.parse(text));
  } catch {
    throw new UserError(`${state.run} is damaged; end what it names by hand, then delete the file`);
  }
}

/** Replaces the record atomically. */
export function writeRun(state: StateFolder, record: RunRecord): void {
  writeWhole(state.run, JSON.stringify(record, null, 2));
}

const STOP_GRACE_MS = 5_000;

/** Ends exactly these processes, layer by layer: SIGTERM, and SIGKILL after five seconds. */
export async function endChildren(children: readonly ChildRecord[]): Promise<void> {
  const layers = [...new Set(children.map(({ layer }) => layer))].sort((a, b) => b - a);
  for (const layer of layers) {
    const members = children.filter((child) => child.layer === layer);
    await endProcesses(members, STOP_GRACE_MS);
  }
}

/**
 * Makes the calling process the supervisor of a state folder and empties the folder; processes that a killed
 * supervisor left are ended first. Throws a UserError where another supervisor is alive.
 */
export async function claimState(state: StateFolder): Promise<RunRecord> {
  const supervisor = identify(process.pid);
  if (!supervisor) {
    throw new Error('cannot read the start time of this process');
  }
  mkdirSync(state.folder, { recursive: true, mode: 0o700 });
  const record: RunRecord = {
    supervisor: { ...supervisor, startedAt: performance.timeOrigin },
    children: [],
  };
  while (!tryClaim(state, record)) {
    await clearStale(state);
  }
  refreshState(state);
  return record;
}

/** Whether the claim succeeds: linking a finished file is atomic and fails where the name exists, so one of two starts wins. */
function tryClaim(state: StateFolder, record: RunRecord): boolean {
  const draft = `${state.run}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(record, null, 2), { mode: 0o600 });
  try {
    linkSync(draft, state.run);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function clearStale(state: StateFolder): Promise<void> {
  const stale = readRun(state);
  if (!stale) {
    return;
  }
  if (isAlive(stale.supervisor)) {
    throw new UserError(
      `a local cluster already runs in ${state.folder} (pid ${stale.supervisor.pid}); stop it with npm run stop`,
    );
  }
  await endChildren(stale.children);
  releaseState(state, stale.supervisor);
}

/** Releases a folder that still belongs to this supervisor: removes the credentials, then the record. */
export function releaseState(state: StateFolder, supervisor: ProcessIdentity): void {
  const current = readRun(state);
  if (current?.supervisor.pid !== supervisor.pid) {
    return;
  }
  if (current.supervisor.startTime !== supervisor.startTime) {
    return;
  }
  removeCredentials(state);
  rmSync(state.run, { force: true });
}
