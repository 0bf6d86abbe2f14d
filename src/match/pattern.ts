import { Script } from 'node:vm';
import type { Behavior } from './behavior.ts';

/** Milliseconds that a pattern may take: engines match in linear time, JavaScript may not. */
const MAX_MS = 1000;

/** Flags at the beginning of a pattern, as RE2 has them. */
const FLAGS = /^\(\?([ims]+)\)/;

/** Whether a value meets a regular expression, by the time that it may take; undefined where that cannot be told. */
export function meetsPattern(
  pattern: string,
  value: string,
  patterns: Behavior['patterns'],
): boolean | undefined {
  const flags = FLAGS.exec(pattern)?.[1] ?? '';
  const rest = pattern.replace(FLAGS, '');
  const source = patterns === 'whole' ? `^(?:${rest})$` : rest;
  const call = `new RegExp(${JSON.stringify(source)}, '${flags}').test(${JSON.stringify(value)})`;
  try {
    return new Script(call).runInThisContext({ timeout: MAX_MS }) as boolean;
  } catch {
    return undefined;
  }
}
