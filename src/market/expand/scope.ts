import { MAX_VALUE } from '../model/lenient.ts';

/** Value of an env, and whether it holds a secret. */
export interface Value {
  readonly text: string;
  readonly secret: boolean;
}

/** Envs of one container, by name. */
export type Scope = ReadonlyMap<string, Value>;

/** Growth of the envs of an install by interpolation. */
export interface Growth {
  /** Characters that are left; counted down. */
  left: number;
  /** Whether an interpolation was refused. */
  denied: boolean;
}

const REFERENCE = /\$\{([^${}]+)\}/g;

/**
 * Interpolation of `${NAME}` within a scope. A name that is unknown or refers back to the env itself stays as it is
 * written; so does a value that would exceed the limits of an env or of growth.
 */
export function interpolated(scope: Scope, growth: Growth): Scope {
  const done = new Map<string, Value>();
  const resolve = (name: string, value: Value, above: readonly string[]): Value => {
    const known = done.get(name);
    if (known !== undefined || !value.text.includes('${')) {
      return known ?? value;
    }
    const filled = fill(value, growth, (other) => {
      const found = other === name || above.includes(other) ? undefined : scope.get(other);
      return found && resolve(other, found, [...above, name]);
    });
    done.set(name, filled);
    return filled;
  };
  return new Map([...scope].map(([name, value]) => [name, resolve(name, value, [])]));
}

/** Value interpolated with a scope that is interpolated already. */
export function filledFrom(value: Value, scope: Scope, growth: Growth): Value {
  return fill(value, growth, (name) => scope.get(name));
}

function fill(value: Value, growth: Growth, look: (name: string) => Value | undefined): Value {
  const pieces: string[] = [];
  let { secret } = value;
  let [end, length] = [0, 0];
  for (const match of value.text.matchAll(REFERENCE)) {
    const found = look(match[1] ?? '');
    const piece = value.text.slice(end, match.index) + (found?.text ?? match[0]);
    pieces.push(piece);
    length += piece.length;
    secret ||= found?.secret ?? false;
    end = match.index + match[0].length;
    if (length > Math.min(MAX_VALUE, value.text.length + growth.left)) {
      growth.denied = true;
      return value;
    }
  }
  const text = pieces.join('') + value.text.slice(end);
  growth.left -= Math.max(text.length - value.text.length, 0);
  return { text, secret };
}
