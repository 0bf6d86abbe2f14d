import { type Fields, isFields } from '../base/fields.ts';
import { FIELD_BOUNDS, jsonSize } from '../base/jsonvalue.ts';
import { clipped, firstFew } from '../base/text.ts';
import type { KubeObject } from './object.ts';

/** Fields that `unread` names, and most characters of the name of one. */
const NAMED = 3;
const LONGEST_NAME = 64;

/**
 * Object without the fields of its spec, or of another part, that are too large or too deep to be read, which `unread` then
 * names; the same object where there are none. Its metadata stay as they are. Pure.
 */
export function readable<T extends KubeObject>(object: T): T {
  const cuts = Object.entries(object).flatMap(([name, part]) =>
    name === 'metadata' ? [] : cutOf(name, part),
  );
  if (cuts.length === 0) {
    return object;
  }
  const left = cuts.map(({ part, kept }) => [part, kept]);
  const problems = cuts.flatMap((cut) => cut.problems);
  return { ...object, ...Object.fromEntries(left), unread: firstFew(problems, NAMED, '; ') };
}

/** Object as `readable`, and without those of its managed fields that are too large: any client may write them. Pure. */
export function readableAnswer<T extends KubeObject>(object: T): T {
  const { metadata } = object;
  const isReadable = (entry: unknown) => jsonSize(entry, FIELD_BOUNDS).type === 'within';
  return metadata.managedFields?.every(isReadable) === false
    ? readable({
        ...object,
        metadata: { ...metadata, managedFields: metadata.managedFields.filter(isReadable) },
      })
    : readable(object);
}

/** Part of an object without what is too large. */
interface Cut {
  readonly part: string;
  readonly kept: Fields | readonly unknown[];
  readonly problems: readonly string[];
}

/** Part of an object without what is too large; none where all of it can be read. */
function cutOf(part: string, value: unknown): readonly Cut[] {
  return isFields(value) ? cutFields(part, value) : cutList(part, value);
}

function cutList(part: string, value: unknown): readonly Cut[] {
  const size = jsonSize(value, FIELD_BOUNDS);
  return size.type === 'within' ? [] : [{ part, kept: [], problems: [`${part} ${size.problem}`] }];
}

/** Part that is a map, with the smallest of its fields that have room together. */
function cutFields(part: string, fields: Fields): readonly Cut[] {
  const sized = Object.keys(fields).map((name) => ({ name, size: jsonSize(fields[name], FIELD_BOUNDS) }));
  const within = sized.flatMap(({ name, size }) =>
    size.type === 'within' ? [{ name, values: size.values }] : [],
  );
  const total = within.reduce((sum, { values }) => sum + values, 0);
  const isLarge = total > FIELD_BOUNDS.values;
  if (within.length === sized.length && !isLarge) {
    return [];
  }
  const problems = sized.flatMap(({ name, size }) =>
    size.type === 'beyond' ? [`${part}.${clipped(name, LONGEST_NAME)} ${size.problem}`] : [],
  );
  const kept = isLarge ? smallest(within) : within;
  return [
    {
      part,
      kept: Object.fromEntries(kept.map(({ name }) => [name, fields[name]])),
      problems: isLarge ? [...problems, `${part} must have at most ${FIELD_BOUNDS.values} values`] : problems,
    },
  ];
}

/** The smallest fields that have room together. */
function smallest<F extends { readonly values: number }>(fields: readonly F[]): readonly F[] {
  let room = FIELD_BOUNDS.values;
  const ordered = fields.toSorted((one, other) => one.values - other.values);
  return ordered.filter(({ values }) => {
    room -= values;
    return room >= 0;
  });
}
