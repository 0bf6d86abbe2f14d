import type { StatusFields } from './status/status.ts';
import type { StatusDraft } from './status/verdicts.ts';

/** How one step of a reconcile ended. */
export type Step =
  /** Something was done that needs no mention: the next step builds on it. */
  | { readonly type: 'again' }
  /** Something was done, and is recorded before the next step. */
  | { readonly type: 'next'; readonly draft: StatusDraft; readonly fields: StatusFields }
  /** Nothing more can be done now. */
  | { readonly type: 'halt'; readonly draft: StatusDraft; readonly fields: StatusFields }
  /** The install is gone. */
  | { readonly type: 'gone' };

/** Nothing more can be done now. */
export function halt(draft: StatusDraft, fields: StatusFields = {}): Step {
  return { type: 'halt', draft, fields };
}
