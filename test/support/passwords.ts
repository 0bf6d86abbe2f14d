import { createHash } from 'node:crypto';
import type { Secret } from '../../src/objects/core.ts';

/** Line of a file in the form of htpasswd that all engines know. */
export function passwordLine(name: string, password: string): string {
  return `${name}:{SHA}${createHash('sha1').update(password).digest('base64')}`;
}

/** Type and data of a Secret with texts. */
export function secretData(
  texts: Readonly<Record<string, string>>,
  type?: string,
): Pick<Secret, 'type' | 'data'> {
  const entries = Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return { ...(type === undefined ? {} : { type }), data: Object.fromEntries(entries) };
}
