import type { Grants } from '../api/grants.ts';
import { LABELS, MANAGED_BY } from '../api/group.ts';
import type { PortRange, PortStanding } from '../names/ports.ts';
import type { PlannedObject } from '../objects/planned.ts';
import type { DataMount } from '../workload/datamounts.ts';

/** Mirrors of registries, or of paths in them: a registry with a path in place of another one. */
export type Mirrors = Readonly<Record<string, string>>;

/**
 * Course by which a version comes into place: the first one of an install, another one after it, or the one before,
 * to which a given-up upgrade goes back, or which stays in place while the upgrade is held.
 */
export type Course = 'install' | 'upgrade' | 'way-back';

/** Inputs of an expansion beside the model: the install, its application and the cluster. */
export interface Surroundings {
  readonly namespace: string;
  /** The application: `spec.id` and object name. */
  readonly app: { readonly id: number; readonly name: string };
  /** The install: object name and identity, by which a restored one is the one before. */
  readonly install: { readonly name: string; readonly uid: string };
  readonly course: Course;
  /** Fate of the Ingresses and HTTPRoutes of a chart; rules where undefined. */
  readonly routes?: 'rules' | 'ignore';
  /** Rights of the model to more than it brings along. */
  readonly grants: Grants;
  /** Registry credentials that the store gave for the model. */
  readonly hub?: Hub;
  /** Release of the platform that the model was published with; undefined if the store does not name it. */
  readonly publishedWith?: string;
  /** Values that the install takes from objects of its namespace, each over those before it. */
  readonly valuesFrom?: readonly ValuesText[];
  /** Undefined where the operator may not list them. */
  readonly storageClasses: readonly StorageClass[] | undefined;
  readonly storage: StorageSettings;
  /** Selectors of nodes, by the labels of components that ask for them. */
  readonly nodeLabels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Mirrors from which nodes pull images; none where undefined. */
  readonly mirrors?: Mirrors;
  /** Whether the cluster serves ServiceMonitors. */
  readonly serviceMonitors: boolean;
  /** Domain of the host names of outer HTTP ports; without one, these ports get none. */
  readonly domain?: string;
}

/** Labels of all objects of an install. */
export function installLabels({
  app,
  install,
}: Pick<Surroundings, 'app' | 'install'>): Record<string, string> {
  return { ...MANAGED_BY, [LABELS.appId]: `${app.id}`, [LABELS.install]: install.uid };
}

/** Text of values in an object of the namespace. */
export interface ValuesText {
  /** Path in the spec of the install, such as `spec.valuesFrom[0]`. */
  readonly path: string;
  readonly text: string;
  /** Whether a Secret has it, so that nothing in it may be shown. */
  readonly isSecret: boolean;
}

/** StorageClass of the cluster. */
export interface StorageClass {
  readonly name: string;
  readonly isDefault: boolean;
  readonly provisioner: string;
}

/** Settings for the volumes of models. */
export interface StorageSettings {
  /** StorageClasses by type of volume. */
  readonly classes: Readonly<Record<string, string>>;
  /** StorageClasses whose volumes several nodes can mount for writing, beside those that Stoa knows. */
  readonly readWriteMany: readonly string[];
}

/** Image registry with its credentials. */
interface Hub {
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

/** Names and ports that are not free for an install, and the volumes that it has. */
export interface TakenNames {
  /** Names of workloads of any kind in the namespace that are not the install's. */
  readonly workloads: ReadonlySet<string>;
  /** Whether another object has, or is about to have, the name of a Service in the namespace. */
  readonly isServiceTaken: (name: string) => boolean;
  /** `serviceName` of a StatefulSet of the install that exists, by its name. */
  readonly serviceNameOf: (workload: string) => string | undefined;
  /** Ports of the Gateway for rules that are not HTTP. */
  readonly offeredPorts: readonly PortRange[];
  /** Standing of the namespace to a port of the Gateway; one that another install is about to have is refused. */
  readonly portStanding: (port: number) => PortStanding;
  /** Number of ports that the install may have beyond those that rules of its namespace have. */
  readonly portsLeft: number;
  readonly volumes: StandingVolumes;
}

/** Volume with data that a stored workload mounts. */
export interface StandingMount extends DataMount {
  /** Name of the workload, from which those of the claims of its pods derive. */
  readonly workload: string;
}

/** Volumes that an install has made, or that a deleted one of its name has left. */
export interface StandingVolumes {
  /** Volumes with data that the workloads of a component mount, by its id. */
  readonly mountsOf: (componentId: string) => readonly StandingMount[];
  /** Volumes with data that workloads mount that a model has brought along, of the name or with the selector of one. */
  readonly mountsOfBrought: (planned: PlannedObject) => readonly StandingMount[];
  readonly hasClaim: (name: string) => boolean;
  /** Names of the claims of the pods of a workload that a template has made. */
  readonly claimsOf: (template: string, workload: string) => readonly string[];
}

/** Source of random hexadecimal digits. */
export type RandomHex = (digits: number) => string;

/** Install that gets names, ports and secrets, and those that are not free for it. */
export interface AllocationContext extends Pick<Surroundings, 'install'> {
  readonly taken: TakenNames;
  readonly now: Date;
  readonly random: RandomHex;
}
