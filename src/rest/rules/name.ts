import { createHash } from 'node:crypto';
import type { GatewayRuleSpec } from '../../api/gatewayrule.ts';
import { effective, schemeOf } from '../../rule/effective.ts';

/**
 * The name of a new rule follows from what makes the rule unique, so that of two equal requests the API
 * server refuses one, whichever replica takes them. `taken` are the names of the team's rules: one of them
 * may be that of a rule which has been edited to say something else since.
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
    : [rule.ip, rule.port];
}

function nameFor({ appId, protocol }: GatewayRuleSpec, identity: readonly unknown[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([appId, protocol, ...identity]))
    .digest('hex');
  return `${protocol}-${hash.slice(0, 20)}`;
}
