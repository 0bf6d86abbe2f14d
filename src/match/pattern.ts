import { RE2JS } from 're2js';
import type { Behavior } from './behavior.ts';

/**
 * Whether a value meets a regular expression of RE2, in time linear in both, as Envoy and Traefik match; undefined
 * where RE2 has no such expression, which an engine may still have (NGINX reads PCRE).
 */
export function meetsPattern(
  pattern: string,
  value: string,
  patterns: Behavior['patterns'],
): boolean | undefined {
  try {
    const compiled = RE2JS.compile(pattern);
    return patterns === 'whole' ? compiled.testExact(value) : compiled.test(value);
  } catch {
    return undefined;
  }
}
