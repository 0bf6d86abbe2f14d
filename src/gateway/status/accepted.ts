import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { keyOf } from '../../kube/object.ts';
import { fieldOf, refusalText, warningText } from '../../names/text.ts';
import { MAX_ROUTE_RULES } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { burdenText } from '../../rule/burden.ts';
import { nameOfRule } from '../../rule/claim.ts';
import { conflictText } from '../../rule/conflicttext.ts';
import { offeredText } from '../offeredports.ts';
import type { PathConflict } from '../plan/path.ts';
import { type PortProblem, portProblem } from '../plan/port.ts';
import type { HttpTraffic, Subject, TcpTraffic } from './subject.ts';

/** Check of acceptance: the refusal, or undefined where nothing is wrong. */
type Check = (subject: Subject) => Refused | undefined;

/** Reason for which a rule is not accepted, and the message with the field at fault. */
interface Refused {
  readonly reason: string;
  readonly message: string;
}

/** The checks, in the order in which a rule must pass them; each is named after what it finds. */
const CHECKS: readonly Check[] = [
  inDeletion,
  namespaceWithoutTeam,
  invalidSpec,
  reservedPort,
  portNotOffered,
  nameRefused,
  takenPort,
  redirectConflict,
  duplicate,
  noRoom,
  burden,
];

/** The condition Accepted: whether a rule may be carried out at all. */
export function acceptedVerdict(subject: Subject): Verdict {
  for (const check of CHECKS) {
    const refused = check(subject);
    if (refused !== undefined) {
      return fails('Accepted', refused.reason, refused.message);
    }
  }
  return warned(subject) ?? holds('Accepted', REASONS.accepted, 'the rule is valid');
}

/** The condition of a rule that loses its name at a time that is known. */
function warned({ object, observed }: Subject): Verdict | undefined {
  const name = nameOfRule(object);
  const warning = name && observed.name && warningText(name, observed.name);
  return warning === undefined
    ? undefined
    : holds('Accepted', REASONS.acceptedUntil, `the rule is accepted ${warning}`);
}

function inDeletion({ object: { metadata } }: Subject): Refused | undefined {
  return metadata.deletionTimestamp === undefined
    ? undefined
    : {
        reason: REASONS.beingDeleted,
        message:
          'the rule is being deleted and has no host or port any more: metadata.finalizers names who keeps it',
      };
}

function namespaceWithoutTeam({ object, observed }: Subject): Refused | undefined {
  return observed.inTeam
    ? undefined
    : {
        reason: REASONS.namespaceWithoutTeam,
        message: `namespace ${object.metadata.namespace} belongs to no team: label it with stoa.dev/team`,
      };
}

function invalidSpec({ reading }: Subject): Refused | undefined {
  return reading.type === 'invalid' ? { reason: REASONS.invalid, message: reading.message } : undefined;
}

function reservedPort(subject: Subject): Refused | undefined {
  const { port, problem } = portOf(subject);
  return problem?.type === 'reserved'
    ? {
        reason: REASONS.addressTaken,
        message: `spec.tcp.endPoint.port: ${port} is the port of the Gateway's listener ${problem.listener}`,
      }
    : undefined;
}

function portNotOffered(subject: Subject): Refused | undefined {
  const { port, problem } = portOf(subject);
  return problem?.type === 'not-offered'
    ? {
        reason: REASONS.portNotOffered,
        message: `spec.tcp.endPoint.port: ${port} is not among the ports that this gateway ${offeredText(subject.observed.gateway)}`,
      }
    : undefined;
}

/** The port that a TCP rule wants, and what is wrong with it. */
function portOf({ traffic, observed }: Subject): { readonly port?: number; readonly problem?: PortProblem } {
  if (traffic?.type !== 'port') {
    return {};
  }
  const { port } = traffic.member.rule;
  const problem = portProblem(port, observed.gateway);
  return { port, ...(problem === undefined ? {} : { problem }) };
}

/** Reasons by the type of a refusal of a name; of a name that is held, that of a host. */
const NAME_REASONS = {
  'declared-for-other': REASONS.declaredForOther,
  'declared-twice': REASONS.declaredTwice,
  'unreadable-declaration': REASONS.declarationUnreadable,
  'outside-own-declaration': REASONS.notDeclared,
  'undeclared-refused': REASONS.notDeclared,
  'needs-declaration': REASONS.notDeclared,
  held: REASONS.hostTaken,
  presented: REASONS.hostTaken,
  kept: REASONS.nameKept,
  limit: REASONS.teamLimit,
} as const;

function nameRefused({ object, observed, traffic }: Subject): Refused | undefined {
  const name = nameOfRule(object);
  if (name === undefined || observed.name?.type !== 'refused') {
    return undefined;
  }
  const { refusal } = observed.name;
  const message = `${fieldOf(name)}: ${refusalText(name, refusal)}`;
  return traffic?.type === 'port' && (refusal.type === 'held' || refusal.type === 'kept')
    ? { reason: REASONS.addressTaken, message: `${message}; ${portAdvice(traffic)}` }
    : { reason: NAME_REASONS[refusal.type], message };
}

function takenPort({ traffic }: Subject): Refused | undefined {
  const conflict =
    traffic?.type === 'port' ? traffic.plan.conflicts.get(traffic.member.object.metadata.uid) : undefined;
  if (traffic?.type !== 'port' || conflict === undefined) {
    return undefined;
  }
  const taken = conflictText(conflict.type, traffic.member.rule, older(conflict.winner));
  return {
    reason: REASONS.addressTaken,
    message: `spec.tcp.endPoint.port: ${taken}; ${portAdvice(traffic)}`,
  };
}

function portAdvice({ plan }: TcpTraffic): string {
  const { freePort } = plan.group;
  return freePort === undefined ? 'no other port is free' : `port ${freePort} is free`;
}

function redirectConflict(subject: Subject): Refused | undefined {
  return ifConflict('redirect', subject, ({ member: { rule } }, winner) => ({
    reason: REASONS.redirectConflict,
    message: `spec.http${rule.redirect ? '.ruleExtensions' : ''}: ${conflictText('redirect', rule, winner)}`,
  }));
}

function duplicate(subject: Subject): Refused | undefined {
  return ifConflict('duplicate', subject, ({ member }, winner) => ({
    reason: REASONS.duplicate,
    message: `spec.http: ${conflictText('duplicate', member.rule, winner)}; edit that one`,
  }));
}

function noRoom(subject: Subject): Refused | undefined {
  return ifConflict('no-room', subject, ({ member: { rule } }) => ({
    reason: REASONS.noRoom,
    message: `spec.http: a route has room for ${MAX_ROUTE_RULES} conditions with ${MAX_ROUTE_RULES} components each, and older rules for ${rule.host}${rule.path} fill it`,
  }));
}

function burden(subject: Subject): Refused | undefined {
  return ifConflict('burden', subject, ({ member: { rule } }) => ({
    reason: REASONS.noRoom,
    message: `spec.http: ${burdenText(rule.host)}`,
  }));
}

/** The refusal of an HTTP rule that gives way to another for one type of conflict. */
function ifConflict(
  type: PathConflict['type'],
  { traffic }: Subject,
  refused: (traffic: HttpTraffic, winner: string) => Refused,
): Refused | undefined {
  if (traffic?.type !== 'path') {
    return undefined;
  }
  const conflict = traffic.plan.conflicts.get(traffic.member.object.metadata.uid);
  return conflict?.type === type ? refused(traffic, older(conflict.winner)) : undefined;
}

function older(winner: GatewayRule): string {
  return `the older rule ${keyOf(winner)}`;
}
