import { z } from 'zod';

/** An entry of a list, with its place in the list as it came: entries that are null are left out. */
export interface Entry<T> {
  readonly at: number;
  readonly value: T;
}

const scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' }).nullish();

/** A text, empty where it is null or missing; a number or boolean in its place is taken as its text. */
export function text(max: number) {
  return scalar.transform((value) => String(value ?? '')).pipe(z.string().max(max));
}

/** A text without what surrounds it. */
export function word(max: number) {
  return scalar.transform((value) => String(value ?? '').trim()).pipe(z.string().max(max));
}

/** A whole number within bounds, undefined where it is null, missing or blank; a text of digits will do. */
export function whole(min: number, max: number) {
  return z
    .union([z.number(), z.string()], { error: 'must be a number' })
    .nullish()
    .transform((value) => (isUnsaid(value) ? undefined : Number(value)))
    .pipe(z.int().min(min).max(max).optional());
}

function isUnsaid(value: string | number | null | undefined): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['true', true],
  ['1', true],
  ['on', true],
  [false, false],
  [0, false],
  ['false', false],
  ['0', false],
  ['off', false],
  ['', false],
]);

/** A boolean, undefined where it is null or missing; 0, 1, `on`, `off` and the words in any case will do. */
export const flag = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const known = FLAGS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
    if (known === undefined && value !== null && value !== undefined) {
      context.addIssue({ code: 'custom', message: 'must be true or false' });
    }
    return known;
  });

/** A list without its null entries; null and an empty map, which some writers make of an empty list, are empty. */
export function list<T extends z.ZodType>(item: T, max: number) {
  return z
    .preprocess((value) => (isEmptyObject(value) ? [] : value), z.array(item.nullable()).max(max).nullish())
    .transform((entries): Entry<z.output<T>>[] =>
      (entries ?? []).flatMap((value, at) => (value === null ? [] : [{ at, value: value as z.output<T> }])),
    );
}

/** Longest value of an env, in characters: what a process can be given is not much more. */
export const MAX_VALUE = 65_536;

const pairItem = z.object({ item_key: word(256), item_value: text(MAX_VALUE) });

/**
 * Names and their texts: from a map, or from a list of `item_key` and `item_value`. `__proto__` is no name
 * that anything could have, and is left out.
 */
export function pairs(max: number) {
  return z
    .preprocess(
      (value) => (Array.isArray(value) ? value : entriesOf(value)),
      z.array(pairItem.nullable()).max(max),
    )
    .transform((items) =>
      items.flatMap((item) =>
        item === null || item.item_key === '' || item.item_key === '__proto__'
          ? []
          : [{ name: item.item_key, value: item.item_value }],
      ),
    );
}

function entriesOf(value: unknown): unknown {
  if (value === null || value === undefined) {
    return [];
  }
  return typeof value === 'object'
    ? Object.entries(value).map(([item_key, item_value]) => ({ item_key, item_value }))
    : value;
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/** A map with known keys; null and an empty list, which some writers make of an empty map, are empty. */
export function part<T extends z.ZodRawShape>(shape: T) {
  const schema = z.object(shape);
  return z.preprocess(
    (value) =>
      value === null || value === undefined || (Array.isArray(value) && value.length === 0) ? {} : value,
    schema,
  );
}
