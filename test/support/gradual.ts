import type { Gradual } from '../../src/base/gradual.ts';

/** What a computation in pieces comes to. */
export function atOnce<T>(work: Gradual<T>): T {
  let piece = work.next();
  while (piece.done !== true) {
    piece = work.next();
  }
  return piece.value;
}
