import type { BackendFailure, FailureReader } from '../failure.ts';

/** Errors of Traefik by the texts that it answers with, the name of the status (pkg/proxy/httputil, 3.7). */
const ERRORS: Readonly<Record<string, { readonly status: number; readonly failure: BackendFailure }>> = {
  'Internal Server Error': { status: 500, failure: 'protocol' },
  'Bad Gateway': { status: 502, failure: 'refused-or-reset' },
  'Gateway Timeout': { status: 504, failure: 'time-out' },
  'no available server\n': { status: 503, failure: 'no-endpoint' },
};

/** Headers that Go adds to errors. */
const OF_ERRORS = ['x-content-type-options'];

/** Failure that Traefik tells by its status and text, without headers of a component: it keeps the cause for its log. */
export const traefikFailure: FailureReader = ({ status, text, headers }) => {
  const error = Object.hasOwn(ERRORS, text) ? ERRORS[text] : undefined;
  const isOwn = headers.every((name) => OF_ERRORS.includes(name));
  return isOwn && error?.status === status ? error.failure : undefined;
};
