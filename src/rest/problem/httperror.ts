/** An error of the body parser: it knows the HTTP status that it means. */
export interface HttpError extends Error {
  readonly status: number;
  readonly expose: boolean;
}

/** Whether an error says by itself that the client's request was at fault. */
export function isHttpError(error: unknown): error is HttpError {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );
}
