import type { GatewayRule } from '../objects/stoa.ts';
import { type Candidate, isTls } from './candidate.ts';
import { firstOf } from './claim.ts';
import type { EffectiveRule } from './effective.ts';

/** Conflict about where TLS for a host ends: at the gateway, which has its certificate, or at one component. */
export interface EndingConflict {
  readonly type: 'ending';
  readonly winner: GatewayRule;
}

/** Whether a rule has a part in where TLS for its host ends: a TLS rule, or one whose host has a certificate, or is to get one. */
export function decidesEnding(rule: EffectiveRule): boolean {
  return (
    rule.protocol === 'tls' ||
    (rule.protocol === 'http' && (rule.certificate !== undefined || rule.autoSsl !== undefined))
  );
}

/**
 * The conflicts among all rules of a team for a host, by the uid of the rule that gives way. The first rule with a part in
 * it decides where TLS ends: rules with a certificate share the host, and a TLS rule has it for itself.
 */
export function endingConflicts(
  ofHost: readonly Candidate<EffectiveRule>[],
): ReadonlyMap<string, EndingConflict> {
  const deciding = ofHost.filter(({ rule }) => decidesEnding(rule));
  const first = firstOf(deciding);
  if (first === undefined) {
    return new Map();
  }
  const givingWay = deciding.filter((each) => each !== first && (isTls(each) || isTls(first)));
  return new Map(
    givingWay.map(({ object }) => [object.metadata.uid, { type: 'ending', winner: first.object }] as const),
  );
}
