import type { Configuration } from '../../api/gatewayrule.ts';
import type { OwnerReference } from '../../kube/object.ts';
import type { Balancing } from '../../rule/extension.ts';

/** The Gateway that routes attach to. */
export interface GatewayName {
  readonly namespace: string;
  readonly name: string;
}

/** A Service port that gets a share of requests; shares are relative to each other. */
export interface WeightedBackend {
  readonly service: string;
  readonly port: number;
  readonly weight: number;
}

/** Requests of a host and path that carry all of these cookies and headers, and who gets them. */
export interface Branch {
  /** Name to value; empty where the request's cookies do not matter. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The oldest rule's first; never empty. */
  readonly backends: readonly WeightedBackend[];
}

/** All rules for one host and path of a namespace that one listener serves. */
export interface RuleGroup {
  readonly gateway: GatewayName;
  /** Name of the Gateway's listener. */
  readonly listener: string;
  readonly namespace: string;
  /** What all routes for the host and path share: the value of their label `stoa.dev/route`. */
  readonly route: string;
  /** Name of this route, and of every object that belongs to it. */
  readonly name: string;
  readonly host: string;
  readonly path: string;
  /** In the order in which they are tried: cookies and headers, cookies, headers, neither. */
  readonly branches: readonly Branch[];
  /** Settings of the oldest rule. */
  readonly settings: Configuration;
  readonly balancing: Balancing;
  readonly owners: readonly OwnerReference[];
}
