import type { KubeObject } from '../../kube/object.ts';
import type { GatewayListener, ListenerSet } from '../../objects/gatewayapi.ts';
import type { EffectiveTcp, EffectiveTls } from '../../rule/effective.ts';
import type { Member } from '../member.ts';
import type { GatewayView } from '../observed.ts';
import type { HostTls } from '../tls.ts';

/** Everything that deciding on the Gateway takes into account. */
export interface GatewayObserved {
  readonly gateway: GatewayView;
  readonly hosts: readonly ObservedHost[];
  /** TLS rules that have their hosts, and lead somewhere. */
  readonly passing: readonly Member<EffectiveTls>[];
  /** Rules that have a port of the Gateway. */
  readonly ports: readonly Member<EffectiveTcp>[];
  /** Listeners, as they stand, of routes that stay as they are since a rule of theirs cannot be read. */
  readonly held: readonly GatewayListener[];
  /** ReferenceGrants that Stoa has made. */
  readonly grants: readonly KubeObject[];
  /** ListenerSets that Stoa has made. */
  readonly sets: readonly ListenerSet[];
  /** Listeners of the Gateway with routes that are not attached to their ListenerSets, as far as the engine knows. */
  readonly waiting: ReadonlySet<string>;
  /** Whether there may be rules that are not watched. */
  readonly partial: boolean;
}

/** A host with rules that need a listener, the namespace of the team that has it, and its certificate. */
export interface ObservedHost {
  readonly host: string;
  readonly namespace: string;
  readonly tls: HostTls;
}
