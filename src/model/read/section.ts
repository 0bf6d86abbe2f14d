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

/** Key that has its effect. */
export const applied = reading('applied');

/** Key of which some values have no effect. */
export const partly = reading('partly');

/** Key that has no effect, and must be well-formed. */
export const inert = reading('not applied');

/** Key that describes the publisher's side. */
export const described = reading('description');

/** Maker of keys whose values are read. */
function reading(effect: Effect) {
  return <S extends z.ZodType>(schema: S, how: string, below?: Section): Key<S> => ({
    schema,
    effect,
    how,
    below,
  });
}

/** Keys that are read alike. */
export function keys<T extends string, S extends z.ZodType>(
  names: T,
  each: Key<S>,
): Readonly<Record<Names<T>, Key<S>>> {
  return named(names, each);
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
