import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isFields } from '../base/fields.ts';
import { clipped } from '../base/text.ts';
import { visible } from '../base/visible.ts';

/** Stored field, or value of a field, that the schema of this version does not have: a later version wrote it, or took it. */
export interface Unknown {
  /** Names of members and indexes of lists, from the root of the schema. */
  readonly path: readonly string[];
  /** The value that the schema lacks; missing where it lacks the field. */
  readonly value?: string;
  /** Whether the API server does not show the field, since its CRD lacks it. */
  readonly unseen?: true;
}

/** Part of a stored object in which fields may be unknown. */
interface StoredSpec {
  readonly spec: unknown;
  readonly unseen?: readonly (readonly string[])[] | undefined;
}

/** Most characters of an unknown name or value in a text. */
const LONGEST = 64;

/**
 * Fields and values that a stored object has and its schema does not, in the order of the object: members of maps, words
 * where the schema lists words, and values of a type that none of several forms has. Pure.
 */
export function unknownIn(schema: z.core.$ZodType, stored: unknown): readonly Unknown[] {
  return stored === undefined || stored === null ? [] : unknownAt(schema, stored, []);
}

/** The same of the spec of a stored object, with the fields that the API server does not show. */
export function unknownInSpec(
  schema: z.core.$ZodType,
  { spec, unseen = [] }: StoredSpec,
): readonly Unknown[] {
  return [...unknownIn(schema, spec), ...unseen.map((path) => ({ path, unseen: true }) as const)];
}

/** Sentence on what this version does not know of a field, or cannot see of it. */
export function unknownText({ value, unseen }: Unknown): string {
  if (unseen) {
    return 'the API server does not show the field: its CRD does not have it';
  }
  return `this version of Stoa does not know ${value === undefined ? 'the field' : `the value ${value}`}`;
}

/** Path of a field below `spec`, as problems of schemas have it. */
export function pathText(path: readonly string[]): string {
  return path.map((name) => visible(clipped(name, LONGEST))).join('.');
}

/**
 * Changed object with the fields of the stored one that the schema does not have, wherever what they are members of is
 * still there; those of an element of a list, where the element is as it was. Pure.
 */
export function withUnknown<T>(schema: z.core.$ZodType<T>, changed: T, stored: unknown): T {
  const fields = unknownIn(schema, stored).filter(({ value }) => value === undefined);
  return fields.reduce((made, { path }) => withFieldOf(made, stored, path) as T, changed);
}

/** Value with the field of a source at a path; the same value where it has nothing there. */
function withFieldOf(value: unknown, source: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value) && Array.isArray(source)) {
    const index = Number(name);
    return isSameBut(value[index], source[index], rest)
      ? value.with(index, withFieldOf(value[index], source[index], rest))
      : value;
  }
  if (!(isFields(value) && isFields(source))) {
    return value;
  }
  if (rest.length === 0) {
    return { ...value, [name]: source[name] };
  }
  return Object.hasOwn(value, name)
    ? { ...value, [name]: withFieldOf(value[name], source[name], rest) }
    : value;
}

/** Whether an element of a list is that of a source but for a field, and for others that it may lack. */
function isSameBut(element: unknown, source: unknown, path: readonly string[]): boolean {
  return (
    isFields(element) &&
    isFields(source) &&
    Object.entries(element).every(
      ([name, value]) => path[0] === name || isDeepStrictEqual(value, source[name]),
    )
  );
}

function unknownAt(schema: z.core.$ZodType, stored: unknown, path: readonly string[]): readonly Unknown[] {
  if (schema instanceof z.ZodOptional) {
    return unknownAt(schema.unwrap(), stored, path);
  }
  if (schema instanceof z.ZodPipe) {
    return unknownAt(schema.out, stored, path);
  }
  if (schema instanceof z.ZodObject) {
    return isFields(stored)
      ? Object.entries(stored).flatMap(([name, value]) => unknownMember(schema, value, [...path, name]))
      : [];
  }
  if (schema instanceof z.ZodArray) {
    return Array.isArray(stored)
      ? stored.flatMap((item, index) => unknownAt(schema.element, item, [...path, `${index}`]))
      : [];
  }
  if (schema instanceof z.ZodRecord) {
    return isFields(stored)
      ? Object.entries(stored).flatMap(([name, value]) => unknownAt(schema.valueType, value, [...path, name]))
      : [];
  }
  return schema instanceof z.ZodUnion ? unknownForm(schema, stored, path) : unknownWord(schema, stored, path);
}

function unknownMember(schema: z.ZodObject, stored: unknown, path: readonly string[]): readonly Unknown[] {
  const name = path.at(-1) ?? '';
  const member: z.core.$ZodType | undefined = Object.hasOwn(schema.shape, name)
    ? schema.shape[name]
    : undefined;
  return member === undefined ? [{ path }] : unknownAt(member, stored, path);
}

/** Value of which no form of a union has the type; in the form that has it, what that one does not know. */
function unknownForm(schema: z.ZodUnion, stored: unknown, path: readonly string[]): readonly Unknown[] {
  const found = schema.options.map((option) => ({ option, result: z.safeParse(option, stored) }));
  const taken =
    found.find(({ result }) => result.success) ??
    found.find(({ result }) => !result.error?.issues.some(isOfWholeType));
  return taken === undefined ? [{ path, value: valueText(stored) }] : unknownAt(taken.option, stored, path);
}

function isOfWholeType({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

function unknownWord(schema: z.core.$ZodType, stored: unknown, path: readonly string[]): readonly Unknown[] {
  const words: readonly unknown[] | undefined =
    schema instanceof z.ZodEnum
      ? schema.options
      : schema instanceof z.ZodLiteral
        ? [...schema.values]
        : undefined;
  return words === undefined || words.includes(stored) ? [] : [{ path, value: valueText(stored) }];
}

function valueText(value: unknown): string {
  return visible(clipped(JSON.stringify(value) ?? '', LONGEST));
}
