import type { SeenComponent } from '../component/endpoints.ts';
import type { Claims } from '../engines/claims.ts';
import type { Dialect, PortSupport } from '../engines/engine.ts';
import type { Claim } from '../names/claim.ts';
import type { NameDecision } from '../names/gate.ts';
import type { AppliedObjects } from '../objects/applies.ts';
import type { Service } from '../objects/core.ts';
import type { EndpointSlice } from '../objects/endpointslice.ts';
import type { Gateway } from '../objects/gatewayapi.ts';
import type { ForeignRoute } from '../objects/httproute.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Candidate } from '../rule/candidate.ts';
import type { EffectiveRule, EffectiveTcp, EffectiveTls } from '../rule/effective.ts';
import type { Statements } from './backends/stated.ts';
import type { GatewayConfig } from './config.ts';
import type { ListenerMemory } from './listeners/memory.ts';
import type { SetView } from './listeners/sets.ts';
import type { Component, Member } from './member.ts';
import type { Stored } from './owned.ts';
import type { ProbeState } from './probe/state.ts';
import type { StreamState } from './probe/streamstate.ts';
import type { OptionalKinds } from './supportedkinds.ts';
import type { HostTls } from './tls.ts';

/** The Gateway as configured, and as stored. */
export interface GatewayView {
  readonly config: GatewayConfig;
  readonly object?: Gateway;
  /** Namespaces that the configuration excludes and that no label makes teams. */
  readonly outsiders: readonly string[];
  readonly dialect: Dialect;
  readonly claims: Claims;
  /** Support of its engine for ports beside HTTP, also where the cluster lacks the kinds of its dialect. */
  readonly ports: PortSupport;
  /** Its support for connections that pass through, likewise. */
  readonly passes: Pick<Dialect, 'passthrough' | 'passing'>;
  readonly served: OptionalKinds;
  readonly sets: SetView;
  /** Services that the engine made for the Gateway, and what is behind them; none where it works in another way. */
  readonly services: readonly Service[];
  readonly slices: readonly EndpointSlice[];
  /** Component by its index value; each is read once. */
  readonly componentAt: (component: string) => SeenComponent;
  readonly applies: AppliedObjects;
  readonly listeners: Pick<ListenerMemory, 'applies' | 'contestOf'>;
}

/** Routes of others in a namespace, and the labels of that. */
export interface Rivals {
  readonly routes: readonly ForeignRoute[];
  readonly labels: Readonly<Record<string, string>>;
}

/** Rules of a namespace for one host and path: HTTPRoutes are made for them. */
export interface PathGroup {
  readonly type: 'path';
  readonly name: string;
  /** Rules that may have the host. */
  readonly members: readonly Member[];
  /** Rules beyond those that HTTPRoutes have room for, the youngest: nothing else of them counts. */
  readonly beyond: readonly Candidate[];
  /** Rules of the namespace that stand for other paths of the host. */
  readonly elsewhere: readonly Candidate[];
  /** Rules of the namespace that stand and share the room for burdens of the host. */
  readonly burdening: readonly Candidate[];
  /** Rules of the namespace with a part in where TLS for the host ends; none where no TLS rule is among them. */
  readonly deciding: readonly Candidate<EffectiveRule>[];
  readonly tls: HostTls;
  /** Statements on the ports that members lead to or name. */
  readonly statements: Statements;
  readonly stored: readonly Stored[];
  /** States of the HTTPRoutes that stand on the gateway, by their names. */
  readonly probes: ReadonlyMap<string, ProbeState>;
  /** HTTPRoutes of others in the namespace, with its labels, that name the host and the path. */
  readonly rivals: Rivals;
}

/** Rules of a namespace for one port of the Gateway: a TCPRoute and a UDPRoute are made for one of them each. */
export interface PortGroup {
  readonly type: 'port';
  readonly name: string;
  /** Rules of a namespace that may have the port. */
  readonly members: readonly Member<EffectiveTcp>[];
  /** The lowest port above this one that the namespace may have, where rules compete for this one. */
  readonly freePort?: number;
  readonly stored: readonly Stored[];
  /** State of the component behind the TCPRoute that stands. */
  readonly asked?: StreamState;
}

/** Rules of a namespace for the TLS connections to one host: a TLSRoute is made for one of them. */
export interface PassthroughGroup {
  readonly type: 'passthrough';
  readonly name: string;
  /** Rules that may have the host. */
  readonly members: readonly Member<EffectiveTls>[];
  /** Rules of the namespace with a part in where TLS for the host ends. */
  readonly deciding: readonly Candidate<EffectiveRule>[];
  readonly stored: readonly Stored[];
  /** State of the component behind the route that stands. */
  readonly asked?: StreamState;
}

/** Rules of a namespace that want a certificate for one host: a Certificate is made for them. */
export interface CertificateGroup {
  readonly type: 'certificate';
  readonly name: string;
  /** Rules that may have the host. */
  readonly members: readonly Candidate[];
  /** Issuers that rules of the namespace may name. */
  readonly issuers: readonly string[];
  readonly stored: readonly Stored[];
}

/** Rules of a namespace that reach one component by TLS: a BackendTLSPolicy is made for each of its ports. */
export interface BackendGroup {
  readonly type: 'backend';
  readonly name: string;
  /** The first rules that stand, and the one that is decided on. */
  readonly members: readonly Member[];
  readonly statements: Statements;
  readonly stored: readonly Stored[];
}

/** Rules that objects are made for together, and the objects that stand. */
export type RuleGroup = PathGroup | PortGroup | PassthroughGroup | CertificateGroup | BackendGroup;

/** Everything that deciding on one rule takes into account. */
export interface Observed {
  /** Missing when the rule is deleted. */
  readonly rule?: GatewayRule;
  /** Whether the rule's namespace belongs to a team. */
  readonly inTeam: boolean;
  /** Decision on the name that the rule wants; missing where it wants none. */
  readonly name?: NameDecision;
  /** Claims of rules that were granted their names by this decision. */
  readonly granted: readonly Claim[];
  readonly component: Component;
  /** Number of the application that the rule belongs to, where its spec has none. */
  readonly appId?: number;
  /** The groups that the rule belongs to, and those that it has left. */
  readonly groups: readonly RuleGroup[];
  readonly gateway: GatewayView;
}
