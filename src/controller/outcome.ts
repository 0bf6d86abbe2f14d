import type { BackoffPolicy } from '../base/backoff.ts';
import { isFailure, KubeError } from '../kube/error.ts';
import { DEFAULT_RETRY } from './queue.ts';

/** How a reconcile ended, and so when its key is due again. */
export type Outcome =
  /** The world is as wanted; an event brings the key back, or the time that is left of what holds now. */
  | { readonly type: 'settled'; readonly againInMs?: number }
  /** Something expected is still missing; look again in `atMostMs` even without an event. */
  | { readonly type: 'waiting'; readonly reason: string; readonly atMostMs: number }
  /** A passing failure: again after a growing pause. */
  | { readonly type: 'retry'; readonly cause: unknown }
  /** Nothing changes until somebody edits the object or what it refers to. */
  | { readonly type: 'stalled'; readonly reason: string };

/** The outcome of a reconcile that has nothing left to do. */
export const SETTLED: Extract<Outcome, { type: 'settled' }> = { type: 'settled' };

/** What to do about the cause of a retry. */
interface Remedy {
  /** How the pause grows with failures in a row, beginning `atLeastMs` from now. */
  readonly policy: BackoffPolicy;
  readonly atLeastMs: number;
  /** `conflict`: what was decided on was out of date, which is no error and over as soon as the caches are not. */
  readonly type: 'conflict' | 'error';
}

const CONFLICT: BackoffPolicy = { firstMs: 20, maxMs: 5_000 };

/** What to do about the cause of a retry: what the API server put off waits at least as long as it asked. */
export function remedyOf(cause: unknown): Remedy {
  if (isFailure(cause, 'conflict')) {
    return { policy: CONFLICT, atLeastMs: 0, type: 'conflict' };
  }
  const { failure } = cause instanceof KubeError ? cause : {};
  const seconds = failure?.type === 'throttled' ? (failure.retryAfterSeconds ?? 0) : 0;
  return { policy: DEFAULT_RETRY, atLeastMs: seconds * 1000, type: 'error' };
}
