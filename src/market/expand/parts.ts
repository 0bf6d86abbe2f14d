import type { NotApplied } from '../../api/marketinstall.ts';
import type { ModelComponent } from '../model/component.ts';
import type { Surroundings, Wanted } from './expansion.ts';
import type { ReadAttribute } from './workload/attributes.ts';

/** An env of a container, whose value stands in a Secret wherever it is one. */
export type ContainerEnv =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly secret: { readonly name: string; readonly key: string } };

/** What is known of a component of a model before its workload is made. */
export interface Part {
  /** As parsed, with every reference to a renamed Service rewritten in its config files. */
  readonly component: ModelComponent;
  /** Value of `stoa.dev/component-id`. */
  readonly id: string;
  /**
   * Name of the workload, a DNS label of at most 52 characters that no other of the install has; what else
   * the component has is called `<workload>-<something>`, at most 63 characters (`withSuffix` in name.ts).
   */
  readonly workload: string;
  /** On every object of the component, and on its pods. */
  readonly labels: Readonly<Record<string, string>>;
  /** On the workload: the component's name and facts. */
  readonly annotations: Readonly<Record<string, string>>;
  /** By which the workload finds its pods; never changes. Also on the pods, among `labels`. */
  readonly selector: Readonly<Record<string, string>>;
  /** On the pods: what must make new pods when it changes. */
  readonly podAnnotations: Readonly<Record<string, string>>;
  /** Service of a StatefulSet, without an address of its own. */
  readonly headlessService: string;
  /** In the order in which they stand in the container: own, and those of its dependencies. */
  readonly envs: readonly ContainerEnv[];
  /** Secrets of config groups; own envs win over them. */
  readonly envSecrets: readonly string[];
  /** Secrets with registry credentials. */
  readonly pullSecrets: readonly string[];
}

/** What the parts of one install have around them. */
export interface PartsContext {
  readonly surroundings: Surroundings;
  /** Every component of the model, by key: the owners of mounts, and who mounts whose volumes. */
  readonly parts: ReadonlyMap<string, Part>;
  /** Reads an attribute; those of one install have the same texts again and again. */
  readonly readAttribute: ReadAttribute;
}

/** What a component comes to, beside its Services and Secrets of envs. */
export interface MadeComponent {
  readonly workload: Wanted;
  /** ConfigMaps, volume claims, monitors. */
  readonly objects: readonly Wanted[];
  readonly notApplied: readonly NotApplied[];
}

/** Makes the workload of a component and what belongs to it; `expand/workload/component.ts` has it. */
export type MakeComponent = (part: Part, context: PartsContext) => MadeComponent;

/** What `k8s_resources` of a model come to; `expand/workload/resources.ts` has it. */
export interface MadeResources {
  readonly objects: readonly Wanted[];
  readonly notApplied: readonly NotApplied[];
}
