import type { NotApplied } from '../../api/marketinstall.ts';
import type { Override } from '../../api/overrides.ts';
import type { ExtendMethod } from '../../workload/kinds.ts';
import type { Endpoint } from './endpoint.ts';
import type { ConfigGroup, Env } from './env.ts';
import type { Registry } from './image.ts';
import type { ModelHttpRoute, ModelStreamRoute } from './ingress.ts';
import type { Plugin } from './plugin.ts';
import type { Probe } from './probe.ts';
import type { KubernetesAttribute, Monitor } from './settings.ts';
import type { ConfigFile, SharedMount, Volume } from './storage.ts';

/** Application model, checked and with the defaults of the format filled in. */
export interface Model {
  /** `group_name`. */
  readonly name: string;
  /** `group_version`. */
  readonly version: string;
  /** Whether components expect a mesh that listens at 127.0.0.1 on the ports of their dependencies. */
  readonly meshed: boolean;
  readonly components: readonly ModelComponent[];
  readonly configGroups: readonly ConfigGroup[];
  readonly httpRoutes: readonly ModelHttpRoute[];
  readonly streamRoutes: readonly ModelStreamRoute[];
  readonly resources: readonly KubernetesResource[];
  /** Parts of the model that have no effect here, whatever the cluster supports. */
  readonly notApplied: readonly NotApplied[];
}

/** Kubernetes object that the model contains. */
export interface KubernetesResource {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  /** YAML, not parsed yet. */
  readonly content: string;
}

/** One port of a component. */
export interface Port {
  readonly path: string;
  readonly containerPort: number;
  /** Lower case, for example `http`, `tcp`, `udp`, `mysql`. */
  readonly protocol: string;
  /** Prefix of the connection envs; empty where the model has none. */
  readonly alias: string;
  /** Name of the Service; empty where the model has none. */
  readonly serviceName: string;
  /** Whether the mesh of the original forwarded it. */
  readonly inner: boolean;
  readonly outer: boolean;
}

/** Size of a component. */
export interface Sizing {
  /** Replicas when it runs. */
  readonly replicas: number;
  /** MiB; 0 is unlimited. */
  readonly memory: number;
  /** Thousandths of a core; 0 is unlimited. */
  readonly cpu: number;
}

/** Component of a model that runs as a container, or elsewhere. No list is missing; missing texts are empty. */
export interface ModelComponent {
  /** Path in the model, for example `apps[3]`. */
  readonly path: string;
  /** Key that is unique in the model and the same in every version. */
  readonly key: string;
  /** `service_share_uuid`, by which plugins and other versions name it. */
  readonly shareId: string;
  /** `service_cname`, or another of its names. */
  readonly name: string;
  /** `k8s_component_name`, or `service_alias`: wish for the name of the workload; may be empty, or no DNS label. */
  readonly shortName: string;
  readonly version: string;
  /** `amd64`, `arm64`, or several separated by `&`. */
  readonly arch: string;
  /** `share_image`, or `image`. */
  readonly image: string;
  readonly registry: Registry;
  /** Start command, separated by blanks; may hold `${NAME}`. */
  readonly cmd: string;
  readonly extendMethod: ExtendMethod;
  readonly sizing: Sizing;
  readonly ports: readonly Port[];
  readonly envs: readonly Env[];
  /** Envs for those that depend on it, beside host and port of its ports. */
  readonly connectEnvs: readonly Env[];
  /** Storage, without the config files. */
  readonly volumes: readonly Volume[];
  readonly configFiles: readonly ConfigFile[];
  readonly mounts: readonly SharedMount[];
  /** Keys of components of the model, unique, without its own. */
  readonly dependsOn: readonly string[];
  readonly probes: readonly Probe[];
  readonly monitors: readonly Monitor[];
  /** Plugins that run in its pods. */
  readonly plugins: readonly Plugin[];
  readonly attributes: readonly KubernetesAttribute[];
  /** Labels that select its nodes, by their names in the publisher's cluster. */
  readonly labels: Readonly<Record<string, string>>;
  /** Addresses of a component that runs elsewhere and has no pods; undefined for all others. */
  readonly endpoints?: readonly Endpoint[];
  /** Parts of the pods that the install sets, of which the format has no key; none in a model as it is parsed. */
  readonly overridden?: PodOverride;
}

/** Parts of the pods of a component that its install sets. */
export interface PodOverride {
  readonly resources: NonNullable<Override['resources']>;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Envs whose values are in Secrets of the namespace. */
  readonly secretEnvs: readonly SecretEnv[];
  /** Names of all envs that the install sets. */
  readonly envNames: readonly string[];
}

/** Env whose value is in a Secret of the namespace. */
export interface SecretEnv {
  readonly name: string;
  readonly secret: { readonly name: string; readonly key: string };
}
