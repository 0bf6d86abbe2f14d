import type { Workload } from '../objects/workload.ts';

/** Readiness of a workload: whether it has become what its spec says. `why` is for people. */
export type Readiness =
  | { readonly type: 'ready' }
  /** It is on its way, or waits for something that may come. */
  | { readonly type: 'progressing'; readonly why: string }
  /** Its own controller has given up; a user has to change something. */
  | { readonly type: 'failed'; readonly why: string };

export const READY: Readiness = { type: 'ready' };

export function progressing(why: string): Readiness {
  return { type: 'progressing', why };
}

export function failed(why: string): Readiness {
  return { type: 'failed', why };
}

/** Readiness of a workload whose controller has not observed the latest spec; undefined where it has. */
export function unobserved({ kind, metadata, status }: Workload): Readiness | undefined {
  return (status?.observedGeneration ?? 0) < (metadata.generation ?? 0)
    ? progressing(`the ${kind} has changed, and its controller has not seen that yet`)
    : undefined;
}

/** Numbers of pods of a roll-out. */
interface Counts {
  readonly wanted: number;
  readonly existing: number;
  /** Pods of earlier versions that are to be removed. */
  readonly outdated: number;
  /** Pods of the present version, and those that need not be of it. */
  readonly updated: number;
  readonly available: number;
}

/** Readiness of a roll-out: all pods are of the present version and available, and none is left over. */
export function rolledOut({ wanted, existing, outdated, updated, available }: Counts): Readiness {
  if (updated < wanted) {
    return progressing(`${updated} of ${wanted} pods are of the present version`);
  }
  const surplus = Math.max(outdated, existing - wanted);
  if (surplus > 0) {
    const unavailable = wanted === 0 ? 0 : Math.max(0, existing - available);
    // Where old pods stay until new ones serve, they count as available in place of those.
    const first = unavailable === 0 ? '' : `${podCount(unavailable)} to become available, then `;
    return progressing(`${first}${podCount(surplus)} to be removed`);
  }
  return available < wanted ? progressing(`${available} of ${wanted} pods are available`) : READY;
}

/** Number of pods in words. */
export function podCount(count: number): string {
  return count === 1 ? '1 pod' : `${count} pods`;
}
