import type { Gradual } from '../../src/base/gradual.ts';

/** Result of a gradual computation, without pauses. */
export function atOnce<T>(work: Gradual<T>): T {
  let piece = work.next();
  while (piece.done !== true) {
    piece = work.next();
  }
  return piece.value;
}
