import { z } from 'zod';
import type { Bounded } from '../base/bounded.ts';
import { isFields } from '../base/fields.ts';
import { abridged } from '../base/text.ts';
import { visible, visibleLines } from '../base/visible.ts';

const FORMS = { line: visible, lines: visibleLines };

/** Form of the fields that tell people something; all others have names and ids. */
const forms = new WeakMap<z.ZodType, keyof typeof FORMS>();

/** Schema of a text for people in a status, which may have parts that others wrote. */
export function toldSchema(max: number, description?: string, form: keyof typeof FORMS = 'line') {
  const plain = z.string().max(max);
  const schema = description === undefined ? plain : plain.describe(description);
  forms.set(schema, form);
  return schema;
}

/** Function that brings statuses within the bounds of their schema. */
export function boundsOf<S extends object>(schema: z.ZodType<S>): (status: S) => Bounded<S> {
  const bound = boundOf(schema);
  // The only place that makes the type.
  return (status) => (bound === undefined ? status : bound(status)) as Bounded<S>;
}

/** Value within the bounds of its schema; the same value where it was. */
type Bound = (value: unknown) => unknown;

/** Bound of a schema; undefined where it bounds no text. Lists have their bounds where they are made. */
function boundOf(schema: unknown): Bound | undefined {
  if (schema instanceof z.ZodOptional) {
    return boundOf(schema.unwrap());
  }
  if (schema instanceof z.ZodString) {
    return textBound(schema);
  }
  if (schema instanceof z.ZodArray) {
    const bound = boundOf(schema.element);
    return bound && ((value) => (Array.isArray(value) ? boundedList(value, bound) : value));
  }
  if (schema instanceof z.ZodObject) {
    const bounds = Object.entries(schema.shape).flatMap(([name, member]) => {
      const bound = boundOf(member);
      return bound === undefined ? [] : [[name, bound] as const];
    });
    return bounds.length === 0 ? undefined : (value) => boundedObject(value, bounds);
  }
  return undefined;
}

function textBound(schema: z.ZodString): Bound | undefined {
  const { maxLength } = schema;
  const form = forms.get(schema);
  const clean = form === undefined ? undefined : FORMS[form];
  return maxLength === null
    ? undefined
    : (value) => (typeof value === 'string' ? abridged(clean?.(value) ?? value, maxLength) : value);
}

function boundedList(list: readonly unknown[], bound: Bound): readonly unknown[] {
  const within = list.map(bound);
  return within.every((item, index) => item === list[index]) ? list : within;
}

function boundedObject(value: unknown, bounds: readonly (readonly [string, Bound])[]): unknown {
  if (!isFields(value)) {
    return value;
  }
  const changed = bounds.flatMap(([name, bound]) => {
    const within = bound(value[name]);
    return within === value[name] ? [] : [[name, within] as const];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}
