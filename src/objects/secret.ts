import type { Secret } from './core.ts';

/** Text of a key of a Secret; undefined if it lacks the key. */
export function secretText({ data }: Pick<Secret, 'data'>, key: string): string | undefined {
  const value = data?.[key];
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}

/** Data of a Secret with a text for each key. */
export function secretData<K extends string>(texts: Readonly<Record<K, string>>): Record<K, string> {
  const data = Object.entries<string>(texts).map(([key, text]) => [
    key,
    Buffer.from(text).toString('base64'),
  ]);
  return Object.fromEntries(data) as Record<K, string>;
}
