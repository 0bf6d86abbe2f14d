import type { ExtendMethod } from '../../workload/kinds.ts';
import type { ConfigFile, KubernetesAttribute, Monitor, Probe, SharedMount, Volume } from './settings.ts';

/** One port of a component. */
export interface Port {
  readonly path: string;
  readonly containerPort: number;
  /** As the model spells it, in lower case, for example `http`, `tcp`, `udp`, `mysql`. */
  readonly protocol: string;
  /** Prefix of the connection envs; empty where the model has none. */
  readonly alias: string;
  /** Name of the Service; empty where the model has none. */
  readonly serviceName: string;
  readonly inner: boolean;
  readonly outer: boolean;
}

/** An env of a component, or one that it offers to those that depend on it. */
export interface Env {
  readonly name: string;
  /** May hold `**None**`, `**None:group**` and `${NAME}`. */
  readonly value: string;
}

/** How large a component is, with the defaults of the format filled in. */
export interface Sizing {
  /** Replicas when it runs, at least 1. */
  readonly replicas: number;
  /** MiB; 0 is unlimited. */
  readonly memory: number;
  /** Thousandths of a core; 0 is unlimited. */
  readonly cpu: number;
}

/** A registry and how to log in, as far as the model says; what it leaves out is empty. */
export interface Registry {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** One component of a model that runs as containers. Every list is present, every text that is left out empty. */
export interface ModelComponent {
  /** Where it stands in the model, for example `apps[3]`: the head of every path under it. */
  readonly path: string;
  /** What tells it from the others in every version of the model. */
  readonly key: string;
  /** `service_share_uuid`, by which plugins and other versions name it. */
  readonly shareId: string;
  /** `service_cname`, else another name that it has. */
  readonly name: string;
  /** `k8s_component_name`, else `service_alias`: what its workload would like to be called; may be empty or no DNS label. */
  readonly shortName: string;
  readonly version: string;
  /** `amd64`, `arm64` or several parted by `&`. */
  readonly arch: string;
  /** What is pulled: `share_image`, else `image`. */
  readonly image: string;
  readonly registry: Registry;
  /** Start command as one text, parted by blanks; may hold `${NAME}`. */
  readonly cmd: string;
  readonly extendMethod: ExtendMethod;
  readonly sizing: Sizing;
  readonly ports: readonly Port[];
  readonly envs: readonly Env[];
  /** What those that depend on it get, beside host and port of its inner ports. */
  readonly connectEnvs: readonly Env[];
  /** Storage, without the config files. */
  readonly volumes: readonly Volume[];
  readonly configFiles: readonly ConfigFile[];
  readonly mounts: readonly SharedMount[];
  /** Keys of components of this model, each once and never its own. */
  readonly dependsOn: readonly string[];
  readonly probes: readonly Probe[];
  readonly monitors: readonly Monitor[];
  readonly attributes: readonly KubernetesAttribute[];
  readonly labels: Readonly<Record<string, string>>;
}
