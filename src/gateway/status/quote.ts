import type { Condition } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { clipped } from '../../base/text.ts';
import { visible } from '../../base/visible.ts';

/** Most characters of a quotation. */
const MOST = 1024;

/** Reasons as the Kubernetes API conventions have them; some engines join several by commas. */
const REASON = /^[A-Z][A-Za-z0-9]{0,127}(?=$|,)/;

/** Message of a condition that others report, or its reason where it has none; one line of limited length. */
export function quotedCondition({ reason, message }: Pick<Condition, 'reason' | 'message'>): string {
  return quotedText(message) || quotedText(reason);
}

/** Reason of a condition that others report; the first of several. */
export function reasonOf({ reason }: Pick<Condition, 'reason'>): string {
  return REASON.exec(reason)?.[0] ?? REASONS.refusedByEngine;
}

/** Text that others write, as one line of limited length. */
export function quotedText(text: string): string {
  return clipped(visible(text), MOST).trim();
}
