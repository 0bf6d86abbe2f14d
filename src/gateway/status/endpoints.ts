import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import type { Backend } from '../../component/backend.ts';
import { answeringAt, type SeenComponent } from '../../component/endpoints.ts';
import { targetOf, targetText } from '../../component/target.ts';
import type { EffectiveRule } from '../../rule/effective.ts';
import { destinationOf, externalAuthOf, type Member, mirrorOf, namedComponent } from '../member.ts';

const TYPE = 'Serving';

/** Verdict on a rule whose requests nobody can answer, for want of a ready endpoint; undefined where somebody can. */
export function endpointsVerdict(member: Member<EffectiveRule>): Verdict | undefined {
  const gap = member.rule.scalesToZero ? undefined : gapOf(member);
  return gap === undefined
    ? undefined
    : fails(TYPE, REASONS.noEndpoints, `${targetText(member.rule.target)} cannot answer: ${gap}`);
}

/** Sentence on the endpoints that the port of a rule lacks; undefined where one is ready. */
export function gapOf(member: Member<EffectiveRule>): string | undefined {
  return gapAt(member.component, destinationOf(member));
}

/**
 * Verdict on an HTTP rule like `endpointsVerdict`. A rule that redirects needs no endpoint, nor does one whose requests others
 * get. `deciding` is the rule whose policy counts: this one, or an older one with the same conditions.
 */
export function httpEndpointsVerdict(member: Member, deciding: Member): Verdict | undefined {
  const { policy } = deciding.rule;
  const asked = authorizationGap(deciding);
  if (asked !== undefined) {
    return fails(TYPE, REASONS.noEndpoints, asked);
  }
  return policy.redirect !== undefined || member.rule.weight === 0 ? undefined : endpointsVerdict(member);
}

/** Sentence on the component that is asked about each request, where it has no ready endpoint. */
function authorizationGap(deciding: Member): string | undefined {
  const { policy, appId } = deciding.rule;
  if (policy.externalAuth === undefined) {
    return undefined;
  }
  const gap = gapAt(namedComponent(deciding, policy.externalAuth), externalAuthOf(deciding));
  const target = targetText(targetOf(policy.externalAuth, appId));
  return (
    gap && `spec.http.policy.externalAuth: ${target} cannot answer, so that all requests get an error: ${gap}`
  );
}

/** Remarks on backends without ready endpoints that do not keep the gateway from serving a rule. */
export function endpointRemarks(member: Member<EffectiveRule>): readonly string[] {
  const { rule } = member;
  const gap = gapOf(member);
  const asleep = gap !== undefined && rule.scalesToZero ? [`${gap}, as spec.scalesToZero has it`] : [];
  return rule.protocol === 'http' ? [...asleep, ...mirrorRemarks(member as Member)] : asleep;
}

function mirrorRemarks(member: Member): readonly string[] {
  const { mirror } = member.rule.policy;
  const gap = mirror && gapAt(namedComponent(member, mirror), mirrorOf(member));
  return gap === undefined ? [] : [`no copy of a request arrives: ${gap}`];
}

function gapAt(
  of: SeenComponent,
  backend: Backend | { readonly type: 'closed' } | undefined,
): string | undefined {
  if (backend?.type !== 'resolved') {
    return undefined;
  }
  const { service, port } = backend;
  switch (answeringAt(of, backend)) {
    case 'endpoints':
      return undefined;
    case 'none':
      return `no endpoint of port ${port} of Service ${service} is ready`;
    case 'other-ports':
      return `the ready endpoints of Service ${service} lack the port behind its port ${port}`;
  }
}
