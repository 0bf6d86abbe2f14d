import { REASONS } from '../api/reason.ts';
import type { SignatureFault } from './signature/verdict.ts';

/** Value that was found, or a refusal. */
export type Found<T> = { readonly type: 'found'; readonly value: T } | StoreRefusal;

/**
 * Refusal of a request to a store, by the guard, the network or the store. It holds no credential, and no text of the
 * store but names and versions of charts, what a parser says of an index, and who signed.
 */
export type StoreRefusal =
  /** Not sent: the address is no URL of a store, or the configuration does not allow it. */
  | { readonly type: 'not-a-url' }
  | { readonly type: 'not-allowed'; readonly host: string; readonly wayOut: 'https' | 'configuration' }
  /** Not sent: no header can carry the access key, or it has no part for the host. */
  | { readonly type: 'key-unusable' }
  /** Not sent: a registry wants the access key sent to another host without TLS. */
  | { readonly type: 'key-at-risk'; readonly host: string }
  /** Not sent: a registry wants the access key sent to an origin that nobody has named for it. */
  | { readonly type: 'realm-not-named'; readonly realm: string }
  /** The answer has the access key that was sent for it. */
  | { readonly type: 'key-echoed' }
  | { readonly type: 'unauthorized'; readonly keySent: boolean }
  | { readonly type: 'forbidden' }
  | { readonly type: 'app-not-found' }
  | { readonly type: 'version-not-found' }
  | { readonly type: 'redirected' }
  /** More redirects than are followed, or one to what is no address. */
  | { readonly type: 'redirected-astray' }
  /** A status that may change with time, perhaps not before some seconds. */
  | { readonly type: 'failed'; readonly status: number; readonly retryAfterSeconds?: number }
  /** Any other status that does not change with time. */
  | { readonly type: 'rejected'; readonly status: number }
  | { readonly type: 'not-json' }
  /** JSON of another shape; `problems` names the members. */
  | { readonly type: 'malformed'; readonly problems: string }
  | { readonly type: 'too-large'; readonly mebibytes: number }
  | { readonly type: 'bomb' }
  /** No response, or an incomplete one; `code` is the system's, such as ECONNREFUSED. */
  | { readonly type: 'unreachable'; readonly code: string }
  | { readonly type: 'too-slow'; readonly seconds: number }
  | ChartSourceRefusal
  | SignatureRefusal;

/** Refusal of a chart, or of a model in a registry, by what its repository or registry serves. */
export type ChartSourceRefusal =
  | { readonly type: 'index-not-found' }
  | { readonly type: 'index-invalid'; readonly problem: string }
  /** Its reader failed, which is no fault of the index. */
  | { readonly type: 'index-unread' }
  /** Its reader reads for others. */
  | { readonly type: 'renderer-busy' }
  | { readonly type: 'chart-not-found' }
  /** `versions` are some that there are, the newest first. */
  | { readonly type: 'chart-version-not-found'; readonly versions: readonly string[] }
  | { readonly type: 'version-range-invalid' }
  /** A range cannot be decided, as not all tags are read. */
  | { readonly type: 'too-many-tags'; readonly most: number }
  /** Archive that the index or the tag names: it is not there, or has no address that can be asked. */
  | { readonly type: 'archive-not-found' }
  | { readonly type: 'archive-without-url' }
  /** The tag is of something else than a chart, such as an image. */
  | { readonly type: 'not-a-chart-manifest' }
  /** The tag is of something else than an application model. */
  | { readonly type: 'not-a-model-manifest' }
  | { readonly type: 'digest-mismatch' }
  /** The archive is another chart, or another version, than the index or the tag says. */
  | { readonly type: 'other-chart'; readonly what: string | undefined }
  /** A registry has no catalog, or shows it to others. */
  | { readonly type: 'no-catalog' }
  /** The archive is no chart, or one beyond the bounds. */
  | { readonly type: 'chart-unreadable'; readonly problem: string };

/** Refusal of what the policy of a registry wants signed. */
export type SignatureRefusal =
  /** Signed content that is another model, or another version; `what` is undefined where its manifest does not say which. */
  | { readonly type: 'other-model'; readonly what: string | undefined }
  | { readonly type: 'unsigned' }
  /** `fault` is that of the signature which comes nearest to an accepted one. */
  | { readonly type: 'signature-untrusted'; readonly signatures: number; readonly fault: SignatureFault };

const MEANINGS = {
  'not-a-url': { reason: REASONS.storeNotAllowed, retry: false },
  'not-allowed': { reason: REASONS.storeNotAllowed, retry: false },
  'key-unusable': { reason: REASONS.accessKeyInvalid, retry: false },
  'key-at-risk': { reason: REASONS.storeNotAllowed, retry: false },
  'realm-not-named': { reason: REASONS.accessKeyNotBound, retry: false },
  'key-echoed': { reason: REASONS.accessKeyEchoed, retry: false },
  unauthorized: { reason: REASONS.storeUnauthorized, retry: false },
  forbidden: { reason: REASONS.storeForbidden, retry: false },
  'app-not-found': { reason: REASONS.modelNotFound, retry: false },
  'version-not-found': { reason: REASONS.modelVersionNotFound, retry: false },
  redirected: { reason: REASONS.storeRedirected, retry: false },
  'redirected-astray': { reason: REASONS.storeRedirected, retry: false },
  failed: { reason: REASONS.storeFailed, retry: true },
  rejected: { reason: REASONS.storeRejected, retry: false },
  'not-json': { reason: REASONS.storeAnswerInvalid, retry: false },
  malformed: { reason: REASONS.storeAnswerInvalid, retry: false },
  'too-large': { reason: REASONS.storeAnswerTooLarge, retry: false },
  bomb: { reason: REASONS.storeAnswerTooLarge, retry: false },
  unreachable: { reason: REASONS.storeUnreachable, retry: true },
  'too-slow': { reason: REASONS.storeTooSlow, retry: true },
  'index-not-found': { reason: REASONS.storeAnswerInvalid, retry: false },
  'index-invalid': { reason: REASONS.storeAnswerInvalid, retry: false },
  'index-unread': { reason: REASONS.storeFailed, retry: true },
  'renderer-busy': { reason: REASONS.rendererBusy, retry: true },
  'chart-not-found': { reason: REASONS.modelNotFound, retry: false },
  'chart-version-not-found': { reason: REASONS.modelVersionNotFound, retry: false },
  'version-range-invalid': { reason: REASONS.modelVersionNotFound, retry: false },
  'too-many-tags': { reason: REASONS.storeAnswerTooLarge, retry: false },
  'archive-not-found': { reason: REASONS.modelVersionNotFound, retry: false },
  'archive-without-url': { reason: REASONS.storeAnswerInvalid, retry: false },
  'not-a-chart-manifest': { reason: REASONS.storeAnswerInvalid, retry: false },
  'not-a-model-manifest': { reason: REASONS.storeAnswerInvalid, retry: false },
  'other-chart': { reason: REASONS.storeAnswerInvalid, retry: false },
  'digest-mismatch': { reason: REASONS.storeAnswerInvalid, retry: false },
  'no-catalog': { reason: REASONS.storeRejected, retry: false },
  'chart-unreadable': { reason: REASONS.storeAnswerInvalid, retry: false },
  // Many sign after they have pushed.
  unsigned: { reason: REASONS.signatureInvalid, retry: true },
  'other-model': { reason: REASONS.signatureInvalid, retry: false },
  'signature-untrusted': { reason: REASONS.signatureInvalid, retry: false },
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
