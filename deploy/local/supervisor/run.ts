import { rmSync } from 'node:fs';
import type { BinaryName } from '../binaries/catalogue.ts';
import { type Supply, supplyBinaries } from '../binaries/ensure.ts';
import type { Progress } from '../progress.ts';
import { type ClusterComponent, Fleet } from './fleet.ts';
import { claimState, releaseState } from './runrecord.ts';
import { type StateFolder, stateFolder } from './statefolder.ts';

/** Hold of a supervisor on a state folder, from claim to release. */
export interface Run {
  readonly state: StateFolder;
  readonly fleet: Fleet;
  readonly progress: Progress;
  /** Aborted when the user stops the run or a component fails; the reason tells which. */
  readonly signal: AbortSignal;
  /** Registers a release for the time after the last component has stopped. */
  onClose(release: () => void | Promise<void>): void;
  /** Stops all components and releases the folder. */
  close(): Promise<void>;
}

/** Parameters of a run. */
export interface RunOptions {
  readonly stateDir: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Claims the state folder for this process. Throws a UserError where a cluster already runs there. */
export async function openRun({ stateDir, progress, signal }: RunOptions): Promise<Run> {
  const state = stateFolder(stateDir);
  const record = await claimState(state);
  const fleet = new Fleet(state, record, signal);
  const releases: (() => void | Promise<void>)[] = [() => releaseState(state, record.supervisor)];
  return {
    state,
    fleet,
    progress,
    signal: fleet.signal,
    onClose: (release) => void releases.push(release),
    async close() {
      rmSync(state.cluster, { force: true });
      await fleet.stop();
      for (const release of releases.reverse()) {
        await release();
      }
    },
  };
}

/** Paths of programs, each as soon as it is available; downloads and builds end with the run. */
export function supplyRun<N extends BinaryName>(
  run: Run,
  names: readonly N[],
  progress: Progress = run.progress,
): Supply<N>['paths'] {
  const { paths, ended } = supplyBinaries({ names, progress, signal: run.signal });
  run.onClose(() => ended);
  return paths;
}

/** Performs a step of the start as a task of the progress. */
export async function step<T>(run: Run, title: string, work: () => Promise<T>): Promise<T> {
  const task = run.progress.task(title);
  try {
    const result = await work();
    task.done();
    return result;
  } catch (error) {
    task.failed(run.signal.aborted ? 'stopped' : 'failed');
    throw error;
  }
}

/** Starts a component as a step of the start. */
export function startComponent(run: Run, component: ClusterComponent): Promise<void> {
  return step(run, component.name, () => run.fleet.start(component));
}
