import { createHash } from 'node:crypto';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { Problem } from '../../problem/problem.ts';
import { type RecordSource, recordOf } from './record.ts';

/**
 * Entity tag of a rule: it changes with every edit, also of fields that its record does not have, and with the
 * record itself, but not with the status alone.
 */
export function etagOf(rule: GatewayRule, source: RecordSource): string {
  const { uid, generation } = rule.metadata;
  const shown = JSON.stringify([uid, generation, recordOf(rule, source)]);
  return `"${createHash('sha256').update(shown).digest('base64url').slice(0, 22)}"`;
}

/**
 * Throws the Problem `preconditionFailed` where a header If-Match does not have a rule's entity tag. Weak tags
 * never match (RFC 9110, 13.1.1).
 */
export function requireMatch(header: string | undefined, etag: string): void {
  if (header === undefined || header.trim() === '*') {
    return;
  }
  const tags: readonly string[] = header.match(/(W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(etag)) {
    throw new Problem(
      'preconditionFailed',
      'If-Match: the rule is not, or no longer, what you have read: read it again and decide anew',
    );
  }
}
