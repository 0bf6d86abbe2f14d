import { z } from 'zod';
import { isFields } from '../../base/fields.ts';
import { flagOfWord } from './flag.ts';

/** The canonical form of a body, and the paths of members that no schema names. */
export interface Canonical {
  readonly body: unknown;
  readonly ignored: readonly string[];
  /** Name of the level that the canonical form has around the members of the body. */
  readonly level?: string;
}

/**
 * Canonical form of a body, as the schema of `shape` takes it: texts without blanks at their ends, decimal texts where
 * an integer is asked for, words where a flag is, numbers where a text is, and no unknown members. It refuses nothing:
 * a value that has no canonical form stays as it is, for the schema to refuse.
 */
export function canonicalOf(shape: Shape, raw: unknown): Canonical {
  const ignored: string[] = [];
  return { body: canonicalValue(shape, raw, '', ignored), ignored };
}

function canonicalValue(shape: Shape, raw: unknown, path: string, ignored: string[]): unknown {
  switch (shape.kind) {
    case 'text':
      return textOf(raw);
    case 'integer':
      return integerOf(raw);
    case 'flag':
      return flagOf(raw);
    case 'list':
      return Array.isArray(raw)
        ? raw.map((item, index) => canonicalValue(shape.item, item, `${path}.${index}`, ignored))
        : raw;
    case 'choice':
      return isFields(raw) ? canonicalMembers(shape.members, raw, path, ignored) : trimmed(raw);
    case 'object':
      return isFields(raw) ? canonicalMembers(shape.members, raw, path, ignored) : raw;
    case 'verbatim':
      return raw;
  }
}

function canonicalMembers(
  members: ReadonlyMap<string, Shape>,
  raw: Readonly<Record<string, unknown>>,
  path: string,
  ignored: string[],
): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    const at = path === '' ? name : `${path}.${name}`;
    const shape = members.get(name);
    if (shape === undefined) {
      ignored.push(at);
    } else {
      kept.push([name, canonicalValue(shape, value, at, ignored)]);
    }
  }
  return Object.fromEntries(kept);
}

/** A text without blanks at its ends; one of blanks alone is empty. */
function trimmed(raw: unknown): unknown {
  return typeof raw === 'string' ? raw.trim() : raw;
}

/** Longest number that is read as a text: a longer one may have lost digits when its JSON was parsed. */
const EXACT = /^-?[\d.]{1,15}$/;

function textOf(raw: unknown): unknown {
  if (typeof raw !== 'number') {
    return trimmed(raw);
  }
  const text = String(raw);
  return EXACT.test(text) ? text : raw;
}

/** Longest text that is read as an integer, far beyond every bound of a field. */
const MAX_DIGITS = 64;

function integerOf(raw: unknown): unknown {
  if (typeof raw !== 'string') {
    return raw;
  }
  const text = raw.trim();
  // Zero is added, so that -0 becomes 0.
  return text.length <= MAX_DIGITS && /^[+-]?\d+(\.0*)?$/.test(text) ? Number(text) + 0 : raw;
}

function flagOf(raw: unknown): unknown {
  return typeof raw === 'string' || typeof raw === 'number' ? (flagOfWord(String(raw)) ?? raw) : raw;
}

/**
 * Kinds of values that a body is read as. `verbatim` is not read at all; `choice` is a text, or an object with members
 * of any of several schemas.
 */
type Shape =
  | { readonly kind: 'text' | 'integer' | 'flag' | 'verbatim' }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'object' | 'choice'; readonly members: ReadonlyMap<string, Shape> };

const VERBATIM: Shape = { kind: 'verbatim' };

/** Shape of what a schema takes as input; the members named in `own` are verbatim. */
export function shapeOf(schema: z.core.$ZodType, own: readonly string[] = []): Shape {
  if (isWrapper(schema)) {
    return shapeOf(schema.unwrap(), own);
  }
  if (schema instanceof z.ZodPipe) {
    return shapeOf(schema.in, own);
  }
  if (schema instanceof z.ZodArray) {
    return { kind: 'list', item: shapeOf(schema.element) };
  }
  if (schema instanceof z.ZodObject) {
    return { kind: 'object', members: memberShapes(schema, own) };
  }
  return schema instanceof z.ZodUnion
    ? choiceOf(schema.options.map((option) => shapeOf(option)))
    : scalarOf(schema);
}

/** Whether a schema only says when a member may be absent or null. */
function isWrapper(schema: z.core.$ZodType) {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  );
}

function memberShapes(schema: z.ZodObject, own: readonly string[]): ReadonlyMap<string, Shape> {
  return new Map(
    Object.entries(schema.shape).map(([name, member]) => [
      name,
      own.includes(name) ? VERBATIM : shapeOf(member),
    ]),
  );
}

function choiceOf(options: readonly Shape[]): Shape {
  const members = options.flatMap((option) => (option.kind === 'object' ? [...option.members] : []));
  return options.every(({ kind }) => kind === 'object' || kind === 'text')
    ? { kind: 'choice', members: new Map(members) }
    : VERBATIM;
}

function scalarOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) {
    return { kind: 'text' };
  }
  if (schema instanceof z.ZodBoolean) {
    return { kind: 'flag' };
  }
  return schema instanceof z.ZodNumber && schema.isInt ? { kind: 'integer' } : VERBATIM;
}
