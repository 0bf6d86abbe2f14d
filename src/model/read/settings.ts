/** Volume of a component. */
export interface Volume {
  readonly path: string;
  readonly name: string;
  /** Mount path: absolute, without `..`. */
  readonly mountPath: string;
  /** `share-file`, `local`, `memoryfs`, or the name of a storage class. */
  readonly type: string;
  /** GiB; 0 where the model has none. */
  readonly capacity: number;
  /** Settings of the install for it; undefined in a model as it is parsed. */
  readonly overridden?: VolumeOverride;
}

/** Size and class of a volume that its install sets. */
interface VolumeOverride {
  /** Path in the spec of the install. */
  readonly path: string;
  readonly size: boolean;
  /** StorageClass; undefined where that of the model stands. */
  readonly storageClass: string | undefined;
}

/** Config file of a component. */
export interface ConfigFile {
  readonly path: string;
  readonly name: string;
  /** Path of the file: absolute, without `..`. */
  readonly mountPath: string;
  /** Never empty; may hold `${NAME}`. */
  readonly content: string;
  /** File mode, at most 0o777. */
  readonly mode: number;
}

/** Mount of a volume or config file of another component. */
export interface SharedMount {
  readonly path: string;
  /** Key of the owning component. */
  readonly owner: string;
  /** Name of the volume or config file; the owner has one of this name. */
  readonly name: string;
  /** Mount path: absolute, without `..`. */
  readonly mountPath: string;
}

/** Enabled probe; times in seconds. */
export interface Probe {
  readonly path: string;
  readonly mode: 'readiness' | 'liveness';
  readonly check:
    | { readonly type: 'tcp'; readonly port: number }
    | {
        readonly type: 'http';
        readonly port: number;
        readonly path: string;
        readonly headers: readonly Header[];
      }
    | { readonly type: 'cmd'; readonly command: string };
  readonly initialDelay: number;
  readonly period: number;
  readonly timeout: number;
  readonly failureThreshold: number;
  readonly successThreshold: number;
}

/** Header of a request. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** Metrics endpoint of a component. */
export interface Monitor {
  readonly path: string;
  readonly name: string;
  readonly port: number;
  readonly metricsPath: string;
  /** Prometheus duration, for example `30s`; empty where the model has none. */
  readonly interval: string;
}

/** Field of the pod for which the format has no key. */
export interface KubernetesAttribute {
  readonly path: string;
  /** Name, for example `nodeSelector`, `affinity`, `privileged`. */
  readonly name: string;
  readonly format: 'json' | 'yaml' | 'string';
  /** Text in that format, not parsed yet. */
  readonly value: string;
}
