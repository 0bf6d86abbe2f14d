import type { Treatment } from './effective.ts';

/** Members of a policy that keep requests out. */
export const GUARDS = ['allow', 'deny', 'basicAuth', 'externalAuth'] as const;

/** Member of a policy that keeps requests out. */
export type Guard = (typeof GUARDS)[number];

/** Whether a policy protects the component: it keeps requests out, or limits their number. */
export function protects(policy: Treatment): boolean {
  return policy.rateLimit !== undefined || GUARDS.some((guard) => policy[guard] !== undefined);
}
