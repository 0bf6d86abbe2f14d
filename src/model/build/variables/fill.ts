import { MAX_VALUE } from '../../read/lenient.ts';

/** Text, and whether it holds a secret. */
export interface Value {
  readonly text: string;
  readonly secret: boolean;
}

/** Values of variables, by name. */
export type Scope = ReadonlyMap<string, Value>;

/** Growth of all texts of an install by variables. */
export interface Growth {
  /** Characters that are left; counted down. */
  left: number;
  /** Whether a text stayed as it is written, because it would have exceeded a limit. */
  denied: boolean;
}

/** Most characters by which the texts of an install may grow by variables. */
export const MAX_GROWTH = 8 * 1024 * 1024;

/** Value of a variable; `as-written` where it cannot be filled, undefined where nothing defines it. */
type Look = (name: string) => Value | 'as-written' | undefined;

/**
 * Text with its variables, each from the first scope that has it; `max` limits its length. The text is secret if a
 * value in it is.
 */
export function fillText(
  text: string,
  scopes: readonly Scope[],
  growth: Growth,
  max: number = MAX_VALUE,
): Value {
  const look = (name: string) => scopes.find((scope) => scope.has(name))?.get(name);
  return fillWith({ text, secret: false }, look, growth, max);
}

/**
 * Value with its variables, by position: what a variable brings is not searched again. One that nothing defines gets
 * its default; without one, it stays as it is written. So does the whole text if it would exceed a limit.
 */
export function fillWith(value: Value, look: Look, growth: Growth, max: number = MAX_VALUE): Value {
  const { text } = value;
  const limit = Math.max(text.length, Math.min(max, text.length + growth.left));
  const pieces: string[] = [];
  let { secret } = value;
  let [end, length] = [0, 0];
  const add = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const reference of referencesOf(text)) {
    const found = look(reference.name);
    add(text.slice(end, reference.start));
    const written = text.slice(reference.start, reference.end);
    if (found === undefined || found === 'as-written') {
      add(found === undefined ? reference.fallback || written : written);
    } else {
      add(found.text);
      secret ||= found.secret;
    }
    end = reference.end;
    if (length > limit) {
      break;
    }
  }
  add(text.slice(end));
  if (length > limit) {
    growth.denied = true;
    return value;
  }
  growth.left -= Math.max(length - text.length, 0);
  return { text: pieces.join(''), secret };
}

/** Reference to a variable in a text: `${NAME}` or `${NAME:default}`. */
export interface Reference {
  readonly start: number;
  /** Index after the reference. */
  readonly end: number;
  readonly name: string;
  /** Text between the first and the second colon; empty where there is none. */
  readonly fallback: string;
}

/**
 * References of a text, in order, as the original platform finds them: each is the shortest stretch from `${` to the
 * next `}` of the same line. There is no escape and no nesting, and blanks count.
 */
export function* referencesOf(text: string): Generator<Reference, undefined> {
  let start = 0;
  for (const line of text.includes('${') ? text.split('\n') : []) {
    let open = line.indexOf('${');
    while (open !== -1) {
      const close = line.indexOf('}', open);
      if (close === -1) {
        break;
      }
      const [name = '', fallback = ''] = line.slice(open + 2, close).split(':', 2);
      yield { start: start + open, end: start + close + 1, name, fallback };
      open = line.indexOf('${', close);
    }
    start += line.length + 1;
  }
}
