import type { ErrorRequestHandler } from 'express';
import { traceOf } from '../trace.ts';
import { problemOf } from './oferror.ts';
import { problemBody, Throttled } from './problem.ts';

/** Maps errors to problem responses; logs those with a status of 5xx. */
export const answerError: ErrorRequestHandler = (error, request, response, next) => {
  const { id, log, region = '' } = traceOf(response);
  const problem = problemOf(error, region);
  const { status } = problem.statusAndCode;
  if (status >= 500) {
    log.error({ err: error, method: request.method, path: request.path }, 'request failed');
  }
  if (response.headersSent) {
    next(error);
    return;
  }
  if (status === 401) {
    response.setHeader('www-authenticate', 'Bearer');
  }
  if (problem instanceof Throttled) {
    response.setHeader('retry-after', String(problem.retryAfterSeconds));
  }
  response
    .status(status)
    .type(problemType(request.headers.accept))
    .send(JSON.stringify(problemBody(problem, id)));
};

/** Media types of error responses, the usual one first. */
export const PROBLEM_TYPES = ['application/problem+json', 'application/json'] as const;

/**
 * Media type of an error response to a request with this header `Accept`: that of RFC 9457, but plain JSON for who asks
 * for that by name, since many clients decode nothing else.
 */
function problemType(accept = ''): (typeof PROBLEM_TYPES)[number] {
  const [usual, plain] = PROBLEM_TYPES;
  const wanted = accept.toLowerCase();
  return wanted.includes(plain) && !wanted.includes(usual) ? plain : usual;
}
