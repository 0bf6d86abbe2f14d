import { ANNOTATIONS } from '../../api/group.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Wanted } from '../expand/expansion.ts';
import { asStopped } from '../expand/stopped.ts';

/** A workload as it runs, marked as one that has been rolled out. */
export function running(workload: Wanted): Wanted {
  return marked(workload);
}

/** A workload at zero; that it has been rolled out once is not forgotten. */
export function stopped(workload: Wanted, stored: KubeObject | undefined): Wanted {
  const zero = asStopped(workload);
  return stored?.metadata.annotations?.[ANNOTATIONS.deployed] === undefined ? zero : marked(zero);
}

function marked({ resource, draft }: Wanted): Wanted {
  const annotations = { ...draft.metadata.annotations, [ANNOTATIONS.deployed]: 'true' };
  return { resource, draft: { ...draft, metadata: { ...draft.metadata, annotations } } };
}
