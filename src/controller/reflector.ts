import { type KubeObject, keyOf } from '../kube/object.ts';

/**
 * Where a reflector is: reading the list, following the watch from a version, or pausing after a failure
 * before it resumes from a version or, without one, from a new list.
 */
export type ReflectorState<T extends KubeObject> =
  | { readonly phase: 'listing'; readonly items: readonly T[]; readonly failures: number }
  | { readonly phase: 'watching'; readonly version: string; readonly failures: number }
  | { readonly phase: 'pausing'; readonly version?: string; readonly failures: number };

/** What can happen to a reflector. */
export type ReflectorEvent<T extends KubeObject> =
  | { readonly type: 'page'; readonly items: readonly T[]; readonly version: string; readonly last: boolean }
  | { readonly type: 'changed'; readonly object: T }
  | { readonly type: 'deleted'; readonly object: T }
  | { readonly type: 'bookmark'; readonly version: string }
  /** The watch ended without an error after `livedMs`. */
  | { readonly type: 'ended'; readonly livedMs: number }
  /** A list or watch broke; `gone` where the server no longer has the version. */
  | { readonly type: 'failed'; readonly gone: boolean }
  | { readonly type: 'paused' };

/** What a step does to the store. */
export type StoreEffect<T extends KubeObject> =
  | { readonly type: 'replace'; readonly items: readonly T[]; readonly version: string }
  | { readonly type: 'put'; readonly object: T }
  | { readonly type: 'remove'; readonly key: string; readonly version: string };

/** The next state and the one thing, if any, to do to the store. */
export interface Step<T extends KubeObject> {
  readonly state: ReflectorState<T>;
  readonly effect?: StoreEffect<T>;
}

/** A watch that lived this long was healthy: what failed before it no longer counts. */
export const HEALTHY_MS = 5_000;

/** How every reflector starts. */
export const INITIAL = { phase: 'listing', items: [], failures: 0 } as const;

/**
 * One step of list-and-watch, total over its events: an event that does not belong to the state changes
 * nothing. Its effect, when the last page is in, is one replacement of all.
 */
export function step<T extends KubeObject>(state: ReflectorState<T>, event: ReflectorEvent<T>): Step<T> {
  switch (state.phase) {
    case 'listing':
      return whileListing(state, event);
    case 'watching':
      return whileWatching(state, event);
    case 'pausing':
      return { state: event.type === 'paused' ? resumed(state) : state };
  }
}

function resumed<T extends KubeObject>({
  version,
  failures,
}: ReflectorState<T> & { phase: 'pausing' }): ReflectorState<T> {
  return version === undefined ? { ...INITIAL, failures } : { phase: 'watching', version, failures };
}

function whileListing<T extends KubeObject>(
  state: ReflectorState<T> & { phase: 'listing' },
  event: ReflectorEvent<T>,
): Step<T> {
  if (event.type === 'failed') {
    return { state: { phase: 'pausing', failures: state.failures + 1 } };
  }
  if (event.type !== 'page') {
    return { state };
  }
  const items = [...state.items, ...event.items];
  if (!event.last) {
    return { state: { ...state, items } };
  }
  const watching = { phase: 'watching', version: event.version, failures: state.failures } as const;
  return { state: watching, effect: { type: 'replace', items, version: event.version } };
}

function whileWatching<T extends KubeObject>(
  state: ReflectorState<T> & { phase: 'watching' },
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
      return { state: healthy(event.version) };
    case 'ended':
      return { state: event.livedMs >= HEALTHY_MS ? healthy(state.version) : broken(state) };
    case 'failed':
      return { state: event.gone ? { phase: 'pausing', failures: state.failures + 1 } : broken(state) };
    default:
      return { state };
  }
}

function healthy<T extends KubeObject>(version: string): ReflectorState<T> {
  return { phase: 'watching', version, failures: 0 };
}

function broken<T extends KubeObject>({
  version,
  failures,
}: ReflectorState<T> & { phase: 'watching' }): ReflectorState<T> {
  return { phase: 'pausing', version, failures: failures + 1 };
}
