import type { EventLoopYielder } from './yielding.ts';

/**
 * A pure computation in pieces: large models take longer than the event loop may be held, so it stops after
 * each piece, and whoever runs it may let others have their turn.
 */
export type Gradual<T> = Generator<undefined, T, undefined>;

/** Makes something of each item, one piece after the other. */
export function* gradually<T, R>(items: Iterable<T>, make: (item: T) => R): Gradual<R[]> {
  const made: R[] = [];
  for (const item of items) {
    made.push(make(item));
    yield;
  }
  return made;
}

/** Runs a computation, with turns for others between its pieces. */
export async function inTurns<T>(work: Gradual<T>, turns: EventLoopYielder): Promise<T> {
  let piece = work.next();
  while (piece.done !== true) {
    await turns.yield();
    piece = work.next();
  }
  return piece.value;
}
