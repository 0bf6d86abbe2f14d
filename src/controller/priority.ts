/** Priority of a key in metrics: a user waits for it, or it is reconciled after a list or by a resync. */
export type QueuePriority = 'user' | 'background';

/** Priority of a key; of one with `report`, all is done that a user waits for, and only its report is left. */
export type Priority = 'report' | QueuePriority;

/** Priorities in descending order. */
export const PRIORITIES = ['report', 'user', 'background'] as const satisfies readonly Priority[];

/** Priorities by which keys wait apart: reports are user keys that precede others of their namespace. */
export const QUEUE_PRIORITIES = ['user', 'background'] as const satisfies readonly QueuePriority[];

/** Higher of two priorities. */
export function higher(one: Priority, other: Priority): Priority {
  return PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other) ? one : other;
}
