import type { NotApplied } from '../../api/marketinstall.ts';
import type { ModelComponent } from './component.ts';
import type { ConfigGroup } from './env.ts';
import type { ModelHttpRoute, ModelStreamRoute } from './ingress.ts';

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
