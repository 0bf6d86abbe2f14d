import type { MadeObject } from '../allowed/brought.ts';
import type { NotApplied } from '../api/marketinstall.ts';
import { fieldsOf } from '../base/fields.ts';
import { UNTOLD } from '../source/untold.ts';
import { FIXED_REASONS, objectLabel } from './hooks.ts';
import type { RenderedChart, SourcedObject } from './rendering.ts';

/** Problems of objects that are not made, each with its template. Pure. */
export function refusedProblems(made: readonly MadeObject[]): readonly string[] {
  return made.flatMap(({ planned, path, problems }) =>
    planned === undefined ? problems.map((why) => `${why} (${path})`) : [],
  );
}

/**
 * Parts of a chart that have no effect, by the templates that make them and without what only the objects say, whose
 * names and fields may have values of Secrets. Pure.
 */
export function toldOf(
  { objects, hooks, crds }: Pick<RenderedChart, 'objects' | 'hooks' | 'crds'>,
  notApplied: readonly NotApplied[],
): readonly NotApplied[] {
  const templates = new Set([...objects, ...hooks, ...crds].map(({ source }) => source));
  const told = new Map<string, NotApplied>();
  for (const { path, why } of notApplied) {
    const place = templates.has(path) ? path : ELSEWHERE;
    const text = FIXED_REASONS.includes(why) ? why : `a part of it has no effect here: ${UNTOLD}`;
    told.set(`${place} ${text}`, { path: place, why: text });
  }
  return [...told.values()];
}

/** Place of what belongs to no template. */
const ELSEWHERE = 'the chart';

/** Problems of objects in another namespace than that of their install. Pure. */
export function foreignProblems(objects: readonly SourcedObject[], own: string): readonly string[] {
  return objects.flatMap(({ object, source }) => {
    const { namespace = own } = fieldsOf(object.metadata);
    const shown = typeof namespace === 'string' ? namespace.slice(0, 63) : 'of another kind';
    return namespace === own || namespace === null || namespace === ''
      ? []
      : [`${objectLabel(object)} belongs to the namespace ${shown} (${source})`];
  });
}
