import { type Failure, KubeError } from '../kube/error.ts';
import { plainLine } from './text/line.ts';

/** A request for what does not exist or is not possible; the message says the way out. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Message of an error in one line for the user, with the way out where there is one. */
export function inOneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return plainLine(error instanceof KubeError ? ofCluster(error.failure, message) : message);
}

function ofCluster(failure: Failure, message: string): string {
  switch (failure.type) {
    case 'unauthorized':
      return `the cluster does not know who you are (${message}): check the user of your kubeconfig`;
    case 'unreachable':
      return `the cluster cannot be reached (${message}): check the server of your kubeconfig`;
    case 'refused':
      return failure.status === 404
        ? `the cluster does not serve the kinds of Stoa (${message}): is Stoa installed there?`
        : message;
    case 'ambiguous':
      return `${message}; it is unknown whether that took effect: look before you repeat it`;
    default:
      return message;
  }
}
