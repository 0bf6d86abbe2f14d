import { KubeError } from '../kube/error.ts';
import { isWrite, type KubeRequest } from '../kube/request.ts';
import type { Transport } from '../kube/transport.ts';

/**
 * Transport that sends a write only while `isLeader` holds, which it checks right before each attempt. Other writes
 * throw `unreachable`. It stops a process that was suspended past its lease before any timer fires, and the retry of
 * a throttled write that comes after the lease.
 *
 * The fence is the first of three stops when a lease is lost: `Leadership.lost` (leadership.ts) aborts the reconciles
 * under way, through the manager, and `main.ts` ends the process at once with the LeaseLostError that follows.
 */
export function fenced(transport: Transport, isLeader: () => boolean): Transport {
  return {
    ...transport,
    call: async (request) => {
      if (!isWrite(request)) {
        return transport.call(request);
      }
      const beforeSend = () => assertLeader(isLeader, request);
      beforeSend();
      return transport.call({ ...request, beforeSend });
    },
  };
}

function assertLeader(isLeader: () => boolean, { method, path }: KubeRequest): void {
  if (!isLeader()) {
    throw new KubeError({ type: 'unreachable' }, `${method} ${path}: this process does not hold the lease`);
  }
}
