import type { KubeClient } from '../kube/client.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { PortRange } from '../rule/ports.ts';
import type { Followed } from './followed.ts';

/** A cluster that the API stands for. */
export interface Region {
  /** What paths call it. */
  readonly name: string;
  /** Acts as the service itself; requests are carried out as their callers. */
  readonly client: KubeClient;
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
  readonly monitor: Monitor;
  /** What requests need not ask for; where nothing is followed, the API server is asked for everything. */
  readonly followed?: Followed;
}

/** The clusters that the API stands for; the first is asked where a request names none. */
export type Regions = readonly [Region, ...Region[]];
