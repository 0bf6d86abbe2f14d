import { type FieldCause, type FieldOwner, fieldsIn, managerIn } from './cause.ts';

/** Body of an API server's error answer (meta/v1 Status), as far as it is used. */
export interface StatusBody {
  readonly message?: string;
  /** The message of a problem (RFC 9457): what stands behind the server's proxy may send one instead. */
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

/** Why a call failed, by what a caller can do about it. */
export type Failure =
  | { readonly type: 'not-found' }
  | { readonly type: 'already-exists' }
  /** Another writer came first, or another object has the name by now: read again. */
  | { readonly type: 'conflict' }
  /** Another field manager owns the fields. */
  | { readonly type: 'field-conflict'; readonly causes: readonly FieldOwner[] }
  /** The version is too old for a watch or a page: list again. */
  | { readonly type: 'gone' }
  | { readonly type: 'invalid'; readonly causes: readonly FieldCause[] }
  | { readonly type: 'unauthorized' }
  | { readonly type: 'forbidden' }
  /** The server did not process the call; `retryAfterSeconds` is what it asked for. */
  | { readonly type: 'throttled'; readonly retryAfterSeconds: number | undefined }
  /** The server failed, or refused in a way that is not listed here. */
  | { readonly type: 'refused'; readonly status: number }
  /** No usable answer came, and the call can have changed nothing: it was not sent, or only reads. */
  | { readonly type: 'unreachable' }
  /** A write was sent, and no answer tells its end: it may or may not have taken effect. */
  | { readonly type: 'ambiguous' };

/** A call to the API server that failed; `failure` says how. */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly failure: Failure;

  constructor(failure: Failure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Whether `error` is a failed call of the given type. */
export function isFailure(error: unknown, type: Failure['type']): error is KubeError {
  return error instanceof KubeError && error.failure.type === type;
}

/** What a call answers; undefined where the object is not there, which is no error then. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
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

/** What an error answer means beyond its status and body. */
interface AnswerContext {
  /** Whether the call that it answers would have changed something. */
  readonly write?: boolean;
  /** What the header Retry-After asked for. */
  readonly retryAfterSeconds?: number | undefined;
}

/** The failure that an error answer, or an ERROR event of a watch, means. */
export function failureOf(status: number, body: StatusBody, context: AnswerContext = {}): Failure {
  if (isGone(body)) {
    return { type: 'gone' };
  }
  switch (status) {
    case 401:
      return { type: 'unauthorized' };
    case 403:
      return { type: 'forbidden' };
    case 404:
      // While it starts, an API server answers 404 for every object of a custom kind: only an answer that
      // names the object says that there is none.
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
      return failedServer(status, body, context);
  }
}

/**
 * Whether the server says by its reason that it cannot show a version: too old (Expired, and Gone of old), or
 * newer than what it has (after etcd was restored); the cure of both is a list without a version.
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

/** A uid that is not the stored object's comes back as an invalid field: another object has the name by now. */
function invalidOf(body: StatusBody): Failure {
  const causes = causesOf(body);
  const another = causes.length > 0 && causes.every(({ field }) => field === 'metadata.uid');
  return another ? { type: 'conflict' } : { type: 'invalid', causes };
}

/** Causes as the server lists them; where it lists none, the fields that its message names. */
function causesOf({ details, message = '' }: StatusBody): readonly FieldCause[] {
  const listed = (details?.causes ?? []).map((cause) => ({
    field: cause.field ?? '',
    message: cause.message ?? '',
  }));
  return listed.length > 0 ? listed : fieldsIn(message);
}

function failedServer(status: number, body: StatusBody, context: AnswerContext): Failure {
  const undeclared = fieldsIn(body.message ?? '');
  if (status === 500 && undeclared.length > 0) {
    return { type: 'invalid', causes: undeclared };
  }
  if (status === 503 && context.retryAfterSeconds !== undefined) {
    return { type: 'throttled', retryAfterSeconds: context.retryAfterSeconds };
  }
  return context.write && isOpenEnded(status, body) ? { type: 'ambiguous' } : { type: 'refused', status };
}

/** Whether whoever answered gave up waiting for somebody behind it, who may still carry the write out. */
function isOpenEnded(status: number, { reason, message = '' }: StatusBody): boolean {
  const late = reason === 'Timeout' || reason === 'ServerTimeout';
  return status === 502 || status === 504 || late || ETCD_GAVE_UP.test(message);
}

const ETCD_GAVE_UP = /etcdserver: (request timed out|leader changed)|context deadline exceeded/;
