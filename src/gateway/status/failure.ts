import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import { targetText } from '../../component/target.ts';
import type { BackendFailure } from '../../engines/failure.ts';
import type { EffectiveRule } from '../../rule/effective.ts';
import { destinationOf, type Member } from '../member.ts';

/** Meaning of a failure for a user. */
interface Meaning {
  readonly reason:
    | typeof REASONS.componentRefuses
    | typeof REASONS.protocolMismatch
    | typeof REASONS.componentTooSlow
    | typeof REASONS.noEndpoints;
  readonly text: string;
}

const MEANINGS: Readonly<Record<BackendFailure, Meaning>> = {
  refused: { reason: REASONS.componentRefuses, text: 'nothing listens there: connections are refused' },
  reset: { reason: REASONS.componentRefuses, text: 'connections end before an answer' },
  'refused-or-reset': {
    reason: REASONS.componentRefuses,
    text: 'connections are refused, or end before an answer',
  },
  unconnected: {
    reason: REASONS.componentRefuses,
    text: 'it gets no connection: nothing listens there, or the two do not agree on TLS',
  },
  certificate: {
    reason: REASONS.protocolMismatch,
    text: 'the gateway does not trust the certificate, or it is for another name',
  },
  'no-tls': { reason: REASONS.protocolMismatch, text: 'the gateway speaks TLS, and the component does not' },
  tls: { reason: REASONS.protocolMismatch, text: 'the component speaks TLS, and the gateway plain HTTP' },
  protocol: {
    reason: REASONS.protocolMismatch,
    text: 'the two do not speak one protocol, or the gateway does not trust the certificate',
  },
  'time-out': { reason: REASONS.componentTooSlow, text: 'the gateway gave up waiting for an answer' },
  'no-endpoint': { reason: REASONS.noEndpoints, text: 'the gateway knows no ready endpoint' },
};

/** Failures, those first whose causes are told best. */
export const FAILURES: readonly BackendFailure[] = [
  'certificate',
  'no-tls',
  'tls',
  'protocol',
  'refused',
  'reset',
  'refused-or-reset',
  'unconnected',
  'time-out',
  'no-endpoint',
];

/** Verdict on a rule for which the gateway answers in place of the component; undefined for what is no failure. */
export function failureVerdict(member: Member<EffectiveRule>, known: string): Verdict | undefined {
  const failure = FAILURES.find((each) => each === known);
  if (failure === undefined) {
    return undefined;
  }
  const { reason, text } = MEANINGS[failure];
  const { rule } = member;
  const to = destinationOf(member);
  const place = to.type === 'resolved' ? ` at port ${to.port} of Service ${to.service}` : '';
  const does =
    rule.protocol === 'http' ? 'answers with an error in place of' : 'ends the connections of clients to';
  return fails('Serving', reason, `the gateway ${does} ${targetText(rule.target)}${place}: ${text}`);
}
