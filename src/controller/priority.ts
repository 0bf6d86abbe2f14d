/** How urgent a key is: somebody waits for it, or it is looked at again just in case (first list, resync). */
export type Priority = 'user' | 'background';

/** All priorities, most urgent first. */
export const PRIORITIES = ['user', 'background'] as const satisfies readonly Priority[];

/** The more urgent of two. */
export function higher(one: Priority, other: Priority): Priority {
  return one === 'user' ? one : other;
}
