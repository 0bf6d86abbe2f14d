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

/** Function that runs synchronous work, and may note what it takes. */
export type Run = <R>(work: () => R) => R;

/** Milliseconds of pieces that run without a pause. */
const STRETCH_MS = 2;

/** Runs a computation by `run`, in stretches of several pieces, and yields to the event loop between them. */
export async function inTurns<T>(work: Gradual<T>, turns: EventLoopYielder, run: Run): Promise<T> {
  for (;;) {
    const piece = run(() => stretchOf(work));
    if (piece.done === true) {
      return piece.value;
    }
    await turns.yield();
  }
}

function stretchOf<T>(work: Gradual<T>): IteratorResult<undefined, T> {
  const began = performance.now();
  let piece = work.next();
  while (piece.done !== true && performance.now() - began < STRETCH_MS) {
    piece = work.next();
  }
  return piece;
}
