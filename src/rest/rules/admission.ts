import { LABELS } from '../../api/group.ts';
import { NAMESPACES, TLS_SECRETS } from '../../objects/core.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import { type Candidate, candidatesOf, placeSelector } from '../../rule/candidate.ts';
import { type EffectiveRule, effective } from '../../rule/effective.ts';
import type { Write } from '../../rule/write.ts';
import type { RecordSource } from '../contract/rule/record.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import type { WatchedRegion } from '../watched.ts';
import { adviceOn } from './advice.ts';
import { type CheckVerdict, checkCompetition, checkRule } from './checks.ts';

/**
 * Whether a rule passes all checks by the watched state. A refusal is not final: the watched state may still have
 * what is gone.
 */
export async function passesChecks(
  scope: Scope,
  write: Write,
  source: RecordSource,
  watched: WatchedRegion,
): Promise<boolean> {
  const rule = effective(write.spec);
  const hasCertificate = await isCertificateThere(scope, rule);
  const competing = watched.competingRules(rule);
  const verdict = checkRule(write, { ...source, competing, hasCertificate, ports: scope.ports });
  return verdict.type === 'passed';
}

/** Throws the Problem of the check that refuses a rule of the application that `source` has. */
export async function checkWrite(scope: Scope, write: Write, source: RecordSource): Promise<void> {
  const rule = effective(write.spec);
  const [competing, hasCertificate] = await Promise.all([
    readCompeting(scope, rule),
    isCertificateThere(scope, rule),
  ]);
  const verdict = checkRule(write, { ...source, competing, hasCertificate, ports: scope.ports });
  await requirePassed(scope, rule, verdict);
}

/** Throws the Problem of a created rule that competes with an older one, which the checks before did not see. */
export async function checkCreated(
  scope: Scope,
  { spec, metadata }: GatewayRule,
  watched: WatchedRegion,
): Promise<void> {
  const rule = effective(spec);
  const competing = watched.competingRules(rule);
  const own = competing.findIndex(({ object }) => object.metadata.uid === metadata.uid);
  const older = competing.slice(0, Math.max(0, own));
  await requirePassed(scope, rule, checkCompetition({ spec, namespace: scope.namespace }, older));
}

async function requirePassed(scope: Scope, rule: EffectiveRule, verdict: CheckVerdict): Promise<void> {
  if (verdict.type === 'refused') {
    const field = `${rule.protocol}.${verdict.member}`;
    const message = [verdict.message, ...(await adviceOn(scope, verdict.winner, rule))].join('; ');
    throw new Problem(verdict.problem, `${field}: ${message}`, [{ field, message }]);
  }
}

/** Competing rules of all teams, read as the service itself; rules in namespaces without a team do not count. */
async function readCompeting(
  { service, namespace }: Scope,
  rule: EffectiveRule,
): Promise<Candidate<EffectiveRule>[]> {
  const rules = await service.list(GATEWAY_RULES, { fieldSelector: placeSelector(rule) });
  if (rules.every(({ metadata }) => metadata.namespace === namespace)) {
    return candidatesOf(rules, () => true);
  }
  const teams = await service.listMetadata(NAMESPACES, { labelSelector: LABELS.team });
  const names = new Set(teams.map(({ metadata }) => metadata.name));
  return candidatesOf(rules, (name) => names.has(name));
}

/** Whether the team has the certificate that a rule names, if it names one. */
async function isCertificateThere({ client, namespace }: Scope, rule: EffectiveRule): Promise<boolean> {
  if (rule.protocol === 'tcp' || rule.certificateId === undefined) {
    return true;
  }
  const found = await client.listMetadata(TLS_SECRETS, {
    namespace,
    labelSelector: `${LABELS.certificateId}=${rule.certificateId}`,
    fieldSelector: 'type=kubernetes.io/tls',
  });
  return found.length > 0;
}
