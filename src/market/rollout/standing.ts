import type { KubeObject } from '../../kube/object.ts';
import type { Workload } from '../../objects/workload.ts';
import { readinessOf } from '../../workload/state.ts';
import type { Wanted } from '../expand/expansion.ts';
import { requiredWrite } from '../owned.ts';

/** Where one component stands between nothing and what is wanted. */
export type RolloutState =
  /** Its workload is missing, or not as wanted. */
  | { readonly type: 'due' }
  | { readonly type: 'progressing'; readonly why: string }
  | { readonly type: 'failed'; readonly why: string }
  | { readonly type: 'ready' };

/** Compares a workload with what is stored of it; one that is to be stopped need not become ready. */
export function rolloutStateOf(
  wanted: Wanted,
  stored: KubeObject | undefined,
  deploy: boolean,
): RolloutState {
  if (stored === undefined || requiredWrite(wanted, stored) !== 'none') {
    return { type: 'due' };
  }
  return deploy ? readinessOf(stored as Workload) : { type: 'ready' };
}
