import type { EnvSource } from './platform/env.ts';
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
