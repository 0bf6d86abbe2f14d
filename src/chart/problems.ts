import type { MadeObject } from '../allowed/brought.ts';
import { fieldsOf } from '../base/fields.ts';
import { objectLabel } from './hooks.ts';
import type { SourcedObject } from './rendering.ts';

/** Problems of objects that are not made, each with its template. Pure. */
export function refusedProblems(made: readonly MadeObject[]): readonly string[] {
  return made.flatMap(({ planned, path, problems }) =>
    planned === undefined ? problems.map((why) => `${why} (${path})`) : [],
  );
}

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
