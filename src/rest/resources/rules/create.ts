import { isDeepStrictEqual } from 'node:util';
import type { GatewayRuleSpec } from '../../../api/gatewayrule.ts';
import { shortHash } from '../../../base/hash.ts';
import { isFailure } from '../../../kube/error.ts';
import { keyOf } from '../../../kube/object.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import { conditionsKey, conditionTexts } from '../../../rule/conditions.ts';
import { type EffectiveHttp, type EffectiveRule, schemeOf } from '../../../rule/effective.ts';
import { effectiveWrite, type Write } from '../../../rule/write.ts';
import { FIELD_MANAGER } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { checkWrite, passesChecks, type Warnings } from './admission.ts';
import { problemOfWritten } from './confirm.ts';
import type { RecordSource } from './record.ts';
import { readSource, watchedSource } from './source.ts';
import { withTransport } from './transport.ts';

/** A rule that was written, and what is to be said of it. */
export interface WrittenRule {
  readonly rule: GatewayRule;
  readonly warnings: Warnings;
}

/** "Create a gateway policy": writes a rule with a spec, which states its transport where the component has both. */
export async function createRule(scope: Scope, asked: GatewayRuleSpec): Promise<WrittenRule> {
  const { client, namespace } = scope;
  const { source, spec, rule, warnings } = await admitted(scope, asked);
  const name = ruleName(rule, new Set(source.rules.map(({ metadata }) => metadata.name)));
  const draft = { ...GATEWAY_RULE_TYPE, metadata: { name, namespace }, spec };
  const created = await client.create(GATEWAY_RULES, draft, FIELD_MANAGER).catch((error: unknown) => {
    if (isFailure(error, 'already-exists')) {
      throw new Problem('ruleExists', `there is a GatewayRule ${keyOf(draft)} already`);
    }
    if (isFailure(error, 'ambiguous')) {
      return readBack(scope, name, spec);
    }
    throw error;
  });
  await confirm(scope, created);
  return { rule: created, warnings };
}

/** A new rule that the checks admit, and the application's rules and Services among which they do. */
interface Admitted extends Write {
  readonly source: RecordSource;
  readonly warnings: Warnings;
}

/**
 * The rule that the checks admit; throws the Problem of the check that does not. The watched state alone refuses
 * nothing: the API server confirms a refusal.
 */
async function admitted(scope: Scope, asked: GatewayRuleSpec): Promise<Admitted> {
  const { watched, namespace } = scope;
  const known = watched && watchedSource(scope, watched);
  if (watched !== undefined && known !== undefined) {
    const write = effectiveWrite({ spec: withTransport(asked, known), namespace });
    const warnings = await passesChecks(scope, write, known, watched);
    if (warnings !== undefined) {
      return { ...write, source: known, warnings };
    }
  }
  const source = await readSource(scope);
  const write = effectiveWrite({ spec: withTransport(asked, source), namespace });
  return { ...write, source, warnings: await checkWrite(scope, write, source) };
}

/** Second check of a created rule: of two that were created at once, the later one is deleted and its Problem thrown. */
async function confirm(scope: Scope, created: GatewayRule): Promise<void> {
  const problem = await problemOfWritten(scope, created);
  if (problem === undefined) {
    return;
  }
  const { namespace, name, uid } = created.metadata;
  const gone = await scope.client.delete(GATEWAY_RULES, { namespace, name, uid }).then(
    () => true,
    (error: unknown) => isFailure(error, 'not-found'),
  );
  // A rule that cannot be deleted exists: its status will report the conflict.
  if (gone) {
    throw problem;
  }
}

/** The rule of a create whose outcome is unknown: it took effect if the rule is there. */
async function readBack(
  { client, namespace }: Scope,
  name: string,
  spec: GatewayRuleSpec,
): Promise<GatewayRule> {
  const found = await client.get(GATEWAY_RULES, { namespace, name }).catch(() => undefined);
  if (found === undefined || !isDeepStrictEqual(found.spec, spec)) {
    throw new Problem(
      'ambiguous',
      `look whether there is a GatewayRule ${namespace}/${name}, or send it again`,
    );
  }
  return found;
}

/**
 * Name of a new rule. It derives from the rule's identity: of two equal requests the API server then rejects one,
 * whichever replicas serve them. `taken` are the names of the team's rules, which may include the derived one
 * where that rule has been edited since.
 */
export function ruleName(rule: EffectiveRule, taken: ReadonlySet<string>): string {
  const identity = identityOf(rule);
  let name = nameFor(rule, identity);
  for (let count = 1; taken.has(name); count += 1) {
    name = nameFor(rule, [...identity, count]);
  }
  return name;
}

function identityOf(rule: EffectiveRule): readonly unknown[] {
  switch (rule.protocol) {
    case 'http':
      return [
        rule.target.type === 'component' ? rule.target.id : rule.target,
        rule.containerPort,
        rule.host,
        rule.path,
        schemeOf(rule),
        // Rules without conditions have the names that they had before these told rules apart.
        ...conditionsOf(rule),
      ];
    case 'tcp':
      return [rule.ip, rule.port, ...(rule.transport === undefined ? [] : [rule.transport])];
    case 'tls':
      return [rule.host];
  }
}

function conditionsOf(rule: EffectiveHttp): readonly string[] {
  return conditionTexts(rule).length === 0 ? [] : [conditionsKey(rule)];
}

function nameFor({ appId, protocol }: EffectiveRule, identity: readonly unknown[]): string {
  return `${protocol}-${shortHash(JSON.stringify([appId, protocol, ...identity]), 20)}`;
}
