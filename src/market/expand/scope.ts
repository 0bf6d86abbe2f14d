import { fillWith, type Growth, type Scope, type Value } from './variables/fill.ts';

/**
 * Envs of one container, filled with each other. A reference that leads back to the env itself stays as it is written;
 * so does a value that would exceed the limits of an env or of growth.
 */
export function interpolated(scope: Scope, growth: Growth): Scope {
  const done = new Map<string, Value>();
  const resolve = (name: string, value: Value, above: readonly string[]): Value => {
    const known = done.get(name);
    if (known !== undefined || !value.text.includes('${')) {
      return known ?? value;
    }
    const filled = fillWith(
      value,
      (other) => {
        const found = scope.get(other);
        if (found === undefined) {
          return undefined;
        }
        return other === name || above.includes(other)
          ? { text: `\${${other}}`, secret: false }
          : resolve(other, found, [...above, name]);
      },
      growth,
    );
    done.set(name, filled);
    return filled;
  };
  return new Map([...scope].map(([name, value]) => [name, resolve(name, value, [])]));
}
