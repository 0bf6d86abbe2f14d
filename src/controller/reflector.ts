import { type KubeObject, keyOf } from '../kube/object.ts';

/**
 * State of a reflector: reading a list (`first` before its first page), watching from a version, or pausing after a
 * failure before it resumes from a version or, without one, from a new list.
 */
export type ReflectorState =
  | { readonly phase: 'listing'; readonly first: boolean; readonly failures: number }
  | { readonly phase: 'watching'; readonly version: string; readonly failures: number }
  | { readonly phase: 'pausing'; readonly version?: string; readonly failures: number };

/** Input event of a reflector, from the API server or the clock. */
export type ReflectorEvent<T extends KubeObject> =
  | { readonly type: 'page'; readonly items: readonly T[]; readonly version: string; readonly last: boolean }
  | { readonly type: 'changed'; readonly object: T }
  | { readonly type: 'deleted'; readonly object: T }
  | { readonly type: 'bookmark'; readonly version: string }
  /** The watch ended without an error after `livedMs`. */
  | { readonly type: 'ended'; readonly livedMs: number }
  /** A list or watch failed; `gone` if the resource version has expired. */
  | { readonly type: 'failed'; readonly gone: boolean }
  | { readonly type: 'paused' };

/** Effect of a step on the store. */
export type StoreEffect<T extends KubeObject> =
  /** Page of a list. With the last page, the list is complete at the resource version `complete`. */
  | {
      readonly type: 'listed';
      readonly items: readonly T[];
      readonly first: boolean;
      readonly complete: string | undefined;
    }
  | { readonly type: 'put'; readonly object: T }
  | { readonly type: 'remove'; readonly key: string; readonly version: string }
  /** No change up to `version`. */
  | { readonly type: 'advance'; readonly version: string };

/** Next state, and at most one effect on the store. */
export interface Step<T extends KubeObject> {
  readonly state: ReflectorState;
  readonly effect?: StoreEffect<T>;
}

/** Milliseconds after which a watch counts as healthy and resets the failures. */
export const HEALTHY_MS = 5_000;

/** Initial state. */
export const INITIAL = { phase: 'listing', first: true, failures: 0 } as const;

/** Transition of list-and-watch, total over all events: an event that does not fit the state has no effect. */
export function step<T extends KubeObject>(state: ReflectorState, event: ReflectorEvent<T>): Step<T> {
  switch (state.phase) {
    case 'listing':
      return whileListing(state, event);
    case 'watching':
      return whileWatching(state, event);
    case 'pausing':
      return { state: event.type === 'paused' ? resumed(state) : state };
  }
}

function resumed({ version, failures }: ReflectorState & { phase: 'pausing' }): ReflectorState {
  return version === undefined ? { ...INITIAL, failures } : { phase: 'watching', version, failures };
}

function whileListing<T extends KubeObject>(
  state: ReflectorState & { phase: 'listing' },
  event: ReflectorEvent<T>,
): Step<T> {
  if (event.type === 'failed') {
    return { state: { phase: 'pausing', failures: state.failures + 1 } };
  }
  if (event.type !== 'page') {
    return { state };
  }
  const { items, version, last } = event;
  return {
    state: last ? { phase: 'watching', version, failures: state.failures } : { ...state, first: false },
    effect: { type: 'listed', items, first: state.first, complete: last ? version : undefined },
  };
}

function whileWatching<T extends KubeObject>(
  state: ReflectorState & { phase: 'watching' },
  event: ReflectorEvent<T>,
): Step<T> {
  switch (event.type) {
    case 'changed':
      return {
        state: healthy(event.object.metadata.resourceVersion),
        effect: { type: 'put', object: event.object },
      };
    case 'deleted': {
      const version = event.object.metadata.resourceVersion;
      return { state: healthy(version), effect: { type: 'remove', key: keyOf(event.object), version } };
    }
    case 'bookmark':
      return { state: healthy(event.version), effect: { type: 'advance', version: event.version } };
    case 'ended':
      return { state: event.livedMs >= HEALTHY_MS ? healthy(state.version) : broken(state) };
    case 'failed':
      return { state: event.gone ? { phase: 'pausing', failures: state.failures + 1 } : broken(state) };
    default:
      return { state };
  }
}

function healthy(version: string): ReflectorState {
  return { phase: 'watching', version, failures: 0 };
}

function broken({ version, failures }: ReflectorState & { phase: 'watching' }): ReflectorState {
  return { phase: 'pausing', version, failures: failures + 1 };
}
