/** How a reconcile ended, and so when its key is due again. */
export type Outcome =
  /** The world is as wanted; an event brings the key back. */
  | { readonly type: 'settled' }
  /** Something expected is still missing; look again in `atMostMs` even without an event. */
  | { readonly type: 'waiting'; readonly reason: string; readonly atMostMs: number }
  /** A passing failure: again after a growing pause. */
  | { readonly type: 'retry'; readonly cause: unknown }
  /** Nothing changes until somebody edits the object or what it refers to. */
  | { readonly type: 'stalled'; readonly reason: string };

/** The outcome of a reconcile that has nothing left to do. */
export const SETTLED: Outcome = { type: 'settled' };
