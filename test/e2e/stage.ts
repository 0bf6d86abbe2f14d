import type { Dialect } from '../../src/engines/engine.ts';
import type { KubeClient } from '../../src/kube/client.ts';

/** Addresses of a gateway from here. */
export interface GatewayAddress {
  readonly host: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Ports that cases may use for TCP rules while no other case does. */
  readonly tcpPorts: readonly number[];
}

/** Target of the cases: a cluster with Stoa and a gateway engine. */
export interface Stage {
  /** Client with all permissions. */
  readonly client: KubeClient;
  readonly restUrl: string;
  readonly region: string;
  readonly gateway: GatewayAddress;
  /** Dialect of the engine: rules that use unsupported features must name them. */
  readonly dialect: Dialect;
  /** Whether components have pods; the stand-ins for them in a local cluster accept every connection. */
  readonly hasPods: boolean;
  /** Image of the components' pods, see `echo/`. */
  readonly image: string;
  /**
   * Whether the cluster is temporary. If so, the namespaces of cases stay, because their deletion takes longer than
   * some cases.
   */
  readonly isThrownAway: boolean;
}
