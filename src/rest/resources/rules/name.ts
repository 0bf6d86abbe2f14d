import { shortHash } from '../../../base/hash.ts';
import { type EffectiveRule, schemeOf } from '../../../rule/effective.ts';

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
  return rule.protocol === 'http'
    ? [
        rule.target.type === 'component' ? rule.target.id : rule.target,
        rule.containerPort,
        rule.host,
        rule.path,
        schemeOf(rule),
      ]
    : [rule.ip, rule.port, ...(rule.transport === undefined ? [] : [rule.transport])];
}

function nameFor({ appId, protocol }: EffectiveRule, identity: readonly unknown[]): string {
  return `${protocol}-${shortHash(JSON.stringify([appId, protocol, ...identity]), 20)}`;
}
