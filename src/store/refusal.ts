import { REASONS } from '../api/reason.ts';
import { MAX_MEBIBYTES, MAX_RATIO, TIMEOUT_SECONDS } from './limits.ts';

/** Why a store gave nothing that could be used. None of it holds text of the store, or a credential. */
export type StoreRefusal =
  /** It was not asked: the address is no URL of a store, or one that the configuration does not allow. */
  | { readonly type: 'not-a-url' }
  | { readonly type: 'not-allowed'; readonly host: string; readonly wayOut: 'https' | 'configuration' }
  /** It was not asked: no header can carry the access key. */
  | { readonly type: 'key-unusable' }
  | { readonly type: 'unauthorized'; readonly keySent: boolean }
  | { readonly type: 'forbidden' }
  | { readonly type: 'app-not-found' }
  | { readonly type: 'version-not-found' }
  | { readonly type: 'redirected' }
  /** A status that may be another one later. */
  | { readonly type: 'failed'; readonly status: number }
  /** A status that stays, and that has no type of its own. */
  | { readonly type: 'rejected'; readonly status: number }
  | { readonly type: 'not-json' }
  /** JSON that lacks something; `problems` names the members. */
  | { readonly type: 'malformed'; readonly problems: string }
  | { readonly type: 'too-large' }
  | { readonly type: 'bomb' }
  /** No answer, or not the whole of it; `code` is what the system calls it, such as ECONNREFUSED. */
  | { readonly type: 'unreachable'; readonly code: string }
  | { readonly type: 'too-slow' };

const MEANINGS = {
  'not-a-url': { reason: REASONS.storeNotAllowed, retry: false },
  'not-allowed': { reason: REASONS.storeNotAllowed, retry: false },
  'key-unusable': { reason: REASONS.accessKeyInvalid, retry: false },
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

/** Every reason of a condition that a store can be the cause of. */
export type StoreReason = (typeof MEANINGS)[StoreRefusal['type']]['reason'];

/** What a refusal means for those who wait for the store's answer. */
export interface Meaning {
  /** Reason of a condition. */
  readonly reason: StoreReason;
  /** Whether asking again may help, with nothing changed on this side. */
  readonly retry: boolean;
  /** HTTP status of the store's answer, where the reason does not stand for it. */
  readonly storeStatus?: number;
}

/** What a refusal means. */
export function meaningOf(refusal: StoreRefusal): Meaning {
  const meaning = MEANINGS[refusal.type];
  return 'status' in refusal ? { ...meaning, storeStatus: refusal.status } : meaning;
}

/** A refusal in a sentence for people, with the way out where there is one. */
export function describe(refusal: StoreRefusal): string {
  switch (refusal.type) {
    case 'not-a-url':
      return 'the address of the store must be a URL such as https://hub.example.com, without user, query and fragment';
    case 'not-allowed':
      return notAllowed(refusal);
    case 'key-unusable':
      return 'the access key has characters that cannot be sent, such as a line break at its end';
    case 'unauthorized':
      return refusal.keySent
        ? 'the store does not know the access key (401)'
        : 'the store wants an access key (401)';
    case 'forbidden':
      return 'the access key does not permit this in the store (403)';
    case 'app-not-found':
      return 'the store has no such application model (404)';
    case 'version-not-found':
      return 'the store has no such version of the application model (404)';
    case 'redirected':
      return 'the store sends to another address, and redirects are not followed: use that address itself';
    case 'failed':
    case 'rejected':
      return `the store answers ${refusal.status}`;
    case 'not-json':
      return 'the answer of the store is not JSON';
    case 'malformed':
      return `the answer of the store is not what its interface promises: ${refusal.problems}`;
    case 'too-large':
      return `the answer of the store is larger than ${MAX_MEBIBYTES} MiB`;
    case 'bomb':
      return `the answer of the store is more than ${MAX_RATIO} times what is sent of it`;
    case 'unreachable':
      return `the store does not answer (${refusal.code})`;
    case 'too-slow':
      return `the store has not answered in full within ${TIMEOUT_SECONDS} s`;
  }
}

function notAllowed({ host, wayOut }: Extract<StoreRefusal, { type: 'not-allowed' }>): string {
  const where = "market.stores of the operator's configuration";
  return wayOut === 'https'
    ? `${host} is not allowed over plain http: use https, or list it in ${where}`
    : `the address of ${host} is not allowed: where a store there is to be used, list it in ${where}`;
}
