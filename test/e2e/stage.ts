import type { Dialect } from '../../src/gateway/dialects/dialect.ts';
import type { KubeClient } from '../../src/kube/client.ts';

/** Where a gateway can be reached from here. */
export interface GatewayAddress {
  readonly host: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Ports that cases may use for TCP rules while nobody else does. */
  readonly tcpPorts: readonly number[];
}

/** What cases are played against: a cluster with Stoa and a gateway engine in it. */
export interface Stage {
  /** May do everything. */
  readonly client: KubeClient;
  readonly restUrl: string;
  readonly region: string;
  readonly gateway: GatewayAddress;
  /** How the engine is spoken to: what it cannot be told, rules that ask for it must name. */
  readonly dialect: Dialect;
  /** Image of the components' pods, see `echo/`. */
  readonly image: string;
  /** Whether the namespaces of cases go with the cluster: to empty them takes more than to play some cases. */
  readonly isThrownAway: boolean;
}
