import type { EventLoopYielder } from './yielding.ts';

/**
 * Pure computation that pauses after each piece, since large models take longer than the event loop may be blocked.
 */
export type Gradual<T> = Generator<undefined, T, undefined>;

/** Gradual map over items, one piece for each. */
export function* gradually<T, R>(items: Iterable<T>, make: (item: T) => R): Gradual<R[]> {
  const made: R[] = [];
  for (const item of items) {
    made.push(make(item));
    yield;
  }
  return made;
}

/** Runs a computation, and yields to the event loop between its pieces. */
export async function inTurns<T>(work: Gradual<T>, turns: EventLoopYielder): Promise<T> {
  let piece = work.next();
  while (piece.done !== true) {
    await turns.yield();
    piece = work.next();
  }
  return piece.value;
}
