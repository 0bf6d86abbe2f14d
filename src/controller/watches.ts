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

/** Row of a controller's watch table: a mapping from the changes of one cache to keys. */
export interface WatchRow<T extends KubeObject> {
  /** Predicate of the changes that count; every change by default. */
  readonly when?: Predicate<NoInfer<T>>;
  /** Objects of the controller that a change concerns; duplicates are allowed. */
  readonly wakes: (change: Change<T>) => readonly Named[];
  /** `paced` delays a key that was reconciled a moment ago, for frequent changes. */
  readonly rate?: 'immediate' | 'paced';
  /** Priority of the keys; by default background for changes from a list, else user. */
  readonly priority?: Priority;
}

/** Starter of a watch. It hides the type of the objects, so that a table holds watches of several kinds. */
export type Watch = (queue: WorkQueue, pace: Pace | undefined) => void;

/** Watch of a cache by one row of a table. */
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

/** Objects before and after a change, as far as they exist. */
export function sidesOf<T extends KubeObject>({ before, after }: Change<T>): readonly T[] {
  return [before, after].filter((object) => object !== undefined);
}

/** Mapping of a change that applies `map` to the objects before and after it. */
export function eitherSide<T extends KubeObject, R>(
  map: (object: T) => readonly R[],
): (change: Change<T>) => readonly R[] {
  return (change) => sidesOf(change).flatMap(map);
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

/** Whether another process made the change. A reconcile reads its own writes again before it ends. */
export function notWrittenHere(_change: unknown, origin: Origin): boolean {
  return origin !== 'write';
}

/** Predicate that holds if all of `predicates` do; evaluation stops at the first that does not. */
export function every<T extends KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change, origin) => predicates.every((predicate) => predicate(change, origin));
}

/** Negation of a predicate. */
export function not<T extends KubeObject>(predicate: Predicate<T>): Predicate<T> {
  return (change, origin) => !predicate(change, origin);
}

/** Starts all watches of a table; `pace` limits the paced rows. */
export function startWatches(watches: readonly Watch[], queue: WorkQueue, pace?: Pace): void {
  for (const start of watches) {
    start(queue, pace);
  }
}
