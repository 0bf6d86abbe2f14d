import { KubeError } from '../kube/error.ts';
import { isWrite } from '../kube/request.ts';
import type { Transport } from '../kube/transport.ts';

/**
 * A transport that sends nothing that would change something unless `leads` says at that moment that it may;
 * such calls throw `unreachable`. A process that was paused past its lease is stopped by this before any
 * timer has told it.
 */
export function fenced(transport: Transport, leads: () => boolean): Transport {
  return {
    ...transport,
    call: async (request) => {
      if (isWrite(request) && !leads()) {
        throw new KubeError(
          { type: 'unreachable' },
          `${request.method} ${request.path}: this process does not lead`,
        );
      }
      return transport.call(request);
    },
  };
}
