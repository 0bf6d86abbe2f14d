import type { Scope, Value } from './variables/fill.ts';

/** Env of a component, as written. */
export interface RawEnv extends Value {
  readonly from: 'group' | 'platform' | 'model';
  /** Key of the component that offers it, whose scope defines what that of this component does not. */
  readonly origin?: string;
  /** Source of its value in the container; undefined for its text. */
  readonly source?: EnvSource;
  /** Whether only variables have it, and the container does not. */
  readonly hidden?: boolean;
}

/** Envs of a component, by name, in the order of the container. */
export type RawEnvs = ReadonlyMap<string, RawEnv>;

/** Envs of a component as its model has them, with variables. */
export interface OwnEnvs {
  /** Items of its config groups. */
  readonly groups: Scope;
  /** Envs that it has itself. */
  readonly own: Scope;
  /** Envs that it offers to those that depend on it. */
  readonly offers: readonly (readonly [name: string, env: RawEnv])[];
}

/** Source of the value of an env that is no text of the pod template. */
export type EnvSource =
  | { readonly type: 'secret'; readonly name: string; readonly key: string }
  /** Field of the pod. */
  | { readonly type: 'field'; readonly path: string }
  /** Key of a ConfigMap, whose changes do not replace pods. */
  | { readonly type: 'shared'; readonly name: string; readonly key: string };

/** Env that the original platform gives a container. */
export interface PlatformEnv {
  /** Name in its releases before 6. */
  readonly name: string;
  /** Whether releases since 6 put an underscore before the name. */
  readonly underscored: boolean;
  /** Whether it also hides an env of that name from a dependency, not only one from a config group. */
  readonly hidesOffers: boolean;
  /** Value in texts; empty where only the running pod knows it. */
  readonly text: string;
  readonly source?: EnvSource;
}
