import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { keyOf } from '../../kube/object.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { type EffectiveHttp, type EffectiveTcp, parseRule } from '../../rule/effective.ts';
import type { Observed } from '../observed.ts';
import type { Denial, Plan } from '../plan/plan.ts';
import { type PortRefusal, portRefusal } from '../ports.ts';

/** Whether a rule may be carried out at all; `plan` is that of its route. */
export function acceptedVerdict(rule: GatewayRule, observed: Observed, plan: Plan | undefined): Verdict {
  const parsed = parseRule(rule);
  if (!observed.inTeam) {
    return fails(
      'Accepted',
      REASONS.namespaceWithoutTeam,
      `namespace ${rule.metadata.namespace} belongs to no team: label it with stoa.dev/team`,
    );
  }
  if (parsed.type === 'invalid') {
    return fails('Accepted', REASONS.invalid, parsed.message);
  }
  const refusal =
    parsed.rule.protocol === 'tcp' ? portRefusal(parsed.rule.port, observed.gateway) : undefined;
  if (refusal !== undefined && parsed.rule.protocol === 'tcp') {
    return refusedPort(parsed.rule.port, refusal);
  }
  const conflict = plan?.conflicts.get(rule.metadata.uid);
  if (conflict === undefined) {
    return holds('Accepted', REASONS.accepted, 'the rule is valid');
  }
  return parsed.rule.protocol === 'tcp'
    ? takenPort(parsed.rule, conflict, plan)
    : givesWay(parsed.rule, conflict);
}

function refusedPort(port: number, refusal: PortRefusal): Verdict {
  switch (refusal.type) {
    case 'reserved':
      return fails(
        'Accepted',
        REASONS.addressTaken,
        `spec.tcp.endPoint.port: ${port} is the port of the Gateway's listener ${refusal.listener}`,
      );
    case 'not-offered':
      return fails(
        'Accepted',
        REASONS.portNotOffered,
        `spec.tcp.endPoint.port: ${port} is not among the ports that this gateway offers (gateway.tcp.ports of the configuration): ${refusal.offered}`,
      );
  }
}

function takenPort({ port }: EffectiveTcp, { winner }: Denial, plan: Plan | undefined): Verdict {
  const free = plan?.view.type === 'port' ? plan.view.free : undefined;
  const advice = free === undefined ? 'no other port is free' : `port ${free} is free`;
  return fails(
    'Accepted',
    REASONS.addressTaken,
    `spec.tcp.endPoint.port: ${port} is taken by the older rule ${keyOf(winner)}; ${advice}`,
  );
}

function givesWay({ host, path, redirect }: EffectiveHttp, { type, winner }: Denial): Verdict {
  const older = `the older rule ${keyOf(winner)}`;
  switch (type) {
    case 'host-of-other-team':
      return fails(
        'Accepted',
        REASONS.hostTaken,
        `spec.http.domainName: ${host} belongs to the team of ${older}`,
      );
    case 'no-room':
      return fails(
        'Accepted',
        REASONS.noRoom,
        `spec.http: a route has room for 16 conditions with 16 components each, and older rules for ${host}${path} fill it`,
      );
    case 'redirect':
      return fails(
        'Accepted',
        REASONS.redirectConflict,
        redirect
          ? `spec.http.ruleExtensions: httptohttps needs ${host}${path} for itself, and ${older} is there`
          : `spec.http: ${older} has ${host}${path} for itself, as it redirects to HTTPS`,
      );
    default:
      return fails(
        'Accepted',
        REASONS.duplicate,
        `spec.http: ${older} sends ${host}${path} to the same port of the same component; edit that one`,
      );
  }
}
