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
