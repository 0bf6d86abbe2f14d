import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import { CERTIFICATES, type IssuedCertificate } from '../../objects/certmanager.ts';
import { HTTP_ROUTES } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { Candidate } from '../../rule/candidate.ts';
import { type EffectiveHttp, type EffectiveTcp, parseRule } from '../../rule/effective.ts';
import { destinationOf, type Member } from '../member.ts';
import { routesOfRule } from '../name.ts';
import type { Observed, PathView } from '../observed.ts';
import type { Plan } from '../plan/plan.ts';
import { isSecure } from '../tls.ts';
import { acceptedVerdict } from './accepted.ts';
import { expressedVerdict, httpLosses, tcpLosses } from './expressed.ts';
import { programmedVerdict } from './programmed.ts';
import { certificateProblem, destinationVerdict } from './resolved.ts';
import { refusedVerdicts, withReady } from './verdict.ts';

/** What a rule is judged by beyond what is observed. */
interface Circumstances {
  readonly now: Date;
  /** What the API server said where it did not take what was decided before. */
  readonly rejection?: string | undefined;
}

/** All that is to be said of one rule; `plans` are those of its routes. */
export function verdictsOn(
  rule: GatewayRule,
  observed: Observed,
  plans: readonly Plan[],
  { now, rejection }: Circumstances,
): Verdict[] {
  const parsed = parseRule(rule);
  const [name] = parsed.type === 'valid' ? routesOfRule(parsed.rule) : [];
  const plan = plans.find(({ view }) => view.name === name);
  const accepted = acceptedVerdict(rule, observed, plan);
  if (accepted.status !== 'True' || parsed.type === 'invalid' || plan === undefined) {
    return refusedVerdicts(accepted);
  }
  const { component } = observed;
  const rest =
    parsed.rule.protocol === 'tcp'
      ? tcpVerdicts({ object: rule, rule: parsed.rule, component }, observed, plan)
      : httpVerdicts({ object: rule, rule: parsed.rule, component }, observed, { plans, plan, now });
  const rejected =
    rejection === undefined
      ? undefined
      : fails('Programmed', REASONS.rejected, `the API server does not take the route: ${rejection}`);
  return withReady([
    accepted,
    ...rest.map((each) => (each.type === 'Programmed' ? (rejected ?? each) : each)),
  ]);
}

function httpVerdicts(
  member: Member<EffectiveHttp>,
  { gateway }: Observed,
  { plans, plan, now }: { readonly plans: readonly Plan[]; readonly plan: Plan; readonly now: Date },
): Verdict[] {
  const view = plan.view as PathView;
  const { rule } = member;
  const secure = isSecure(member, view.tls);
  const found = destinationVerdict(destinationOf(member), rule);
  const problem = secure ? certificateProblem(rule, view.tls, now) : undefined;
  const resolved = found.status === 'True' ? (problem ?? found) : found;
  const routes = plan.wanted.filter(
    ({ resource, draft }) =>
      resource.kind === HTTP_ROUTES.kind && (draft.metadata.name !== view.name) === secure,
  );
  return [
    resolved,
    programmedIf(resolved, () => idle(member, plan) ?? programmedVerdict(gateway, needed(routes, view))),
    expressedVerdict(
      httpLosses(member, {
        gateway,
        members: carried(plan, view),
        tls: view.tls,
        losses: plan.losses,
        ...issuedOf(plans),
      }),
    ),
  ];
}

function tcpVerdicts(member: Member<EffectiveTcp>, { gateway }: Observed, plan: Plan): Verdict[] {
  const destination = destinationOf(member);
  const resolved = destinationVerdict(destination, member.rule);
  return [
    resolved,
    programmedIf(resolved, () =>
      destination.type === 'resolved' && gateway.served[destination.protocol] === undefined
        ? fails(
            'Programmed',
            REASONS.notSupported,
            `the cluster, or its gateway engine, has no routes for ${destination.protocol}`,
          )
        : programmedVerdict(gateway, needed(plan.wanted, plan.view)),
    ),
    expressedVerdict(tcpLosses(member.rule, gateway)),
  ];
}

/** Why ResolvedRefs is false while the engine carries the rule. */
const PRESENTED: readonly string[] = [REASONS.certificateNotForHost, REASONS.certificateExpired];

/** A rule that cannot lead anywhere is not programmed for that reason, whatever the engine holds. */
function programmedIf(resolved: Verdict, programmed: () => Verdict): Verdict {
  // A certificate that clients refuse is presented all the same, so the engine's word counts.
  return resolved.status === 'True' || PRESENTED.includes(resolved.reason)
    ? programmed()
    : fails('Programmed', REASONS.refsNotResolved, 'the rule leads nowhere yet');
}

/** Where all rules for a rule's host, path and conditions have the weight 0, nobody answers. */
function idle({ object }: Member, plan: Plan): Verdict | undefined {
  return plan.idle.has(object.metadata.uid)
    ? fails('Programmed', REASONS.noWeight, 'all rules for this host, path and conditions have theWeight 0')
    : undefined;
}

function carried(plan: Plan, view: PathView): Candidate[] {
  return plan.contributors.flatMap(({ metadata }) =>
    view.members.filter(({ object }) => object.metadata.uid === metadata.uid),
  );
}

function needed(wanted: Plan['wanted'], { stored }: Plan['view']) {
  return wanted.map((each) => ({ wanted: each, stored }));
}

function issuedOf(plans: readonly Plan[]): { readonly issued?: IssuedCertificate } {
  const stored = plans
    .filter(({ view }) => view.type === 'host')
    .flatMap(({ view }) => view.stored)
    .find(({ resource }) => resource.kind === CERTIFICATES.kind);
  return stored === undefined ? {} : { issued: stored.object as IssuedCertificate };
}
