import type { KubeObject, ObjectDraft, OwnerReference } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { RuleGroup } from './group.ts';

/** What a rule may ask of an engine and not every engine can do, as a path below `spec`. */
export const FEATURES = [
  'http.domainHeader',
  'http.domainCookie',
  'http.ruleExtensions[lb-type: cookie-session-affinity]',
  'http.ruleExtensions[lb-type: upstream-hash-by]',
  'http.configuration.proxyBodySize',
  'http.configuration.proxyBuffering',
  'http.configuration.proxyBufferSize',
  'http.configuration.proxyBufferNumbers',
  'http.configuration.proxyConnectTimeout',
  'http.configuration.proxyReadTimeout',
  'http.configuration.proxySendTimeout',
  'http.configuration.setHeaders',
] as const;

export type Feature = (typeof FEATURES)[number];

/**
 * How well an engine does what a feature asks: in full, with a difference that may concern only some values, or
 * not at all. `how` is a sentence for docs/engines.md and for a condition.
 */
export interface Support {
  readonly level: 'full' | 'close' | 'none';
  readonly how: string;
}

/** Something that a rule asks for and the engine will not do, or not quite as asked, and why. */
export interface UnsupportedField {
  readonly field: string;
  readonly why: string;
}

/** An object as Stoa applies it, and where. */
export interface Rendered {
  readonly resource: Resource<KubeObject>;
  readonly draft: ObjectDraft & {
    readonly metadata: ObjectDraft['metadata'] & { readonly ownerReferences: readonly OwnerReference[] };
  };
}

/** How one engine is told what the Gateway API has no words for. */
export interface Dialect {
  readonly name: string;
  /** `controllerName` of the GatewayClasses that speak it; empty for the one that everybody understands. */
  readonly controllers: readonly string[];
  /** The kinds that it writes beside routes; all must be served. */
  readonly resources: readonly Resource<KubeObject>[];
  /** Protocols of the ports that it listens at beside HTTP; a listener of another spoils the Gateway for some. */
  readonly ports: readonly ('TCP' | 'UDP')[];
  readonly support: Readonly<Record<Feature, Support>>;
  /** The objects of a group, its HTTPRoute first, and what they leave out. Pure. */
  render(group: RuleGroup): {
    readonly objects: readonly [Rendered, ...Rendered[]];
    readonly losses: readonly UnsupportedField[];
  };
}
