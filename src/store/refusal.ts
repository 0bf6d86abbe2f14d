import { REASONS } from '../api/reason.ts';

/**
 * Refusal of a request to a store, by the guard, the network or the store. It holds no text of the store and no
 * credential.
 */
export type StoreRefusal =
  /** Not sent: the address is no URL of a store, or the configuration does not allow it. */
  | { readonly type: 'not-a-url' }
  | { readonly type: 'not-allowed'; readonly host: string; readonly wayOut: 'https' | 'configuration' }
  /** Not sent: no header can carry the access key. */
  | { readonly type: 'key-unusable' }
  /** The answer has the access key that was sent for it. */
  | { readonly type: 'key-echoed' }
  | { readonly type: 'unauthorized'; readonly keySent: boolean }
  | { readonly type: 'forbidden' }
  | { readonly type: 'app-not-found' }
  | { readonly type: 'version-not-found' }
  | { readonly type: 'redirected' }
  /** A status that may change with time. */
  | { readonly type: 'failed'; readonly status: number }
  /** Any other status that does not change with time. */
  | { readonly type: 'rejected'; readonly status: number }
  | { readonly type: 'not-json' }
  /** JSON of another shape; `problems` names the members. */
  | { readonly type: 'malformed'; readonly problems: string }
  | { readonly type: 'too-large' }
  | { readonly type: 'bomb' }
  /** No response, or an incomplete one; `code` is the system's, such as ECONNREFUSED. */
  | { readonly type: 'unreachable'; readonly code: string }
  | { readonly type: 'too-slow' };

const MEANINGS = {
  'not-a-url': { reason: REASONS.storeNotAllowed, retry: false },
  'not-allowed': { reason: REASONS.storeNotAllowed, retry: false },
  'key-unusable': { reason: REASONS.accessKeyInvalid, retry: false },
  'key-echoed': { reason: REASONS.accessKeyEchoed, retry: false },
  unauthorized: { reason: REASONS.storeUnauthorized, retry: false },
  forbidden: { reason: REASONS.storeForbidden, retry: false },
  'app-not-found': { reason: REASONS.modelNotFound, retry: false },
  'version-not-found': { reason: REASONS.modelVersionNotFound, retry: false },
  redirected: { reason: REASONS.storeRedirected, retry: false },
  failed: { reason: REASONS.storeFailed, retry: true },
  rejected: { reason: REASONS.storeRejected, retry: false },
  'not-json': { reason: REASONS.storeAnswerInvalid, retry: false },
  malformed: { reason: REASONS.storeAnswerInvalid, retry: false },
  'too-large': { reason: REASONS.storeAnswerTooLarge, retry: false },
  bomb: { reason: REASONS.storeAnswerTooLarge, retry: false },
  unreachable: { reason: REASONS.storeUnreachable, retry: true },
  'too-slow': { reason: REASONS.storeTooSlow, retry: true },
} as const satisfies Readonly<
  Record<StoreRefusal['type'], { readonly reason: string; readonly retry: boolean }>
>;

/** Reasons of conditions that a store can cause. */
type StoreReason = (typeof MEANINGS)[StoreRefusal['type']]['reason'];

/** Meaning of a refusal for the waiting install. */
export interface Meaning {
  /** Reason of a condition. */
  readonly reason: StoreReason;
  /** Whether a later request may succeed although nothing changes on this side. */
  readonly retry: boolean;
  /** HTTP status of the response, where the reason does not imply it. */
  readonly storeStatus?: number;
}

/** Meaning of a refusal. */
export function meaningOf(refusal: StoreRefusal): Meaning {
  const meaning = MEANINGS[refusal.type];
  return 'status' in refusal ? { ...meaning, storeStatus: refusal.status } : meaning;
}
