import type { Configuration } from '../../api/gatewayrule.ts';
import type { Balancing } from '../../rule/extension.ts';
import type { GatewayName } from '../config.ts';
import type { GroupMetadata } from '../object.ts';

/** A Service port that gets a share of requests; shares are relative to each other. */
export interface WeightedBackend {
  readonly service: string;
  readonly port: number;
  readonly weight: number;
}

/** Requests of a host and path that carry all of these cookies and headers, and their backends. */
export interface Branch {
  /** Name to value; empty where the request's cookies do not matter. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The oldest rule's first; never empty. */
  readonly backends: readonly WeightedBackend[];
}

/** Rules of a path group that one listener serves: what a dialect renders an HTTPRoute from. */
export interface ListenerGroup extends GroupMetadata {
  readonly gateway: GatewayName;
  /** Name of the Gateway's listener. */
  readonly listener: string;
  readonly host: string;
  readonly path: string;
  /** In the order in which they are tried: cookies and headers, cookies, headers, neither. */
  readonly branches: readonly Branch[];
  /** Settings of the oldest rule. */
  readonly settings: Configuration;
  readonly balancing: Balancing;
}
