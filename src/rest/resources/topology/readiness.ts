import type { Condition } from '../../../api/condition.ts';
import { clipped } from '../../../base/text.ts';
import { type Readiness, remedyFor } from '../../../objects/readiness.ts';
import { MOST, type Topology } from './schema.ts';

/** Members of a record that say whether its object is ready. */
type ReadinessMembers = Pick<Topology['application'], 'ready' | 'reason' | 'message' | 'todo'>;

const READY: Readonly<Record<Readiness['state'], ReadinessMembers['ready']>> = {
  ready: 'True',
  trouble: 'False',
  progressing: 'Unknown',
  suspended: 'Unknown',
};

/** Members for the readiness of an object with these conditions. Pure. */
export function readinessMembers(readiness: Readiness, conditions: readonly Condition[]): ReadinessMembers {
  return {
    ready: READY[readiness.state],
    reason: readiness.reason,
    message: clipped(readiness.message, MOST.text),
    todo: remedyFor(readiness, conditions) ?? '',
  };
}
