import { MAX_VALUE } from '../model/lenient.ts';

/** The value of an env, and whether it is, or holds, a secret. */
export interface Value {
  readonly text: string;
  readonly secret: boolean;
}

/** Envs by name, as one container sees them. */
export type Scope = ReadonlyMap<string, Value>;

/** How the envs of an install grow while they are filled in. */
export interface Growth {
  /** Characters by which all of them may grow yet; counted down. */
  left: number;
  /** Whether there was one that could not. */
  denied: boolean;
}

const REFERENCE = /\$\{([^${}]+)\}/g;

/**
 * Fills in what envs of a scope say of each other as `${NAME}`. A name that the scope does not have, or that
 * leads back to the env itself, stays as it is written; so does a value that would grow beyond what an env
 * can hold, or for which there is no growth left.
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

/** A value with what it says of a scope filled in, whose own values are filled in already. */
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
