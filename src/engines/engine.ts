import type { Transport } from '../api/gatewayrule.ts';
import type { PasswordReader } from '../content/passwords.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { PortRange } from '../names/ports.ts';
import type { Workload } from '../objects/workload.ts';
import { type Ability, meansOf, mergedParts, type Support } from './ability.ts';
import { abilitiesForCalls, expressible, styleFor } from './calls.ts';
import type { FailureReader } from './failure.ts';
import {
  type Abilities,
  FEATURES,
  type Feature,
  GATEWAY_API_ABILITIES,
  isFeature,
  perFeature,
  requestedFeatures,
  type UnsupportedFeature,
} from './fields.ts';
import { type Branch, isOfCalls, type ListenerGroup, type RouteStyle } from './group.ts';
import { guardedBy } from './guards.ts';
import { limitsOf } from './limits.ts';
import type { EngineMetrics } from './metrics.ts';
import type { Rendered } from './object.ts';

/**
 * Support of an engine for ports beside HTTP: for listeners of each transport, of which one that it lacks spoils the
 * whole Gateway for some, and whether it opens the ports of listeners by itself.
 */
export interface PortSupport extends Readonly<Record<Transport, Support>> {
  readonly opened: Support;
  /** Ports at which its own processes listen by default: no rule gets one of them. */
  readonly own: readonly PortRange[];
}

/** Facts about an engine that its objects do not depend on. */
interface EngineFacts {
  readonly name: string;
  /** `controllerName` of the GatewayClasses of the engine; empty for the dialect that every engine understands. */
  readonly controllers: readonly string[];
  readonly ports: PortSupport;
  /** Support for connections that pass through by the name in TLS, beside hosts whose TLS the gateway ends. */
  readonly passthrough: Support;
  /** Means of that support in place of TLSRoutes, where one of these changes what others get. */
  readonly passing?: Passing;
  /** Support for certificates of clients at a port, which the owner of a Gateway wants. */
  readonly clientCertificates: Support;
  /** Support for ListenerSets, where the engine does not claim its features. */
  readonly listenerSets: Support;
  /**
   * Certificates among which the engine chooses for a connection: that of the listener for the host, or all of the
   * Gateway that are for the name which the client asks for, with a tie among equally close ones.
   */
  readonly certificates: 'of-listener' | 'of-gateway';
  /** Bits of the smallest RSA key that it presents a certificate with. */
  readonly smallestRsaKey: 1024 | 2048;
  /** Whether it presents certificates that tell clients to want a stapled answer of OCSP, which Stoa does not provide. */
  readonly presentsStapling: boolean;
  /** Source of what is known of the engine: its sources and tests, or its own claims of features of the Gateway API. */
  readonly evidence: 'engine' | 'claims';
  /**
   * Objects that a question for a route may go through, because the engine leaves out rules with one that it cannot load:
   * they ask no component, and count no requests. None where it answers such requests with an error.
   */
  readonly proves?: (object: Rendered) => boolean;
  /** Reader of its answers in place of a component; missing where nothing tells them from those of components. */
  readonly failure?: FailureReader;
  /** Reader of the Secrets of passwords; missing where the engine asks for none. */
  readonly passwords?: PasswordReader;
  /** Check of its workloads, where some versions or settings of it confuse objects of different namespaces. */
  readonly check?: WorkloadCheck;
}

/** Objects of an engine's own that pass the connections to a host on at one of its entry points. */
export interface Passing {
  readonly resource: Resource<KubeObject>;
  readonly specOf: (passed: Passed) => object;
}

/** Host whose connections pass to a Service. */
interface Passed {
  readonly host: string;
  readonly service: string;
  readonly port: number;
  readonly entryPoint: string;
}

/** Check of the workloads of an engine. Pure. */
export interface WorkloadCheck {
  /** Label selector of its workloads. */
  readonly selector: string;
  readonly problemsOf: (workloads: readonly Workload[]) => readonly EngineProblem[];
}

/** Shortcoming of a gateway engine by which objects of one namespace can pass for those of another. */
export interface EngineProblem {
  /** Workload of the engine, `namespace/name`. */
  readonly workload: string;
  readonly problem: 'version' | 'naming';
  /** Text that says what is wrong and how to mend it. */
  readonly message: string;
}

/** Dialect: how one engine is configured where the Gateway API has no fields. */
export interface Dialect extends EngineFacts {
  /** Resources that it writes beside HTTPRoutes; a cluster must serve all of them. */
  readonly resources: readonly Resource<KubeObject>[];
  /** Kinds among them on whose objects the engine reports, and the features that they carry. */
  readonly policies: readonly { readonly resource: Resource; readonly carries: readonly Feature[] }[];
  readonly support: Readonly<Record<Feature, Support>>;
  /** Features that it has for calls of gRPC, too. */
  readonly calls: readonly Feature[];
  /** Detours that the engine leaves to its routes. */
  readonly detours: RouteStyle['detours'];
  /** Way in which it matches paths with escapes. */
  readonly escapes: RouteStyle['escapes'];
  /** Condition on a call of gRPC in a route for the engine. */
  readonly callMatch: RouteStyle['callMatch'];
  /** Whether a group has a branch that answers no request, because the engine lacks what keeps some of them out. Pure. */
  shuts(group: ListenerGroup): boolean;
  /** The objects of a group, its HTTPRoute first, and the features that they leave out. Pure. */
  render(group: ListenerGroup): {
    readonly objects: readonly [Rendered, ...Rendered[]];
    readonly unsupported: readonly UnsupportedFeature[];
  };
}

/** Engine: its dialect, and its metrics where Stoa reads them. */
export interface Engine<M extends EngineMetrics | undefined = EngineMetrics | undefined> extends Dialect {
  readonly metrics: M;
}

/** Definition of an engine. */
interface Definition<M> extends EngineFacts {
  readonly style: RouteStyle;
  /** Abilities that differ from those of the Gateway API alone. */
  readonly abilities: Partial<Abilities>;
  /** Features that it has for calls of gRPC, too: those of a GRPCRoute, and those of what it has beside one. */
  readonly calls: readonly Feature[];
  /** Kinds on whose objects the engine reports, of those that carry features. */
  readonly reports: readonly Resource[];
  /** The objects of a group, its route first. */
  readonly objects: (group: ListenerGroup) => readonly [Rendered, ...Rendered[]];
  readonly metrics: M;
}

/**
 * An engine by its definition: documentation, kinds and rights, policies, guards and unsupported features come from its
 * abilities.
 */
export function defineEngine<const M extends EngineMetrics | undefined>({
  style,
  abilities: own,
  calls,
  reports,
  objects,
  ...rest
}: Definition<M>): Engine<M> {
  const abilities = { ...GATEWAY_API_ABILITIES, ...own };
  const forCalls = abilitiesForCalls(abilities, calls);
  const abilitiesFor = (group: ListenerGroup) => (isOfCalls(group) ? forCalls : abilities);
  return {
    ...rest,
    resources: [
      ...new Set([
        ...reports,
        ...(rest.passing === undefined ? [] : [rest.passing.resource]),
        ...FEATURES.flatMap((feature) => meansOf(abilities[feature]).by ?? []),
      ]),
    ],
    policies: reports.map((resource) => ({
      resource,
      carries: featuresBy(abilities, resource).map(({ feature }) => feature),
    })),
    support: perFeature((_, feature) => {
      const { level, how } = abilities[feature];
      return { level, how };
    }),
    calls,
    detours: style.detours,
    escapes: style.escapes,
    callMatch: style.callMatch,
    shuts: (group) => guardedBy(group, abilitiesFor(group), style) !== group,
    render: (group) => {
      const able = abilitiesFor(group);
      const limits = limitsOf(group, styleFor(group, style)).filter(
        ({ field }) => able[field].level !== 'none',
      );
      const guarded = guardedBy(group, able, style);
      return {
        objects: objects(isOfCalls(group) ? expressible(guarded, able) : guarded),
        unsupported: [...unsupportedFields(able, group), ...limits],
      };
    },
  };
}

/** Features that objects of a kind carry, with the means of their abilities, in the order of these. */
export function featuresBy(abilities: Partial<Abilities>, resource: Resource) {
  return Object.entries(abilities).flatMap(([name, ability]) => {
    const means = meansOf(ability);
    return isFeature(name) && means.by === resource ? [{ feature: name, means }] : [];
  });
}

/** Content of the object of a kind for a whole group, or for one of its branches: that of all abilities that it carries. */
export interface KindContent {
  ofGroup(group: ListenerGroup): object;
  ofBranch(branch: Branch, group: ListenerGroup): object;
}

/** Content of the objects of a kind, in the order of the abilities. */
export function kindContent(abilities: Partial<Abilities>, resource: Resource): KindContent {
  const carried = featuresBy(abilities, resource);
  const ofGroups = carried.flatMap(({ means: { ofGroup } }) => ofGroup ?? []);
  const ofBranches = carried.flatMap(({ means: { ofBranch } }) => ofBranch ?? []);
  return {
    ofGroup: (group) => mergedParts(ofGroups.map((content) => content(group))),
    ofBranch: (branch, group) => mergedParts(ofBranches.map((content) => content(branch, group))),
  };
}

/** The features that a group requests and does not get, or not as requested. */
function unsupportedFields(abilities: Abilities, group: ListenerGroup): readonly UnsupportedFeature[] {
  return requestedFeatures(group).flatMap((field) => {
    const why = lostOf(abilities[field], group);
    return why === undefined ? [] : [{ field, why }];
  });
}

function lostOf(ability: Ability, group: ListenerGroup): string | undefined {
  switch (ability.level) {
    case 'full':
      return undefined;
    case 'close':
      return ability.lost === undefined ? ability.how : ability.lost(group);
    case 'none':
      return ability.how;
  }
}
