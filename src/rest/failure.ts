import { KubeError } from '../kube/error.ts';
import { isHttpError } from './httperror.ts';
import { invalidFields, Problem } from './problem.ts';
import { snakePath } from './wire/case.ts';

/** The problem that any error means for the client; what is not expected tells nothing of our inside. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) {
    return error;
  }
  if (error instanceof KubeError) {
    return ofKube(error);
  }
  if (isHttpError(error)) {
    return error.status === 413
      ? new Problem('tooLarge', 'send at most 64 KiB')
      : invalidFields([{ field: 'body', message: error.message }]);
  }
  return new Problem('internal', 'the server has logged what happened');
}

function ofKube(error: KubeError): Problem {
  switch (error.failure.type) {
    case 'invalid':
      return invalidFields(
        error.failure.causes.map(({ field, message }) => ({
          field: snakePath(field.replace(/^spec\./, '')),
          message,
        })),
      );
    case 'forbidden':
    case 'unauthorized':
      return new Problem('forbidden', error.message);
    case 'ambiguous':
      return new Problem('ambiguous', 'read the rules of the application to see whether it is there');
    case 'throttled':
    case 'unreachable':
      return new Problem('unavailable', 'try again later');
    default:
      return new Problem('internal', 'the server has logged what happened');
  }
}
