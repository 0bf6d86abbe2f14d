import type { z } from 'zod';
import { type Fields, isEmpty, isFields } from '../base/fields.ts';
import type { Access } from './access.ts';

/** Part of a model that is left out, or for which the whole object is. */
export interface Problem {
  /** Path in the object. */
  readonly path: string;
  readonly why: string;
  /** Whether nothing of the object is made: without the part, it is not what its author wants. */
  readonly fatal: boolean;
}

/** Place of a value in an object of a model. */
export interface Place {
  readonly path: string;
  readonly access: Access;
  /** Problems found so far, in the whole object. */
  readonly problems: Problem[];
}

/** Reader of a value: the part of it that is allowed; undefined where nothing is. */
export type Reader<T = unknown> = (value: unknown, place: Place) => T | undefined;

/** Most problems that are told of one object. */
const MAX_PROBLEMS = 16;

/** Reads a value from the beginning. */
export function readWith<T>(
  reader: Reader<T>,
  value: unknown,
  path: string,
  access: Access,
): { readonly value: T | undefined; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  return { value: reader(value, { path, access, problems }), problems };
}

/** Leaves a value out. */
export function leaveOut({ path, problems }: Place, why: string): undefined {
  add(problems, { path, why, fatal: false });
}

/** Leaves out the whole object that a value belongs to. */
export function refuse({ path, problems }: Place, why: string): undefined {
  add(problems, { path, why, fatal: true });
}

function add(problems: Problem[], problem: Problem): void {
  if (problems.length < MAX_PROBLEMS || problem.fatal) {
    problems.push(problem);
  }
}

/** Place of a field or entry. */
export function below(place: Place, key: string | number): Place {
  const name = typeof key === 'number' ? `[${key}]` : `${place.path === '' ? '' : '.'}${key.slice(0, 63)}`;
  return { ...place, path: `${place.path}${name}` };
}

/** Text of a problem: where it is, and what it is. */
export function lineOn({ path, why }: Problem): string {
  return (path === '' ? why : `${path}: ${why}`).slice(0, 500);
}

/** Readers of the fields of a map; fields without a reader are left out. */
export type FieldReaders = Readonly<Record<string, Reader>>;

/** Reader of a map. Where a required field is missing or left out, so is the map. */
export function fields(readers: FieldReaders, required: readonly string[] = []): Reader<Fields> {
  return (value, place) => {
    if (!isFields(value)) {
      return leaveOut(place, 'it must be a map');
    }
    const read = Object.entries(value).flatMap(([key, field]) => {
      const found = isEmpty(field) && !isMap(field) ? undefined : readField(readers, key, field, place);
      return found === undefined ? [] : [[key, found] as const];
    });
    const known = Object.fromEntries(read);
    const missing = required.find((key) => known[key] === undefined);
    if (missing === undefined) {
      return known;
    }
    // Of a field that is left out, the reason is told already.
    return value[missing] === undefined ? leaveOut(place, `it has no ${missing}`) : undefined;
  };
}

function isMap(value: unknown): boolean {
  return isFields(value);
}

function readField(readers: FieldReaders, key: string, field: unknown, place: Place): unknown {
  const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
  const at = below(place, key);
  if (reader !== undefined) {
    return reader(field, at);
  }
  // An empty map sets nothing, as charts have it where their values have none.
  return isEmpty(field) ? undefined : leaveOut(at, 'an install does not set it');
}

/** Reader of a list, which leaves out single entries. */
export function list<T>(item: Reader<T>): Reader<readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) {
      return leaveOut(place, 'it must be a list');
    }
    const entries = value.flatMap((entry, at) => item(entry, below(place, at)) ?? []);
    return entries.length === 0 ? undefined : entries;
  };
}

/**
 * Reader of a list whose entries have keys. Of several with one key the last counts, as it does for a kubelet: the API
 * server stores all of them, but takes none in an apply. It takes the place of the first, unless `joined` says otherwise.
 */
export function keyed<T>(
  item: Reader<T>,
  keyOf: (entry: T) => string,
  joined: (entries: readonly T[]) => readonly T[] = (entries) => lastOfEach(entries, keyOf),
): Reader<readonly T[]> {
  const read = list<{ readonly entry: T; readonly at: Place }>((value, at) => {
    const entry = item(value, at);
    return entry === undefined ? undefined : { entry, at };
  });
  return refined(read, (entries) => {
    const last = new Map(entries.map((each) => [keyOf(each.entry), each]));
    for (const each of entries) {
      if (last.get(keyOf(each.entry)) !== each) {
        leaveOut(each.at, 'a later one with the same key counts');
      }
    }
    return joined(entries.map(({ entry }) => entry));
  });
}

/** Entries of which the last of each key stands in the place of the first. */
export function lastOfEach<T>(entries: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  return [...new Map(entries.map((each) => [keyOf(each), each])).values()];
}

/** Reader of a value that a schema describes as a whole. */
export function shape<T extends z.ZodType>(schema: T): Reader<z.output<T>> {
  return (value, place) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) {
      return parsed.data;
    }
    const [issue] = parsed.error.issues;
    const at = (issue?.path ?? []).reduce<Place>((inner, key) => below(inner, keyOf(key)), place);
    return leaveOut(at, issue?.message ?? 'it has the wrong shape');
  };
}

function keyOf(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}

/** Reader that reads what another reader has allowed. */
export function refined<T, R>(first: Reader<T>, next: (value: T, place: Place) => R | undefined): Reader<R> {
  return (value, place) => {
    const read = first(value, place);
    return read === undefined ? undefined : next(read, place);
  };
}

/** Reader of a value that the cluster generates or defaults, and that is left out without a word. */
export const generated: Reader<never> = () => undefined;

/** Reader of a field that must not be set, but may be false. */
export function never(why: string): Reader<never> {
  return (value, place) => (value === false ? undefined : refuse(place, why));
}
