import type { NotApplied } from '../../api/marketinstall.ts';
import type { Env, ModelComponent } from './component.ts';
import type { ModelHttpRoute, ModelStreamRoute } from './ingress.ts';

/** An application model as it came from a store, checked and in one shape. */
export interface Model {
  /** `group_name`. */
  readonly name: string;
  /** `group_version`. */
  readonly version: string;
  readonly components: readonly ModelComponent[];
  readonly configGroups: readonly ConfigGroup[];
  readonly httpRoutes: readonly ModelHttpRoute[];
  readonly streamRoutes: readonly ModelStreamRoute[];
  readonly resources: readonly KubernetesResource[];
  /** Parts that were understood and have no counterpart here, whatever the cluster has. */
  readonly notApplied: readonly NotApplied[];
}

/** Envs that several components share. */
export interface ConfigGroup {
  readonly path: string;
  readonly name: string;
  readonly items: readonly Env[];
  /** Keys of components of this model that get them. */
  readonly components: readonly string[];
}

/** An object of Kubernetes that the model brings along. */
export interface KubernetesResource {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  /** YAML, not parsed yet. */
  readonly content: string;
}
