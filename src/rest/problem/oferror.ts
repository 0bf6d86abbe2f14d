import type { FieldCause } from '../../kube/cause.ts';
import { KubeError } from '../../kube/error.ts';
import { fieldProblem } from '../http/body.ts';
import { invalidFields, Problem } from './problem.ts';

/**
 * Problem of an error, where `region` is the one of the request. Unexpected errors disclose nothing of the
 * service's inside.
 */
export function problemOf(error: unknown, region: string): Problem {
  if (error instanceof Problem) {
    return error;
  }
  if (error instanceof KubeError) {
    return ofKube(error, region);
  }
  if (isHttpError(error)) {
    return ofHttp(error);
  }
  return new Problem('internal', 'the server has logged what happened');
}

/** An error of the body parser, with the HTTP status that it calls for. */
interface HttpError extends Error {
  readonly status: number;
}

/** Whether an error reports by its status that the client's request is at fault. */
function isHttpError(error: unknown): error is HttpError {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );
}

function ofHttp(error: HttpError): Problem {
  if (error.status === 413) {
    return new Problem('tooLarge', 'send at most 64 KiB');
  }
  if (error.status === 415) {
    return new Problem('notJson', error.message);
  }
  if (error instanceof URIError) {
    return new Problem('pathNotFound', error.message);
  }
  // The parser's own message repeats a part of the body, which may be a credential.
  const message = error instanceof SyntaxError ? 'is not JSON' : error.message;
  return invalidFields([{ field: 'body', message }]);
}

/** Detail where a token that was accepted at the beginning of a request no longer is. */
const EXPIRED =
  'the cluster no longer accepts this token: get a new one, and read what there is before you repeat a write';

function ofKube(error: KubeError, region: string): Problem {
  switch (error.failure.type) {
    case 'invalid':
      return ofInvalid(error.failure.causes);
    case 'forbidden':
      return new Problem(refusalIn(error.message), error.message);
    case 'unauthorized':
      return new Problem('unauthorized', EXPIRED);
    case 'not-found':
      return new Problem('teamNotFound', error.message);
    case 'ambiguous':
      return new Problem('ambiguous', 'read what the application has to see whether it did');
    case 'unreachable':
      return new Problem('regionUnreachable', `the Kubernetes API of the region ${region} does not answer`);
    case 'throttled':
    case 'gone':
      return new Problem('unavailable', 'try again later');
    default:
      return new Problem('internal', 'the server has logged what happened');
  }
}

/** Problem of a 403 by its message: the API server has one status for missing rights, quotas and policies of admission. */
function refusalIn(message: string): 'forbidden' | 'quotaExceeded' | 'policyRefuses' {
  if (message.includes('exceeded quota: ')) {
    return 'quotaExceeded';
  }
  return POLICIES.some((text) => message.includes(text)) ? 'policyRefuses' : 'forbidden';
}

/** Texts of the API server on objects that a webhook, a policy of the cluster or Pod Security does not let in. */
const POLICIES = ['admission webhook ', 'ValidatingAdmissionPolicy ', 'violates PodSecurity '] as const;

/** Causes without a field, which the API server calls `<nil>`, count only where no other has one. */
function ofInvalid(causes: readonly FieldCause[]): Problem {
  const located = causes.filter(({ field }) => field !== '' && field !== '<nil>');
  return invalidFields(
    located.length === 0
      ? causes.map(({ message }) => ({ field: 'body', message }))
      : located.map(({ field, message }) =>
          fieldProblem({ path: field.replace(/^spec(\.|$)/, ''), message }),
        ),
  );
}
