import type { Transport } from '../../api/gatewayrule.ts';
import type { PasswordReader } from '../../content/passwords.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { PortRange } from '../../names/ports.ts';
import type { Rendered } from '../object.ts';
import type { Feature } from './feature.ts';
import type { ListenerGroup } from './group.ts';
import type { RouteStyle } from './style.ts';

/**
 * Support of a feature by an engine: in full, with a difference that may concern only some values, or not at
 * all. `how` is a sentence for docs/engines.md and for a condition.
 */
export interface Support {
  readonly level: 'full' | 'close' | 'none';
  readonly how: string;
}

/** A feature that a group requests and the engine does not support, or not quite as requested, and why. */
export interface UnsupportedFeature {
  readonly field: Feature;
  readonly why: string;
}

/**
 * Support of an engine for ports beside HTTP: for listeners of each transport, of which one that it lacks spoils the
 * whole Gateway for some, and whether it opens the ports of listeners by itself.
 */
export interface PortSupport extends Readonly<Record<Transport, Support>> {
  readonly opened: Support;
  /** Ports at which its own processes listen by default: no rule gets one of them. */
  readonly own: readonly PortRange[];
}

/** Dialect: how one engine is configured where the Gateway API has no fields. */
export interface Dialect {
  readonly name: string;
  /** `controllerName` of the GatewayClasses of the engine; empty for the dialect that every engine understands. */
  readonly controllers: readonly string[];
  /** Resources that it writes beside HTTPRoutes; a cluster must serve all of them. */
  readonly resources: readonly Resource<KubeObject>[];
  /** Kinds among them on whose objects the engine reports, and the features that they carry. */
  readonly policies: readonly { readonly resource: Resource; readonly carries: readonly Feature[] }[];
  readonly ports: PortSupport;
  /** Support for ListenerSets, where the engine does not claim its features. */
  readonly listenerSets: Support;
  /**
   * Certificates among which the engine chooses for a connection: that of the listener for the host, or all of the
   * Gateway that are for the name which the client asks for, with a tie among equally close ones.
   */
  readonly certificates: 'of-listener' | 'of-gateway';
  /** Bits of the smallest RSA key that it presents a certificate with. */
  readonly smallestRsaKey: 1024 | 2048;
  /** Source of what is known of the engine: its sources and tests, or its own claims of features of the Gateway API. */
  readonly evidence: 'engine' | 'claims';
  readonly support: Readonly<Record<Feature, Support>>;
  /** Detours that the engine leaves to its routes. */
  readonly detours: RouteStyle['detours'];
  /**
   * Objects that a question for a route may go through, because the engine leaves out rules with one that it cannot load:
   * they ask no component, and count no requests. None where it answers such requests with an error.
   */
  readonly proves?: (object: Rendered) => boolean;
  /** Reader of the Secrets of passwords; missing where the engine asks for none. */
  readonly passwords?: PasswordReader;
  /** The objects of a group, its HTTPRoute first, and the features that they leave out. Pure. */
  render(group: ListenerGroup): {
    readonly objects: readonly [Rendered, ...Rendered[]];
    readonly unsupported: readonly UnsupportedFeature[];
  };
}
