import { z } from 'zod';

/** Entry of a list with its index in the template, where null entries count. */
export interface Entry<T> {
  readonly at: number;
  readonly value: T;
}

const scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' }).nullish();

/** Text; empty where null or missing. A number or boolean counts as its text. */
export function text(max: number) {
  return scalar.transform((value) => String(value ?? '')).pipe(z.string().max(max));
}

/** Text without surrounding white space. */
export function word(max: number) {
  return scalar.transform((value) => String(value ?? '').trim()).pipe(z.string().max(max));
}

/** Integer within bounds; undefined where null, missing or blank. A text of digits counts as a number. */
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

/** Boolean; undefined where null or missing. 0, 1, `on`, `off` and the words in any case count as booleans. */
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

/** List without its null entries. Null and an empty map, which some writers put for an empty list, are empty. */
export function lenientList<T extends z.ZodType>(item: T, max: number) {
  return z
    .preprocess((value) => (isEmptyObject(value) ? [] : value), z.array(item.nullable()).max(max).nullish())
    .transform((entries): Entry<z.output<T>>[] =>
      (entries ?? []).flatMap((value, at) => (value === null ? [] : [{ at, value: value as z.output<T> }])),
    );
}

/** Most characters of the value of an env: a process cannot be given much more. */
export const MAX_VALUE = 65_536;

const pairItem = z.object({ item_key: word(256), item_value: text(MAX_VALUE) });

/** Pairs of names and texts, from a map or a list of `item_key` and `item_value`. The name `__proto__` is left out. */
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

/** Map that may be missing. Null and an empty list, which some writers put for an empty map, are empty. */
export function part<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) =>
      value === null || value === undefined || (Array.isArray(value) && value.length === 0) ? {} : value,
    schema,
  );
}
