import type { Fields } from './fields.ts';
import type { JsonBounds } from './jsonshape.ts';

/** Size of a parsed value: the number of its values, or why it is larger than the bounds. */
export type JsonSize =
  | { readonly type: 'within'; readonly values: number }
  /** Problem for users, such as `must nest at most 64 levels deep`. */
  | { readonly type: 'beyond'; readonly problem: string };

/**
 * Bounds of a field that others fill as they like, such as the values of a chart: above all that charts and Kubernetes
 * need, and far below what a recursion takes. The largest status of Stoa's has 80,000 values, an inventory of 10,000 objects.
 */
export const FIELD_BOUNDS: JsonBounds = { levels: 64, values: 100_000 };

/** Results of a walk that ends at a bound. */
const TOO_MANY = -1;
const TOO_DEEP = -2;

/**
 * Size of a parsed value within bounds. Whatever recurses over what others have written asks for it first: the API server
 * takes 10,000 levels, and a recursion of Node ends this side of 1,000. It goes no deeper than the bounds.
 */
export function jsonSize(value: unknown, most: JsonBounds): JsonSize {
  const left = roomAfter(value, most.levels, most.values);
  switch (left) {
    case TOO_MANY:
      return { type: 'beyond', problem: `must have at most ${most.values} values` };
    case TOO_DEEP:
      return { type: 'beyond', problem: `must nest at most ${most.levels} levels deep` };
    default:
      return { type: 'within', values: most.values - left };
  }
}

/** Number of values for which there is room after a value, or the bound that it breaks. */
function roomAfter(value: unknown, levels: number, room: number): number {
  if (typeof value !== 'object' || value === null) {
    return Math.max(room - 1, TOO_MANY);
  }
  if (levels === 0) {
    return TOO_DEEP;
  }
  let left = room - 1;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1) {
      left = roomAfter(value[at], levels - 1, left);
    }
    return left;
  }
  // A list of the names or members of a map takes as long as the whole walk.
  for (const name in value) {
    left = roomAfter((value as Fields)[name], levels - 1, left);
    if (left < 0) {
      return left;
    }
  }
  return left;
}
