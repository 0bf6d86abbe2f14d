import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds, unknown } from '../../api/verdict.ts';
import type { BackendFailure } from '../../engines/failure.ts';
import type { Rendered } from '../../engines/object.ts';
import type { HttpRoute } from '../../objects/httproute.ts';
import type { EffectiveHttp } from '../../rule/effective.ts';
import { protects } from '../../rule/guard.ts';
import { demandAt, whyNotAsked } from '../clientcertificates.ts';
import { standingListener } from '../listeners/parents.ts';
import { destinationOf, type Member } from '../member.ts';
import type { GatewayView, PathGroup } from '../observed.ts';
import { isApplied, isSame } from '../owned.ts';
import { leadsToEngine } from '../probe/backendrule.ts';
import { backendName } from '../probe/callrule.ts';
import { failureBefore, wasServed } from '../probe/earlier.ts';
import type { Result } from '../probe/result.ts';
import { answersThroughGuards, backendsOf, probeHash } from '../probe/rule.ts';
import type { ProbeState } from '../probe/state.ts';
import { targetsOf } from '../probe/target.ts';
import { FAILURES, failureVerdict } from './failure.ts';
import { listenerOf } from './programmed.ts';

const TYPE = 'Serving';

/**
 * Knowledge of one route: the result of a question, or that it was not asked for, or cannot be; where it is served, what its
 * component does: it fails, was not asked, or gave no answer in time that tells.
 */
type Knowledge =
  | Exclude<Result, 'not-open'>
  | 'not-asked'
  | 'no-room'
  | 'no-certificate'
  | 'unasked'
  | 'untold'
  | BackendFailure;

/** Whether the gateway was seen to serve the routes that a rule needs, exactly as they are now. */
export function servingVerdict(
  member: Member,
  gateway: GatewayView,
  routes: readonly Rendered[],
  group: PathGroup,
): Verdict {
  if (gateway.config.probe.mode === 'off') {
    return notProbed('gateway.probe.mode of the configuration is off');
  }
  const { rule } = member;
  const known = routes.map((route): Knowledge => {
    const knowledge = knowledgeOf(member, gateway, route, group);
    return !isServed(knowledge) && wantsCertificate(gateway, listenerOf(route))
      ? 'no-certificate'
      : knowledge;
  });
  const worst = WORST_FIRST.find((each) => known.includes(each)) ?? 'not-asked';
  const before = worst === 'not-asked' || worst === 'unasked' ? failureBefore(member.object) : undefined;
  if (before !== undefined) {
    return before;
  }
  if (!isServed(worst)) {
    return failureVerdict(member, worst) ?? verdictOf(worst as Exclude<typeof worst, BackendFailure>);
  }
  const served = rule.grpc === undefined ? `${SERVED}${proofOfGuards(rule, routes)}` : CALLED;
  return holds(TYPE, REASONS.serving, worst === 'untold' ? `${served}${UNTOLD}` : served);
}

/** Whether the gateway serves a route, as far as something is known. */
function isServed(known: Knowledge): known is 'served' | 'untold' {
  return known === 'served' || known === 'untold';
}

/** Whether a listener refuses clients without a certificate, as far as its engine does what the Gateway wants. */
function wantsCertificate(gateway: GatewayView, name: string): boolean {
  const listener = standingListener(name, gateway);
  return (
    listener?.protocol === 'HTTPS' &&
    demandAt(gateway.object, listener.port) === 'required' &&
    whyNotAsked(gateway) === undefined
  );
}

const SERVED = 'the gateway answered a request by the present version of the route';
const UNTOLD = '; the component did not answer a question through the gateway within 3 s';
const CALLED = 'the component answered a call through the gateway, for a method that it does not have';

/** Part of a message on what guards a rule, whether or not the request went through it. */
function proofOfGuards(rule: EffectiveHttp, routes: readonly Rendered[]): string {
  const { policy } = rule;
  if (!protects(policy)) {
    return '';
  }
  const beside = (['externalAuth', 'rateLimit'] as const).filter((member) => policy[member] !== undefined);
  const but = beside.length === 0 ? '' : ` but ${beside.join(' and ')}`;
  return routes.some(({ draft }) => answersThroughGuards(draft.spec))
    ? `, through what guards it${but}`
    : '; the request went past what guards it, so that the word of the engine counts for that';
}

/** The condition of a rule of which no request can tell whether the gateway serves it. */
export function notProbed(why: string): Verdict {
  return unknown(TYPE, REASONS.notProbed, `no request can show whether the gateway serves the rule: ${why}`);
}

/** A verdict with remarks, where a rule can be ready with it. */
export function withRemarks(verdict: Verdict, remarks: readonly string[]): Verdict {
  return isMet(verdict) && remarks.length > 0
    ? { ...verdict, message: [verdict.message, ...remarks].join('; ') }
    : verdict;
}

/** Whether a rule can be ready with a condition as it is: Serving does not count where it cannot be had. */
export function isMet({ status, reason }: Pick<Verdict, 'status' | 'reason'>): boolean {
  return status === 'True' || reason === REASONS.notProbed;
}

const WORST_FIRST: readonly Knowledge[] = [
  'silent',
  'not-served',
  'unguarded',
  'no-calls',
  ...FAILURES,
  'unclear',
  'not-asked',
  'unasked',
  'no-certificate',
  'foreign',
  'unreachable',
  'no-address',
  'no-room',
  'untold',
  'served',
];

function knowledgeOf(
  member: Member,
  gateway: GatewayView,
  route: Rendered,
  { probes, stored }: PathGroup,
): Knowledge {
  const hash = probeHash(route.draft.spec);
  const state = probes.get(route.draft.metadata.name);
  if (hash === undefined) {
    return 'no-room';
  }
  const targets = targetsOf(gateway, listenerOf(route));
  if (targets === undefined || targets.length === 0) {
    return targets === undefined ? 'not-asked' : 'no-address';
  }
  if (state !== undefined) {
    return state.hash === hash ? resultFor(member, state, route) : 'not-asked';
  }
  // Another process asked for it, whose memory is gone.
  const standing = stored.find((each) => isSame(route, each))?.object;
  return isApplied(route, standing, gateway.applies) && wasServed(member.object) ? 'served' : 'not-asked';
}

/** Result of the last question for a route, for one of the rules that share it. */
function resultFor(member: Member, state: ProbeState, route: Rendered): Knowledge {
  const { result } = state;
  if (result === 'no-calls') {
    return lacksCalls(member, state) ? result : 'served';
  }
  if (result === 'served') {
    return componentKnowledge(member, state, route);
  }
  // An address or a listener that has come since then was not asked.
  return result === 'no-address' || result === 'not-open' ? 'not-asked' : result;
}

/** Knowledge of the component of a rule behind a route that the gateway serves. */
function componentKnowledge(member: Member, { backends }: ProbeState, { draft }: Rendered): Knowledge {
  const to = destinationOf(member);
  const own = to.type === 'resolved' ? backendName({ name: to.service, port: to.port }) : undefined;
  const asked = member.rule.policy.redirect === undefined ? backendsOf(draft as unknown as HttpRoute) : [];
  const known = asked
    .filter(({ backend }) => backend === own || leadsToEngine(backend))
    .map(({ backend }) => backends.get(backend)?.known);
  const failure = FAILURES.find((each) => known.includes(each));
  if (failure !== undefined) {
    return failure;
  }
  if (known.includes(undefined)) {
    return wasServed(member.object) ? 'served' : 'unasked';
  }
  return known.includes('untold') ? 'untold' : 'served';
}

/** Whether the component of a rule answers no call, of those of all rules that share the route. */
function lacksCalls(member: Member, { lacking = [] }: ProbeState): boolean {
  const backend = destinationOf(member);
  return (
    !member.rule.scalesToZero &&
    backend.type === 'resolved' &&
    lacking.includes(backendName({ name: backend.service, port: backend.port }))
  );
}

function verdictOf(known: Exclude<Knowledge, 'served' | 'untold' | BackendFailure>): Verdict {
  switch (known) {
    case 'not-served':
      return fails(
        TYPE,
        REASONS.notServed,
        'the gateway does not serve the present version of the route yet',
      );
    case 'unguarded':
      return fails(
        TYPE,
        REASONS.guardsNotLoaded,
        'the gateway serves the present version of the route, but has not loaded what guards it: requests get an error; the log of the engine says why',
      );
    case 'silent':
      return fails(TYPE, REASONS.gatewaySilent, 'the gateway does not answer requests');
    case 'no-calls':
      return fails(
        TYPE,
        REASONS.noCallAnswered,
        'the gateway passes calls on, and the component answers none: its port speaks no HTTP/2, or nothing listens at it',
      );
    case 'unclear':
      return unknown(
        TYPE,
        REASONS.unexpectedAnswer,
        'the gateway answers a request for the route otherwise than any version of the route does',
      );
    case 'not-asked':
      return unknown(
        TYPE,
        REASONS.pending,
        'the gateway was not asked for the present version of the route yet',
      );
    case 'unasked':
      return unknown(TYPE, REASONS.pending, 'the component was not asked through the gateway yet');
    case 'no-certificate':
      return notProbed(
        'spec.tls.frontend of the Gateway wants a certificate of each client, and the operator has none',
      );
    case 'foreign':
      return notProbed(
        'the gateway, or something in front of it, answers the request before the route does; if another address leads to the gateway itself, gateway.probe.address can name it',
      );
    case 'unreachable':
      return notProbed(
        'the operator cannot connect to the address of the Gateway; gateway.probe.address can name another one',
      );
    case 'no-address':
      return notProbed('the status of the Gateway has no address; gateway.probe.address can name one');
    case 'no-room':
      return notProbed('its route has no room for one more rule, which would answer');
  }
}
