import type { KubeObject } from '../../kube/object.ts';
import type { Workload } from '../../objects/workload.ts';
import { readinessOf } from '../../workload/state.ts';
import type { Wanted } from '../expand/expansion.ts';
import { changeOf } from '../owned.ts';

/** Where one component stands between nothing and what is wanted. */
export type Standing =
  /** Its workload is missing, or not as wanted. */
  | { readonly type: 'due' }
  | { readonly type: 'progressing'; readonly why: string }
  | { readonly type: 'failed'; readonly why: string }
  | { readonly type: 'ready' };

/** Compares a workload with what is stored of it; one that is to be stopped need not become ready. */
export function standingOf(wanted: Wanted, stored: KubeObject | undefined, deploy: boolean): Standing {
  if (stored === undefined || changeOf(wanted, stored) !== 'none') {
    return { type: 'due' };
  }
  return deploy ? readinessOf(stored as Workload) : { type: 'ready' };
}
