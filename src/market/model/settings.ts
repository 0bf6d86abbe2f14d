/** How many may write and read a volume; empty where the model does not say. */
export type AccessMode = 'RWO' | 'RWX' | 'ROX' | '';

/** Storage of a component. */
export interface Volume {
  readonly path: string;
  readonly name: string;
  /** Where it is mounted: absolute, without `..`. */
  readonly mountPath: string;
  /** `share-file`, `local`, `memoryfs`, or the name of a storage class. */
  readonly type: string;
  /** GiB; 0 where the model does not say. */
  readonly capacity: number;
  readonly accessMode: AccessMode;
}

/** A file that a component reads. */
export interface ConfigFile {
  readonly path: string;
  readonly name: string;
  /** Path of the file itself: absolute, without `..`. */
  readonly mountPath: string;
  readonly content: string;
  /** Permissions, at most 0o777; none where the model does not say. */
  readonly mode?: number;
}

/** A volume or config file of another component, mounted here too. */
export interface SharedMount {
  readonly path: string;
  /** Key of the component that has it. */
  readonly owner: string;
  /** Name of its volume or config file; the owner has one of this name. */
  readonly name: string;
  /** Where it is mounted: absolute, without `..`. */
  readonly mountPath: string;
}

/** A probe that is in use, with the defaults of the format filled in; times in seconds. */
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

/** A header that is sent. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** Where a component tells its metrics. */
export interface Monitor {
  readonly path: string;
  readonly name: string;
  readonly port: number;
  readonly metricsPath: string;
  /** As Prometheus spells it, for example `30s`; empty where the model does not say. */
  readonly interval: string;
}

/** A field of the pod that the format has no key for. */
export interface KubernetesAttribute {
  readonly path: string;
  /** For example `nodeSelector`, `affinity`, `privileged`. */
  readonly name: string;
  readonly format: 'json' | 'yaml' | 'string';
  /** In that format, not parsed yet. */
  readonly value: string;
}
