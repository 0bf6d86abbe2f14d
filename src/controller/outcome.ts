import type { BackoffPolicy } from '../base/backoff.ts';
import { isFailure, KubeError } from '../kube/error.ts';
import { DEFAULT_RETRY } from './queue.ts';

/** Outcome of a reconcile, which decides when its key is due again. */
export type Outcome =
  /** The desired state is reached until an event, or until `againInMs` has passed. */
  | { readonly type: 'settled'; readonly againInMs?: number }
  /** An expected event is missing; requeue after `atMostMs` without one. */
  | { readonly type: 'waiting'; readonly reason: string; readonly atMostMs: number }
  /** The rest can wait until the keys that are due have had their turn. */
  | { readonly type: 'postponed' }
  /** Transient failure; requeue with backoff, but not before `atLeastMs`. */
  | { readonly type: 'retry'; readonly cause: unknown; readonly atLeastMs?: number }
  /** Terminal failure until a user edits the object or an object that it refers to. */
  | { readonly type: 'stalled'; readonly reason: string };

/** Outcome of a reconcile with nothing left to do. */
export const SETTLED: Extract<Outcome, { type: 'settled' }> = { type: 'settled' };

/** Treatment of the cause of a retry. */
interface Remedy {
  /** Backoff that starts `atLeastMs` from now. */
  readonly policy: BackoffPolicy;
  readonly atLeastMs: number;
  /** `conflict` means that the decision used outdated state, which is no error and ends when the caches catch up. */
  readonly type: 'conflict' | 'error';
}

const CONFLICT: BackoffPolicy = { firstMs: 20, maxMs: 5_000 };

/** Treatment of the cause of a retry. A throttled call waits at least for its Retry-After. */
export function remedyOf(cause: unknown): Remedy {
  if (isFailure(cause, 'conflict')) {
    return { policy: CONFLICT, atLeastMs: 0, type: 'conflict' };
  }
  const { failure } = cause instanceof KubeError ? cause : {};
  const seconds = failure?.type === 'throttled' ? (failure.retryAfterSeconds ?? 0) : 0;
  return { policy: DEFAULT_RETRY, atLeastMs: seconds * 1000, type: 'error' };
}
