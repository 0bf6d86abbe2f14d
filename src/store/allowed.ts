import { isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { GateOptions } from './exchange.ts';
import type { AddressRange, Allowed } from './guard.ts';

/** Part of the configuration that says which stores Stoa may ask. */
interface MarketSettings {
  readonly stores: readonly Allowed[];
  readonly notPublic: readonly AddressRange[];
}

/** Stores that a process may ask: those of the configuration, but none in the cluster that it does not name. */
export function allowedStores({ stores, notPublic }: MarketSettings): GateOptions {
  return { stores, inner: [...notPublic, ...ownRanges(process.env, networkInterfaces())] };
}

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
