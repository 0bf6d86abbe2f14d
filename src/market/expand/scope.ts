import { MAX_VALUE } from '../model/wire.ts';

/** The value of an env, and whether it is, or holds, a secret. */
export interface Value {
  readonly text: string;
  readonly secret: boolean;
}

/** Envs by name, as one container sees them. */
export type Scope = ReadonlyMap<string, Value>;

const REFERENCE = /\$\{([^${}]+)\}/g;

/**
 * Fills in what envs of a scope say of each other as `${NAME}`. A name that the scope does not have, or that
 * leads back to the env itself, stays as it is written; so does a value that would grow beyond what an env
 * can hold.
 */
export function interpolated(scope: Scope): Scope {
  const done = new Map<string, Value>();
  const resolve = (name: string, value: Value, above: readonly string[]): Value => {
    const known = done.get(name);
    if (known !== undefined || !value.text.includes('${')) {
      return known ?? value;
    }
    const filled = fill(value, (other) => {
      const found = other === name || above.includes(other) ? undefined : scope.get(other);
      return found && resolve(other, found, [...above, name]);
    });
    done.set(name, filled);
    return filled;
  };
  return new Map([...scope].map(([name, value]) => [name, resolve(name, value, [])]));
}

function fill(value: Value, look: (name: string) => Value | undefined): Value {
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
    if (length > MAX_VALUE) {
      return value;
    }
  }
  return { text: pieces.join('') + value.text.slice(end), secret };
}
