import type { ReasonInfo } from './info.ts';

/** Reasons of the conditions of every object that Stoa reconciles. */
export const QUARANTINE_REASONS = {
  BudgetExceeded: {
    conditions: ['Ready'],
    means:
      'A decision on the object takes more CPU time than one object may. The object is in quarantine: Stoa leaves what it has made for the object as it is, and continues with all other objects. `Stalled` is True with the same reason.',
    todo: 'Simplify the object, or the other rules for its host and path; Stoa then tries again automatically. If the object is an ordinary one, report it with its YAML.',
    event: true,
    post: 'goes-on',
  },
} as const satisfies Readonly<Record<string, ReasonInfo>>;
