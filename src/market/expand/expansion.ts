import type { NotApplied } from '../../api/marketinstall.ts';
import type { ObjectDraft } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';

/**
 * What was decided once for an install and must never change again, whatever is retried or upgraded: it is
 * kept in a Secret, and an upgrade only adds to it.
 */
export interface Kept {
  /** Generated secrets: the place of a `**None**`, or the group of a `**None:group**`, to the value. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Names of workloads: component key to the name, which volumes go by too. */
  readonly workloads: Readonly<Record<string, string>>;
  /** Names of Services: component key and the name that the model wants, to the name. */
  readonly services: Readonly<Record<string, string>>;
  /** Ports of the Gateway for outer ports that are not HTTP: component key and port to the Gateway's port. */
  readonly ports: Readonly<Record<string, number>>;
}

/** What the cluster has that an expansion depends on. */
export interface Surroundings {
  readonly namespace: string;
  /** The application: `spec.id` and object name. */
  readonly app: { readonly id: number; readonly name: string };
  /** The install: object name and uid. */
  readonly install: { readonly name: string; readonly uid: string };
  /** Registry credentials that the store gave for the model. */
  readonly hub?: Hub;
  /** Undefined where nobody may see them. */
  readonly storageClasses: readonly { readonly name: string; readonly isDefault: boolean }[] | undefined;
  /** Whether ServiceMonitors are served. */
  readonly serviceMonitors: boolean;
  /** Domain below which outer HTTP ports get host names; without one they get none. */
  readonly domain?: string;
}

/** A registry and how to log in. */
export interface Hub {
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

/** An object as it is to be applied; metadata has namespace, name and labels, never owner references. */
export interface Wanted {
  readonly resource: Resource;
  readonly draft: ObjectDraft;
}

/** One component of a model, ready to be applied. */
export interface PlannedComponent {
  /** Key in the model by which upgrades find it. */
  readonly key: string;
  /** Value of `stoa.dev/component-id`. */
  readonly id: string;
  readonly name: string;
  /** Keys of the components that must be ready before it is rolled out; only of this model. */
  readonly dependsOn: readonly string[];
  /** Its workload as it runs; `asStopped` makes it the same at zero. */
  readonly workload: Wanted;
  /** What else it has: Services, ConfigMaps, Secrets, volumes, monitors. */
  readonly objects: readonly Wanted[];
}

/** What a model comes to in a namespace. */
export interface Expansion {
  /** What several components share: secrets of config groups, pull secrets, shared volumes. */
  readonly shared: readonly Wanted[];
  readonly components: readonly PlannedComponent[];
  /** GatewayRules, applied last. */
  readonly rules: readonly Wanted[];
  /** Every part of the model that has no effect here. */
  readonly notApplied: readonly NotApplied[];
}
