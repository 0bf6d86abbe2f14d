import { isDeepStrictEqual } from 'node:util';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { Cache, Origin } from './cache.ts';
import type { Pace } from './pace.ts';
import type { Priority } from './priority.ts';
import type { WorkQueue } from './queue.ts';
import type { Change } from './store.ts';

/** Name of an object whose key becomes due. */
type Named = Parameters<typeof keyOf>[0];

/** Predicate on a change: whether it concerns the controller. */
type Predicate<T extends KubeObject> = (change: Change<T>, origin: Origin) => boolean;

/** Row of a controller's watch table: which changes of one cache make which keys due. */
export interface WatchRow<T extends KubeObject> {
  /** Changes that count; every change by default. */
  readonly when?: Predicate<NoInfer<T>>;
  /** Objects of the controller that a change concerns. One that is named twice is due once. */
  readonly wakes: (change: Change<T>) => readonly Named[];
  /** `paced` holds back a key that was reconciled a moment ago, for changes that come in floods. */
  readonly rate?: 'immediate' | 'paced';
  /** Priority of the keys; by default background for changes from a list, else user. */
  readonly priority?: Priority;
}

/** A watch whose object type is closed over, so that a table holds watches of several kinds. */
export type Watch = (queue: WorkQueue, pace: Pace | undefined) => void;

/** The watch of a cache by one row of a table. */
export function watch<T extends KubeObject>(
  cache: Pick<Cache<T>, 'onChange'>,
  { when, wakes, rate = 'immediate', priority }: WatchRow<T>,
): Watch {
  return (queue, pace) => {
    const paced = rate === 'paced' ? pace : undefined;
    cache.onChange((change, origin) => {
      if (when === undefined || when(change, origin)) {
        for (const key of new Set(wakes(change).map(keyOf))) {
          enqueue(queue, paced, key, priority ?? priorityOf(origin));
        }
      }
    });
  };
}

function enqueue(queue: WorkQueue, pace: Pace | undefined, key: string, priority: Priority): void {
  const waitMs = pace?.waitMs(key, performance.now()) ?? 0;
  if (waitMs > 0) {
    queue.addAfter(key, waitMs, priority);
  } else {
    queue.add(key, priority);
  }
}

function priorityOf(origin: Origin): Priority {
  return origin === 'list' ? 'background' : 'user';
}

/** The objects of a change: before and after it, as far as there are any. */
export function sidesOf<T extends KubeObject>({ before, after }: Change<T>): readonly T[] {
  return [before, after].filter((object) => object !== undefined);
}

/** Objects that `map` finds for either side of a change. */
export function eitherSide<T extends KubeObject, R>(
  map: (object: T) => readonly R[],
): (change: Change<T>) => readonly R[] {
  return (change) => sidesOf(change).flatMap(map);
}

/** The changed object itself. */
export function itself<T extends KubeObject>(change: Change<T>): readonly T[] {
  return sidesOf(change);
}

/** Whether the object appears, vanishes, is being deleted, or has a new spec: more than its status or metadata. */
export function specChanged({ before, after }: Change<KubeObject>): boolean {
  return (
    before?.metadata.generation !== after?.metadata.generation ||
    before?.metadata.deletionTimestamp !== after?.metadata.deletionTimestamp ||
    before?.metadata.uid !== after?.metadata.uid
  );
}

/** Whether the object appears or vanishes. */
export function appearsOrVanishes({ before, after }: Change<KubeObject>): boolean {
  return before === undefined || after === undefined;
}

/** Whether the part of the object that `read` returns has changed. */
export function changed<T extends KubeObject>(read: (object: T) => unknown): Predicate<T> {
  return ({ before, after }) => !isDeepStrictEqual(before && read(before), after && read(after));
}

/** Whether somebody else made the change: a reconcile that writes reads its own writes again before it ends. */
export function notWrittenHere(_change: unknown, origin: Origin): boolean {
  return origin !== 'write';
}

/** Whether all predicates hold; the later are not evaluated after one that does not. */
export function every<T extends KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change, origin) => predicates.every((predicate) => predicate(change, origin));
}

/** Whether a predicate does not hold. */
export function not<T extends KubeObject>(predicate: Predicate<T>): Predicate<T> {
  return (change, origin) => !predicate(change, origin);
}

/** Starts all watches of a table; `pace` holds back the keys of the paced rows. */
export function startWatches(watches: readonly Watch[], queue: WorkQueue, pace?: Pace): void {
  for (const start of watches) {
    start(queue, pace);
  }
}
