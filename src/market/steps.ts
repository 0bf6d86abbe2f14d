import type { Findings } from './status/status.ts';
import type { StatusDraft } from './status/verdicts.ts';

/** How one step of a reconcile ended. */
export type Step =
  /** Something was done that needs no mention: the next step builds on it. */
  | { readonly type: 'again' }
  /** Something was done, and is recorded before the next step. */
  | { readonly type: 'next'; readonly standpoint: StatusDraft; readonly findings: Findings }
  /** Nothing more can be done now. */
  | { readonly type: 'halt'; readonly standpoint: StatusDraft; readonly findings: Findings }
  /** The install is gone. */
  | { readonly type: 'gone' };

/** Nothing more can be done now. */
export function halt(standpoint: StatusDraft, findings: Findings = {}): Step {
  return { type: 'halt', standpoint, findings };
}
