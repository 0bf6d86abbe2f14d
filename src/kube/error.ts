/** Body of an API server's error answer (meta/v1 Status), as far as it is used. */
export interface StatusBody {
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly {
      readonly reason?: string;
      readonly message?: string;
      readonly field?: string;
    }[];
  };
}

/** One field that the API server refused. */
export interface FieldCause {
  readonly field: string;
  readonly message: string;
}

/** Why a call failed, by what a caller can do about it. */
export type Failure =
  | { readonly type: 'not-found' }
  | { readonly type: 'already-exists' }
  /** Another writer came first: read again. */
  | { readonly type: 'conflict' }
  /** Another field manager owns the fields. */
  | { readonly type: 'field-conflict'; readonly causes: readonly FieldCause[] }
  /** The version is too old for a watch or a page: list again. */
  | { readonly type: 'gone' }
  | { readonly type: 'invalid'; readonly causes: readonly FieldCause[] }
  | { readonly type: 'unauthorized' }
  | { readonly type: 'forbidden' }
  | { readonly type: 'throttled'; readonly retryAfterSeconds: number | undefined }
  /** The server failed, or refused in a way that is not listed here. */
  | { readonly type: 'refused'; readonly status: number }
  /** Nothing was sent. */
  | { readonly type: 'unreachable' }
  /** The request was sent, and no answer came: it may or may not have taken effect. */
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

/** The failure that an error answer means. */
export function failureOf(status: number, body: StatusBody): Failure {
  const causes = (body.details?.causes ?? []).map(({ field, message }) => ({
    field: field ?? '',
    message: message ?? '',
  }));
  switch (status) {
    case 401:
      return { type: 'unauthorized' };
    case 403:
      return { type: 'forbidden' };
    case 404:
      return { type: 'not-found' };
    case 409:
      return conflictOf(body, causes);
    case 410:
      return { type: 'gone' };
    case 400:
    case 422:
      return { type: 'invalid', causes };
    case 429:
      return { type: 'throttled', retryAfterSeconds: body.details?.retryAfterSeconds };
    default:
      return { type: 'refused', status };
  }
}

function conflictOf(body: StatusBody, causes: readonly FieldCause[]): Failure {
  if (body.reason === 'AlreadyExists') {
    return { type: 'already-exists' };
  }
  const ofManager = body.details?.causes?.some(({ reason }) => reason === 'FieldManagerConflict') ?? false;
  return ofManager ? { type: 'field-conflict', causes } : { type: 'conflict' };
}
