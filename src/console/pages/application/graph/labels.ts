import { type Usage, usageText } from '../../../parts/usage.ts';
import type { GraphEdge } from './shape.ts';

/** Label of an edge whose requests nobody knows. */
const UNKNOWN = '–/s';

/**
 * Labels of the edges of single rules by their ids; none where no rule has figures: on some edges only, they would look
 * as if the others had no requests.
 */
export function labelsOf(
  edges: readonly GraphEdge[],
  ofRules: ReadonlyMap<string, Usage>,
): ReadonlyMap<string, string> {
  const told = edges.flatMap(({ id, rule }) =>
    rule === undefined ? [] : [[id, usageText(ofRules.get(rule) ?? {})] as const],
  );
  return told.every(([, text]) => text === '')
    ? new Map()
    : new Map(told.map(([id, text]) => [id, text || UNKNOWN]));
}
