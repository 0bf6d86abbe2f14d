import { present } from '../base/fields.ts';
import {
  type DeniedRight,
  deniedField,
  deniedIn,
  type FieldCause,
  type FieldOwner,
  fieldsIn,
  managerIn,
} from './cause.ts';

/** Body of an error response (meta/v1 Status), reduced to the fields in use. */
export interface StatusBody {
  readonly message?: string;
  /** Message of a problem (RFC 9457), which a server behind the aggregation layer may send instead. */
  readonly detail?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly name?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly {
      readonly reason?: string;
      readonly message?: string;
      readonly field?: string;
    }[];
  };
}

/** Cause of a failed call, by what the caller can do about it. */
export type Failure =
  | { readonly type: 'not-found' }
  | { readonly type: 'already-exists' }
  /** The object was changed or replaced in the meantime: read it again. */
  | { readonly type: 'conflict' }
  /** Another field manager owns the fields. */
  | { readonly type: 'field-conflict'; readonly causes: readonly FieldOwner[] }
  /** The resource version has expired: list again. */
  | { readonly type: 'gone' }
  | { readonly type: 'invalid'; readonly causes: readonly FieldCause[] }
  | { readonly type: 'unauthorized' }
  /** `denied` is the right that the user lacks; undefined where admission, such as a quota, forbids the call. */
  | { readonly type: 'forbidden'; readonly denied?: DeniedRight | undefined }
  /** The server did not process the call; `retryAfterSeconds` is its Retry-After. */
  | { readonly type: 'throttled'; readonly retryAfterSeconds: number | undefined }
  /** Every other error response. */
  | { readonly type: 'refused'; readonly status: number }
  /** No usable response, and no effect: the call was not sent, or is a read. */
  | { readonly type: 'unreachable' }
  /** A write without a usable response, which may or may not have taken effect. */
  | { readonly type: 'ambiguous' };

/** Error of a call to the API server. */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly failure: Failure;

  constructor(failure: Failure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Whether `error` is a KubeError with a failure of the given type. */
export function isFailure(error: unknown, type: Failure['type']): error is KubeError {
  return error instanceof KubeError && error.failure.type === type;
}

/** Texts of the API server on a change to a field that never changes: its validation has no reason for it. */
const IMMUTABLE = /immutable|may not change once set|spec for fields other than|cannot change roleRef/;

/** Whether the API server rejects a change only because it is to fields that cannot change. */
export function isImmutableField(error: unknown): boolean {
  return (
    error instanceof KubeError &&
    error.failure.type === 'invalid' &&
    error.failure.causes.length > 0 &&
    error.failure.causes.every(({ message }) => IMMUTABLE.test(message))
  );
}

/** Text of etcd on an object that is larger than it stores: the API server has no reason for it. */
const TOO_LARGE = /request is too large|larger than max/;

/** Whether the API server rejects an object because it is larger than what it takes, or than what etcd stores. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof KubeError)) {
    return false;
  }
  const { failure, message } = error;
  return failure.type === 'refused' && (failure.status === 413 || TOO_LARGE.test(message));
}

/** Whether the API server does not serve the kind of a call: its CRD is missing, or is about to be served. */
export function isNotServed(error: unknown): boolean {
  return error instanceof KubeError && error.failure.type === 'refused' && error.failure.status === 404;
}

/** Result of a call; undefined if it fails with `not-found`. */
export async function ignoreNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isFailure(error, 'not-found')) {
      return undefined;
    }
    throw error;
  }
}

/** Result of a read by a caller that may lack the permission for it. */
export type ReadResult<T> =
  | { readonly type: 'found'; readonly value: T }
  | { readonly type: 'missing' }
  | { readonly type: 'forbidden' };

/** Result of a read whose object may be missing or forbidden. Throws every other KubeError. */
export async function tryRead<T>(call: Promise<T>): Promise<ReadResult<T>> {
  try {
    return { type: 'found', value: await call };
  } catch (error) {
    if (isFailure(error, 'not-found')) {
      return { type: 'missing' };
    }
    if (isFailure(error, 'forbidden')) {
      return { type: 'forbidden' };
    }
    throw error;
  }
}

/** Context of an error response beside its status and body. */
interface AnswerContext {
  /** Whether the call is a write. */
  readonly write?: boolean;
  /** Value of the header Retry-After. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Failure of an error response, or of an ERROR event of a watch. */
export function failureOf(status: number, body: StatusBody, context: AnswerContext = {}): Failure {
  if (isGone(body)) {
    return { type: 'gone' };
  }
  switch (status) {
    case 401:
      return { type: 'unauthorized' };
    case 403:
      return { type: 'forbidden', denied: deniedIn(body.message ?? '') };
    case 404:
      // A starting API server responds 404 for every object of a custom kind. Only a response that names the
      // object means that it does not exist.
      return body.details?.name === undefined ? { type: 'refused', status } : { type: 'not-found' };
    case 409:
      return conflictOf(body);
    case 410:
      return { type: 'gone' };
    case 400:
    case 422:
      return invalidOf(body);
    case 429:
      return {
        type: 'throttled',
        retryAfterSeconds: context.retryAfterSeconds ?? body.details?.retryAfterSeconds,
      };
    default:
      return serverFailureOf(status, body, context);
  }
}

/**
 * Whether the server cannot serve the resource version, because it is too old (Expired, formerly Gone) or newer than
 * its own (after a restore of etcd). Both require a list without a version.
 */
function isGone({ reason, details }: StatusBody): boolean {
  const ahead = details?.causes?.some((cause) => cause.reason === 'ResourceVersionTooLarge') ?? false;
  return reason === 'Expired' || reason === 'Gone' || ahead;
}

function conflictOf({ reason, details }: StatusBody): Failure {
  if (reason === 'AlreadyExists') {
    return { type: 'already-exists' };
  }
  const owners = (details?.causes ?? []).filter((cause) => cause.reason === 'FieldManagerConflict');
  if (owners.length === 0) {
    return { type: 'conflict' };
  }
  const causes = owners.map(({ field = '', message = '' }) => ({
    field,
    message,
    manager: managerIn(message),
  }));
  return { type: 'field-conflict', causes };
}

/**
 * Failure of an invalid object. A wrong uid is reported as an invalid field, but means that the object was replaced.
 */
function invalidOf(body: StatusBody): Failure {
  const causes = causesOf(body);
  const isReplaced = causes.length > 0 && causes.every(({ field }) => field === 'metadata.uid');
  return isReplaced ? { type: 'conflict' } : { type: 'invalid', causes };
}

/** Causes that the server lists; if it lists none, the fields in its message. */
function causesOf({ details, message = '' }: StatusBody): readonly FieldCause[] {
  const listed = (details?.causes ?? []).map(({ field, message: text = '', reason }) =>
    field === undefined ? deniedField(text) : { field, message: text, ...present({ reason }) },
  );
  return listed.length > 0 ? listed : fieldsIn(message);
}

function serverFailureOf(status: number, body: StatusBody, context: AnswerContext): Failure {
  const undeclared = fieldsIn(body.message ?? '');
  if (status === 500 && undeclared.length > 0) {
    return { type: 'invalid', causes: undeclared };
  }
  if (status === 503 && context.retryAfterSeconds !== undefined) {
    return { type: 'throttled', retryAfterSeconds: context.retryAfterSeconds };
  }
  return context.write && isAmbiguous(status, body) ? { type: 'ambiguous' } : { type: 'refused', status };
}

/** Whether a proxy, the API server or etcd timed out while a backend may still carry out the write. */
function isAmbiguous(status: number, { reason, message = '' }: StatusBody): boolean {
  const late = reason === 'Timeout' || reason === 'ServerTimeout';
  return status === 502 || status === 504 || late || ETCD_TIMEOUT.test(message);
}

const ETCD_TIMEOUT = /etcdserver: (request timed out|leader changed)|context deadline exceeded/;
