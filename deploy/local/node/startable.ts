import type { KubeObject } from '../../../src/kube/object.ts';

/** Env of a container, as far as the stand-in resolves it. */
export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: KeyReference;
    readonly configMapKeyRef?: KeyReference;
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

/** Source of all keys of an object as envs. */
interface EnvFromSource {
  readonly prefix?: string;
  readonly secretRef?: { readonly name: string };
  readonly configMapRef?: { readonly name: string };
}

interface KeyReference {
  readonly name: string;
  readonly key: string;
}

/** Container of a pod, as far as its start depends on it. */
export interface StartableContainer {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvFromSource[];
  readonly volumeMounts?: readonly VolumeMount[];
}

/** Mount of a volume. */
export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
}

/** Volume of texts. */
interface TextVolume {
  readonly defaultMode?: number;
  readonly items?: readonly { readonly key: string; readonly path: string; readonly mode?: number }[];
}

/** Pod, as far as the start of its containers depends on it. */
export interface StartablePod extends KubeObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly serviceAccountName?: string;
    readonly initContainers?: readonly StartableContainer[];
    readonly containers: readonly StartableContainer[];
    readonly volumes?: readonly {
      readonly name: string;
      readonly configMap?: TextVolume & { readonly name: string };
      readonly secret?: TextVolume & { readonly secretName: string };
    }[];
  };
  readonly status?: { readonly podIP?: string; readonly hostIP?: string };
}

/** Texts of the Secrets and ConfigMaps of a namespace by key; none of those that do not exist. */
export interface Texts {
  secret(name: string | undefined): Readonly<Record<string, string>>;
  configMap(name: string | undefined): Readonly<Record<string, string>>;
}
