import { conditionOf, type Verdict } from '../../api/condition.ts';
import { REASONS, type Reason } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import type { GatewayRule } from '../../objects/stoa.ts';

/** Reasons of failures that questions show. */
const FAILURES: readonly Reason[] = [
  REASONS.notServed,
  REASONS.guardsNotLoaded,
  REASONS.gatewaySilent,
  REASONS.noCallAnswered,
  REASONS.componentRefuses,
  REASONS.protocolMismatch,
  REASONS.componentTooSlow,
];

/** Whether the status of a rule says that its present generation is served: who has asked for it may be gone since. */
export function wasServed(rule: GatewayRule): boolean {
  return servingBefore(rule)?.status === 'True';
}

/** Failure that the status of a rule tells of its present generation; it counts until a question shows otherwise. */
export function failureBefore(rule: GatewayRule): Verdict | undefined {
  const { status, reason = '', message = '' } = servingBefore(rule) ?? {};
  return status === 'False' && FAILURES.some((each) => each === reason)
    ? fails('Serving', reason, message)
    : undefined;
}

function servingBefore({ metadata, status }: GatewayRule) {
  const serving = conditionOf(status, 'Serving');
  return serving?.observedGeneration === metadata.generation ? serving : undefined;
}
