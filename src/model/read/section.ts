import { z } from 'zod';

/** Effect of a key of the format. */
type Effect =
  /** The key has its effect. */
  | 'applied'
  /** Some values have no effect; an install with one of them reports it. */
  | 'partly'
  /** The key has no effect; an install reports it if the key is set. */
  | 'not applied'
  /** The key describes the publisher's side and has no effect in the original either. */
  | 'description';

/** Key of the format. */
export interface Key<S extends z.ZodType | undefined = z.ZodType | undefined> {
  /** Schema of its value; undefined where nothing reads it. */
  readonly schema: S;
  readonly effect: Effect;
  /** Way in which the key is applied, or the reason why not; in the documentation, and for `not applied` in the status of installs. */
  readonly how: string;
  /** Section of the keys below it. */
  readonly below: Section | undefined;
}

/** Keys of one map of the format. */
export interface Section {
  /** Path of such maps, with `[]` for every entry of a list. */
  readonly path: string;
  readonly keys: ReadonlyMap<string, Key>;
}

/** Schemas of keys. */
type ShapeOf<K> = { [Name in keyof K]: K[Name] extends Key<infer S extends z.ZodType> ? S : never };

/** Names in a text, which blanks separate. */
type Names<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Names<Rest> : T;

/** Section of the format, with the schema of its maps: keys that nothing reads are left out. */
export function section<K extends Readonly<Record<string, Key<z.ZodType>>>>(path: string, keys: K) {
  const all = new Map<string, Key>(Object.entries(keys));
  const read = [...all].flatMap(([name, { schema }]) => (schema === undefined ? [] : [[name, schema]]));
  return { path, keys: all, schema: z.object(Object.fromEntries(read) as ShapeOf<K>) };
}

/** Key whose value is read. */
export function key<S extends z.ZodType>(schema: S, effect: Effect, how: string, below?: Section): Key<S> {
  return { schema, effect, how, below };
}

/** Keys whose values are read alike. */
export function keys<T extends string, S extends z.ZodType>(
  names: T,
  schema: S,
  effect: Effect,
  how: string,
): Readonly<Record<Names<T>, Key<S>>> {
  return named(names, key(schema, effect, how));
}

/** Keys that nothing reads. */
export function unread(
  names: string,
  effect: Effect,
  how: string,
  below?: Section,
): Readonly<Record<never, never>> {
  return named(names, { schema: undefined, effect, how, below });
}

function named<N extends string, K>(names: string, each: K): Readonly<Record<N, K>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, each])) as Record<N, K>;
}
