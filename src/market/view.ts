import type { PortRange } from '../rule/ports.ts';

/** What installs depend on beside the cluster. */
export interface MarketConfig {
  /** Domain below which outer HTTP ports get host names; without one they get none. */
  readonly domain?: string | undefined;
  /** Ports of the Gateway that TCP and UDP rules may have. */
  readonly ports: readonly PortRange[];
  /** Whether a rule has a port of the Gateway. */
  readonly isPortTaken: (port: number) => boolean;
}
