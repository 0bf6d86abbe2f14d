import type { Verdict } from '../../api/condition.ts';
import { REASONS, type Reason } from '../../api/reason.ts';
import { fails, holds, noTeamText } from '../../api/verdict.ts';
import type { NameRefusal } from '../../names/gate.ts';
import { refusalText, warningText } from '../../names/text.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import {
  type AcceptanceRefusal,
  type AcceptanceView,
  refusalByOperator,
  refusalOfStored,
} from '../../rule/checks.ts';
import { nameOf } from '../../rule/claim.ts';
import { conflictText, crowdingText, nameFieldOf, winnerText } from '../../rule/conflicttext.ts';
import type { EffectiveRule } from '../../rule/effective.ts';
import { offeredText } from '../offeredports.ts';
import { portView } from '../plan/port.ts';
import type { Subject } from './subject.ts';

/** Reasons by the type of a refusal. */
const REASON = {
  'in-deletion': REASONS.beingDeleted,
  'no-team': REASONS.namespaceWithoutTeam,
  invalid: REASONS.invalid,
  unknown: REASONS.unknownFields,
  reserved: REASONS.addressTaken,
  'not-offered': REASONS.portNotOffered,
  'declared-for-other': REASONS.declaredForOther,
  'declared-twice': REASONS.declaredTwice,
  contested: REASONS.declaredTwice,
  'unreadable-declaration': REASONS.declarationUnreadable,
  'outside-own-declaration': REASONS.notDeclared,
  'undeclared-refused': REASONS.notDeclared,
  'needs-declaration': REASONS.notDeclared,
  held: REASONS.hostTaken,
  presented: REASONS.hostTaken,
  kept: REASONS.nameKept,
  limit: REASONS.teamLimit,
  'port-taken': REASONS.addressTaken,
  address: REASONS.addressTaken,
  redirect: REASONS.redirectConflict,
  duplicate: REASONS.duplicate,
  ending: REASONS.tlsConflict,
  protocol: REASONS.protocolConflict,
  'no-room': REASONS.noRoom,
  burden: REASONS.noRoom,
} as const satisfies Readonly<Record<AcceptanceRefusal['type'], Reason>>;

/** The condition Accepted: whether a rule may be carried out at all. */
export function acceptedVerdict(subject: Subject): Verdict {
  const { object, observed, reading } = subject;
  const stored = refusalOfStored({ object, inTeam: observed.inTeam });
  if (stored !== undefined) {
    return refused(stored, STORED_TEXT[stored.type](object));
  }
  if (reading.type !== 'valid') {
    const { name } = observed;
    const lost = name?.type === 'refused' ? refusedName(object, name.refusal) : undefined;
    const texts = [reading.message, ...standingText(reading, object)];
    return lost ?? refused(reading, texts.join('; '), reading.fields);
  }
  const { rule } = reading;
  const refusal = refusalByOperator(viewOf(subject, rule));
  if (refusal === undefined) {
    return accepted(subject, rule);
  }
  const field = fieldAtFault(refusal, rule);
  return refused(refusal, `spec.${field}: ${textOf(refusal, subject, rule)}`, [field]);
}

/** Verdict on a rule that cannot be read and may not have its name any more; undefined where it has none. */
function refusedName({ status }: GatewayRule, refusal: NameRefusal): Verdict | undefined {
  return status?.name === undefined ? undefined : refused(refusal, refusalText(status.name, refusal));
}

/** Text on what becomes of the traffic of a rule that cannot be read. */
function standingText({ type }: AcceptanceRefusal, { status }: GatewayRule): readonly string[] {
  if (status?.name !== undefined) {
    return ['what stands for the rule stays as it was before'];
  }
  return type === 'unknown' ? ['nothing is served for the rule'] : [];
}

function refused({ type }: AcceptanceRefusal, message: string, fields?: readonly string[]): Verdict {
  return fails('Accepted', REASON[type], message, fields);
}

/** The condition of a rule that is accepted, if only for a time that is known. */
function accepted({ observed }: Subject, rule: EffectiveRule): Verdict {
  const warning = observed.name && warningText(nameOf(rule), observed.name);
  return warning === undefined
    ? holds('Accepted', REASONS.accepted, 'the rule is valid')
    : holds('Accepted', REASONS.acceptedUntil, `the rule is accepted ${warning}`);
}

function viewOf({ object, observed, traffic }: Subject, rule: EffectiveRule): AcceptanceView {
  const conflict = traffic?.plan.conflicts.get(object.metadata.uid);
  return { ...portView(rule, observed.gateway), name: observed.name, conflict };
}

/** Messages on the refusal of a rule, whatever it asks for. */
const STORED_TEXT = {
  'in-deletion': () =>
    'the rule is being deleted and has no host or port any more: metadata.finalizers names who keeps it',
  'no-team': ({ metadata }: GatewayRule) => noTeamText(metadata.namespace),
};

/** Refusal of a rule whose spec can be read. */
type RefusalOfValid = Exclude<AcceptanceRefusal, { type: 'invalid' | 'unknown' | keyof typeof STORED_TEXT }>;

/** Field that has a valid rule refused, as a path below `spec`. */
function fieldAtFault({ type }: RefusalOfValid, rule: EffectiveRule): string {
  switch (type) {
    case 'redirect':
      return rule.protocol === 'http' && rule.redirect ? 'http.ruleExtensions' : 'http';
    case 'protocol':
      return 'http.domainName';
    case 'duplicate':
    case 'no-room':
    case 'burden':
      return 'http';
    default:
      return nameFieldOf(rule);
  }
}

/** Text on the refusal of a valid rule, after the field at fault. */
function textOf(
  refusal: RefusalOfValid,
  { object, observed, traffic }: Subject,
  rule: EffectiveRule,
): string {
  const name = nameOf(rule);
  const port = rule.protocol === 'tcp' ? rule.port : '';
  switch (refusal.type) {
    case 'reserved':
      return `${port} is the port of the Gateway's listener ${refusal.listener}`;
    case 'not-offered':
      return `${port} is not among the ports that this gateway ${offeredText(observed.gateway)}`;
    case 'port-taken':
      return `${refusalText(name, refusal.by)}; ${portAdvice(traffic)}`;
    case 'address':
      return `${conflictText(refusal.type, rule, winnerText(refusal.winner, object))}; ${portAdvice(traffic)}`;
    case 'ending':
    case 'redirect':
    case 'protocol':
      return conflictText(refusal.type, rule, winnerText(refusal.winner, object));
    case 'duplicate':
      return `${conflictText(refusal.type, rule, winnerText(refusal.winner, object))}; edit that one`;
    case 'no-room':
    case 'burden':
      return crowdingText(refusal);
    default:
      return refusalText(name, refusal);
  }
}

function portAdvice(traffic: Subject['traffic']): string {
  const freePort = traffic?.type === 'port' ? traffic.plan.group.freePort : undefined;
  return freePort === undefined ? 'no other port is free' : `port ${freePort} is free`;
}
