import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { Gateway, Route } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Candidate } from '../rule/candidate.ts';
import type { EffectiveTcp } from '../rule/effective.ts';
import type { PortRange } from '../rule/ports.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { GatewayName } from './dialects/group.ts';
import type { Component, Member } from './member.ts';
import type { Stored } from './owned.ts';
import type { HostTls } from './tls.ts';

/** What the configuration says of the Gateway. */
export interface GatewayConfig {
  readonly name: GatewayName;
  /** Class of the Gateway, where Stoa is to create it. */
  readonly className?: string | undefined;
  /** What the class calls its engine, where the class is not asked. */
  readonly controllerName?: string | undefined;
  readonly http: { readonly listener: string; readonly port: number };
  readonly https: {
    readonly port: number;
    /** The port that clients see, where it is another. */
    readonly publicPort?: number | undefined;
  };
  /** Ports that TCP and UDP rules may have. */
  readonly tcp: { readonly ports: readonly PortRange[] };
  /** Issuer of certificates where a rule names none. */
  readonly autoSsl: { readonly issuer?: string | undefined };
}

/** What the cluster serves beside what every cluster with the Gateway API does. */
export interface OptionalKinds {
  readonly TCP?: Resource<Route>;
  readonly UDP?: Resource<Route>;
  /** cert-manager's Certificates. */
  readonly certificates?: Resource<KubeObject>;
}

/** The Gateway as configured, and as it stands. */
export interface GatewayView {
  readonly config: GatewayConfig;
  readonly object?: Gateway;
  readonly dialect: Dialect;
  readonly served: OptionalKinds;
}

/** The rules for one host and path of a namespace, and what was made for them. */
export interface PathView {
  readonly type: 'path';
  readonly name: string;
  /** All valid rules of teams for the host, in whatever namespace. */
  readonly ofHost: readonly Candidate[];
  readonly members: readonly Member[];
  readonly tls: HostTls;
  readonly stored: readonly Stored[];
}

/** The rules for one port of the Gateway in a namespace, and what was made for them. */
export interface PortView {
  readonly type: 'port';
  readonly name: string;
  /** All valid rules of teams for the port, in whatever namespace. */
  readonly ofPort: readonly Candidate<EffectiveTcp>[];
  readonly members: readonly Member<EffectiveTcp>[];
  /** The lowest port above this one that no rule has, where rules compete for this one. */
  readonly free?: number;
  readonly stored: readonly Stored[];
}

/** The rules of a namespace that want a certificate obtained for their host, and what was made for them. */
export interface HostView {
  readonly type: 'host';
  readonly name: string;
  readonly members: readonly Candidate[];
  readonly stored: readonly Stored[];
}

/** What Stoa makes objects for, from one or several rules; objects have its name in `stoa.dev/route`. */
export type RouteView = PathView | PortView | HostView;

/** Everything that deciding on one rule takes into account. */
export interface Observed {
  /** Missing when the rule is deleted. */
  readonly rule?: GatewayRule;
  /** Whether the rule's namespace belongs to a team. */
  readonly inTeam: boolean;
  readonly component: Component;
  /** The route that the rule belongs to, and those that it has left. */
  readonly routes: readonly RouteView[];
  readonly gateway: GatewayView;
}

/** The part of the configuration that says which Gateway there is, in the shape that decisions use. */
export function gatewayConfig({
  namespace,
  name,
  ...rest
}: GatewayName & Omit<GatewayConfig, 'name'>): GatewayConfig {
  return { name: { namespace, name }, ...rest };
}
