import type { Verdict } from '../../api/condition.ts';
import type { EffectiveRule } from '../../rule/effective.ts';
import type { Member } from '../member.ts';
import type { GatewayView, PassthroughGroup, PortGroup } from '../observed.ts';
import { failureBefore } from '../probe/earlier.ts';
import { streamBackend } from '../probe/streamquestion.ts';
import { failureVerdict } from './failure.ts';

/** Verdict on a rule for TCP or TLS whose component is known to refuse connections, also by another process before. */
export function streamVerdict(
  member: Member<EffectiveRule>,
  gateway: GatewayView,
  { asked }: Pick<PortGroup | PassthroughGroup, 'asked'>,
): Verdict | undefined {
  const backend = streamBackend(member, gateway);
  if (backend === undefined) {
    return undefined;
  }
  const known = asked?.backend === backend ? asked.seen.known : undefined;
  return known === undefined ? failureBefore(member.object) : failureVerdict(member, known);
}
