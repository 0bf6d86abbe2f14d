import { isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import type { AddressRange } from './guard.ts';

/**
 * Ranges of the cluster that a pod knows: the address of the API server, and the networks of its own addresses. In a
 * cluster whose pods have public addresses, they are inside all the same. Pure.
 */
export function ownRanges(
  env: NodeJS.ProcessEnv,
  interfaces: NodeJS.Dict<readonly NetworkInterfaceInfo[]>,
): readonly AddressRange[] {
  const host = env.KUBERNETES_SERVICE_HOST ?? '';
  const server = isIP(host) === 0 ? [] : [{ address: host, prefix: isIP(host) === 4 ? 32 : 128 }];
  const networks = Object.values(interfaces).flatMap((each = []) =>
    each.flatMap(({ cidr }) => {
      const [address, prefix] = cidr?.split('/') ?? [];
      return address === undefined || prefix === undefined ? [] : [{ address, prefix: Number(prefix) }];
    }),
  );
  return [...server, ...networks];
}
