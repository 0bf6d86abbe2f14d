import type { GatewayRuleSpec } from '../../../api/gatewayrule.ts';
import { shortHash } from '../../../base/hash.ts';
import { effective, schemeOf } from '../../../rule/effective.ts';

/**
 * Name of a new rule. It derives from the rule's identity: of two equal requests the API server then rejects one,
 * whichever replicas serve them. `taken` are the names of the team's rules, which may include the derived one
 * where that rule has been edited since.
 */
export function ruleName(spec: GatewayRuleSpec, taken: ReadonlySet<string>): string {
  const identity = identityOf(spec);
  let name = nameFor(spec, identity);
  for (let count = 1; taken.has(name); count += 1) {
    name = nameFor(spec, [...identity, count]);
  }
  return name;
}

function identityOf(spec: GatewayRuleSpec): readonly unknown[] {
  const rule = effective(spec);
  return rule.protocol === 'http'
    ? [rule.serviceId, rule.containerPort, rule.host, rule.path, schemeOf(rule)]
    : [rule.ip, rule.port, ...(rule.transport === undefined ? [] : [rule.transport])];
}

function nameFor({ appId, protocol }: GatewayRuleSpec, identity: readonly unknown[]): string {
  return `${protocol}-${shortHash(JSON.stringify([appId, protocol, ...identity]), 20)}`;
}
