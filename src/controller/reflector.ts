import { type KubeObject, keyOf } from '../kube/object.ts';
import { isLater } from './version.ts';

/**
 * State of a reflector. `version` is the last one that it has seen, if any.
 */
export type ReflectorState =
  /** Reading a list; `first` before its first page. */
  | {
      readonly phase: 'listing';
      readonly first: boolean;
      readonly version?: string | undefined;
      readonly failures: number;
    }
  /** Asking for the present version of the server, before a watch goes on from an earlier one. */
  | { readonly phase: 'resuming'; readonly version: string; readonly failures: number }
  | { readonly phase: 'watching'; readonly version: string; readonly failures: number }
  /** Pausing after a failure, before it resumes or, if `relists`, reads a new list. */
  | {
      readonly phase: 'pausing';
      readonly relists: boolean;
      readonly version?: string | undefined;
      readonly failures: number;
    }
  /** At its end: the server is at `present`, which is earlier than what it has shown. */
  | { readonly phase: 'lost'; readonly version: string; readonly present: string; readonly failures: number };

/** Input event of a reflector, from the API server or the clock. */
export type ReflectorEvent<T extends KubeObject> =
  | { readonly type: 'page'; readonly items: readonly T[]; readonly version: string; readonly last: boolean }
  | { readonly type: 'changed'; readonly object: T }
  | { readonly type: 'deleted'; readonly object: T }
  | { readonly type: 'bookmark'; readonly version: string }
  /** The server is at this version now. */
  | { readonly type: 'present'; readonly version: string }
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
    case 'resuming':
      return { state: whileResuming(state, event) };
    case 'watching':
      return whileWatching(state, event);
    case 'pausing':
      return { state: event.type === 'paused' ? resumed(state) : state };
    case 'lost':
      return { state };
  }
}

function resumed({ relists, version, failures }: ReflectorState & { phase: 'pausing' }): ReflectorState {
  return relists || version === undefined
    ? { ...INITIAL, version, failures }
    : { phase: 'resuming', version, failures };
}

function whileResuming(
  state: ReflectorState & { phase: 'resuming' },
  event: ReflectorEvent<KubeObject>,
): ReflectorState {
  const { version, failures } = state;
  switch (event.type) {
    case 'present':
      return isBack(version, event.version)
        ? { phase: 'lost', version, present: event.version, failures }
        : { phase: 'watching', version, failures };
    case 'failed':
      // A server that was away may have another history, which may be past this version by the time it is back.
      return relisting(state);
    default:
      return state;
  }
}

/**
 * Whether a server that has shown the version `seen` has gone back in time: a watch from there would stay silent until
 * the server gets there again. One without versions has none.
 */
function isBack(seen: string | undefined, present: string): boolean {
  return seen !== undefined && present !== '' && isLater(seen, present);
}

function whileListing<T extends KubeObject>(
  state: ReflectorState & { phase: 'listing' },
  event: ReflectorEvent<T>,
): Step<T> {
  if (event.type === 'failed') {
    return { state: relisting(state) };
  }
  if (event.type !== 'page') {
    return { state };
  }
  const { items, version, last } = event;
  if (state.version !== undefined && isBack(state.version, version)) {
    return { state: { phase: 'lost', version: state.version, present: version, failures: state.failures } };
  }
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
      return {
        state:
          event.livedMs >= HEALTHY_MS
            ? { phase: 'resuming', version: state.version, failures: 0 }
            : broken(state),
      };
    case 'failed':
      return { state: event.gone ? relisting(state) : broken(state) };
    default:
      return { state };
  }
}

function healthy(version: string): ReflectorState {
  return { phase: 'watching', version, failures: 0 };
}

function broken({ version, failures }: ReflectorState): ReflectorState {
  return { phase: 'pausing', relists: false, version, failures: failures + 1 };
}

function relisting({ version, failures }: ReflectorState): ReflectorState {
  return { phase: 'pausing', relists: true, version, failures: failures + 1 };
}
