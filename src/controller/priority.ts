/** Priority of a key: a user waits for it, or it is reconciled after a list or by a resync. */
export type Priority = 'user' | 'background';

/** Priorities in descending order. */
export const PRIORITIES = ['user', 'background'] as const satisfies readonly Priority[];

/** Higher of two priorities. */
export function higher(one: Priority, other: Priority): Priority {
  return one === 'user' ? one : other;
}
