import { durationMs } from '../../../base/duration.ts';
import { objectOf, type Rendered } from '../../object.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { branchName } from '../parts.ts';
import { isReachable } from './reach.ts';
import { TRANSPORTS } from './resources.ts';

/** The ServersTransport with the timeouts of a branch, as far as Traefik has them; undefined where it needs none. */
export function transportOf(group: ListenerGroup, branch: Branch): Rendered | undefined {
  const { proxyConnectTimeout = 0, proxyReadTimeout = 0 } = group.settings;
  const ofPolicy = durationMs(branch.policy.timeouts?.backendRequest ?? '0s') ?? 0;
  const limits = [proxyReadTimeout * 1000, ofPolicy].filter((ms) => ms > 0);
  const forwardingTimeouts = {
    ...(proxyConnectTimeout > 0 ? { dialTimeout: `${proxyConnectTimeout}s` } : {}),
    ...(limits.length > 0 ? { responseHeaderTimeout: `${Math.min(...limits)}ms` } : {}),
  };
  return Object.keys(forwardingTimeouts).length > 0 && isReachable(group)
    ? objectOf(group, TRANSPORTS, { forwardingTimeouts }, branchName(group, branch))
    : undefined;
}

/** Reference of a TraefikService to the ServersTransport of its branch, if there is one. */
export interface TransportReference {
  readonly serversTransport?: string;
}
