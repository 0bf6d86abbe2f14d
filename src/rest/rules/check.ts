import { LABELS } from '../../api/group.ts';
import { isFailure } from '../../kube/error.ts';
import { NAMESPACES, TLS_SECRETS } from '../../objects/core.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import { type EffectiveRule, effective } from '../../rule/effective.ts';
import { freePort } from '../../rule/ports.ts';
import type { Write } from '../../rule/write.ts';
import { idOf } from '../contract/id.ts';
import type { RecordSource } from '../contract/rule/record.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import type { WatchedRegion } from '../watched.ts';
import { conflictRefusal, type Refusal, refusalOf } from './refusal.ts';

/**
 * Whether nothing stands in the way of writing a rule, as far as what is watched tells: what it shows to be in
 * the way may have gone.
 */
export async function isFree(
  scope: Scope,
  write: Write,
  source: RecordSource,
  watched: WatchedRegion,
): Promise<boolean> {
  const rule = effective(write.spec);
  const certified = await isCertified(scope, rule);
  const rivals = watched.competingRules(rule);
  return refusalOf(write, { ...source, rivals, certified, ports: scope.ports }) === undefined;
}

/** Throws the Problem that stands in the way of writing a rule of the application that `source` shows. */
export async function checkWrite(scope: Scope, write: Write, source: RecordSource): Promise<void> {
  const rule = effective(write.spec);
  const [rivals, certified] = await Promise.all([rivalsOf(scope, rule), isCertified(scope, rule)]);
  await refuse(scope, rule, refusalOf(write, { ...source, rivals, certified, ports: scope.ports }));
}

/** Throws the Problem of a rule that was created although others, which nobody had seen, had its place before. */
export async function checkCreated(
  scope: Scope,
  created: GatewayRule,
  watched: WatchedRegion,
): Promise<void> {
  const { spec, metadata } = created;
  const rule = effective(spec);
  const rivals = watched.competingRules(rule);
  const own = rivals.findIndex((each) => each.metadata.uid === metadata.uid);
  const before = rivals.slice(0, Math.max(0, own));
  await refuse(scope, rule, conflictRefusal({ spec, namespace: scope.namespace }, before));
}

async function refuse(scope: Scope, rule: EffectiveRule, refusal: Refusal | undefined): Promise<void> {
  if (refusal !== undefined) {
    const field = `${rule.protocol}.${refusal.member}`;
    const message = [refusal.message, ...(await advice(scope, refusal, rule))].join('; ');
    throw new Problem(refusal.problem, `${field}: ${message}`, [{ field, message }]);
  }
}

/** The service itself looks at other teams' rules; those of namespaces without a team do not count. */
async function rivalsOf({ service, namespace }: Scope, rule: EffectiveRule): Promise<GatewayRule[]> {
  const fieldSelector =
    rule.protocol === 'http'
      ? `spec.http.domainName=${rule.host}`
      : `spec.protocol=tcp,spec.tcp.endPoint.port=${rule.port}`;
  const rules = await service.list(GATEWAY_RULES, { fieldSelector });
  if (rules.every(({ metadata }) => metadata.namespace === namespace)) {
    return rules;
  }
  const teams = await service.listMetadata(NAMESPACES, { labelSelector: LABELS.team });
  const names = new Set(teams.map(({ metadata }) => metadata.name));
  return rules.filter(({ metadata }) => names.has(metadata.namespace ?? ''));
}

async function isCertified({ client, namespace }: Scope, rule: EffectiveRule): Promise<boolean> {
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

/** Which rule stands in the way, as far as the caller may know, and what is free instead. */
async function advice(scope: Scope, { winner }: Refusal, rule: EffectiveRule): Promise<string[]> {
  if (winner === undefined) {
    return [];
  }
  const who = (await isVisible(scope, winner))
    ? `it is the rule ${winner.metadata.namespace}/${winner.metadata.name}, rule_id ${idOf(winner.metadata.uid)}`
    : 'it is a rule that you may not read';
  return rule.protocol === 'tcp' ? [who, await free(scope, rule.port)] : [who];
}

async function isVisible(
  { client }: Scope,
  { metadata: { namespace, name } }: GatewayRule,
): Promise<boolean> {
  try {
    await client.get(GATEWAY_RULES, { namespace, name });
    return true;
  } catch (error) {
    if (isFailure(error, 'forbidden') || isFailure(error, 'not-found')) {
      return false;
    }
    throw error;
  }
}

async function free({ service, ports }: Scope, port: number): Promise<string> {
  const rules = await service.list(GATEWAY_RULES, { fieldSelector: 'spec.protocol=tcp' });
  const taken = new Set(rules.flatMap(({ spec }) => spec.tcp?.endPoint.port ?? []));
  const found = freePort(port, ports, (each) => taken.has(each));
  return found === undefined ? 'no other port is free' : `port ${found} is free`;
}
