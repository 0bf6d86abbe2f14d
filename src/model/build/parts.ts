import type { Access } from '../../allowed/access.ts';
import type { NotApplied } from '../../api/marketinstall.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Kept } from '../../source/kept.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { ModelComponent } from '../read/component.ts';
import type { Plugin } from '../read/plugin.ts';
import type { ConfigFile } from '../read/storage.ts';
import type { Directives } from './directives.ts';
import type { EnvSource } from './rawenv.ts';
import type { Growth, Scope, Value } from './variables/fill.ts';
import type { ReadAttribute } from './workload/attributes.ts';

/** Env of a container; a secret value stands in a Secret. */
export interface ContainerEnv {
  readonly name: string;
  readonly source: { readonly type: 'text'; readonly text: string } | EnvSource;
  /** Whether the platform gives it, and not the model. */
  readonly isOfPlatform: boolean;
}

/** Plugin whose options are filled. */
export interface FilledPlugin {
  readonly plugin: Plugin;
  /** Envs that it has beside those of its component, and in place of those with the same name. */
  readonly envs: readonly ContainerEnv[];
}

/** Component of a model before its workload is made. */
export interface Part {
  /** Component as parsed, with renamed Services in its config files. */
  readonly component: ModelComponent;
  /** Value of `stoa.dev/component-id`. */
  readonly id: string;
  /**
   * Name of the workload, a DNS label of at most 52 characters that is unique in the install. Names of its other
   * objects are `<workload>-<suffix>`, at most 63 characters (`withSuffix` in name.ts).
   */
  readonly workload: string;
  /** Labels of all objects of the component, and of its pods. */
  readonly labels: Readonly<Record<string, string>>;
  /** Annotations of the workload: the name and facts of the component. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Selector of the pods; never changes. Among `labels`, too. */
  readonly selector: Readonly<Record<string, string>>;
  /** Annotations of the pods: a change of them replaces the pods. */
  readonly podAnnotations: Readonly<Record<string, string>>;
  /** Headless Service of a StatefulSet. */
  readonly headlessService: string;
  /** Envs of the container in their order: those of its dependencies, then its own. */
  readonly envs: readonly ContainerEnv[];
  /** Values of the variables in its texts, such as config files: all envs, filled themselves. */
  readonly scope: Scope;
  /** Arguments of the container by the command of the model. */
  readonly args: readonly string[];
  /** Settings of the pod by envs. */
  readonly directives: Directives;
  /** Plugins that run in its pods. */
  readonly plugins: readonly FilledPlugin[];
  /** Secrets of config groups; other envs override them. */
  readonly envSecrets: readonly string[];
  /** Pull secrets. */
  readonly pullSecrets: readonly string[];
}

/** Mount of a config file in the component that has it, or in another. */
export interface FileMount {
  readonly file: ConfigFile;
  readonly owner: Part;
  readonly mounter: Part;
}

/** Config file as a component gets it. */
export interface FilledFile {
  readonly value: Value;
  /** Component whose object has this text: the owner of the file, unless the one that mounts it gets another. */
  readonly holder: Part;
}

/** Filler of config files. */
export type FillFile = (mount: FileMount) => FilledFile;

/** Context of the parts of an install. */
export interface PartsContext {
  readonly surroundings: Surroundings;
  /** All components of the model, by key: the owners of mounts, and those that mount their volumes. */
  readonly parts: ReadonlyMap<string, Part>;
  /** Allocated claims and templates of volumes. */
  readonly volumes: Kept['volumes'];
  readonly access: Access;
  /** Parser of attributes, with a cache: those of one install repeat. */
  readonly readAttribute: ReadAttribute;
  /** Growth of all texts of the install by variables. */
  readonly growth: Growth;
  readonly fillFile: FillFile;
  /** Keyed digest of a secret text: it changes with the text, and reveals nothing without the key. */
  readonly digestOf: (text: string) => string;
}

/** Objects of a component, beside its Services and Secrets. */
export interface MadeComponent {
  readonly workload: PlannedObject;
  /** ConfigMaps, volume claims and monitors. */
  readonly objects: readonly PlannedObject[];
  readonly notApplied: readonly NotApplied[];
}

/** Makes the workload of a component and what belongs to it; `expand/workload/component.ts` has it. */
export type MakeComponent = (part: Part, context: PartsContext) => MadeComponent;

/** Objects of `k8s_resources` of a model; made in `workload/resources.ts`. */
export interface MadeResources {
  readonly objects: readonly PlannedObject[];
  readonly notApplied: readonly NotApplied[];
}
