import { parse, stringify } from 'yaml';
import { isMap, type JsonMap } from './maps.ts';
import { linesOf, type Made, type RuleForm } from './model.ts';

/** Policy of a rule, as the API takes it. */
export type Policy = JsonMap;

/** Fields of a form that make the policy. */
type PolicyFields = Pick<RuleForm, 'methods' | 'requestTimeout' | 'backendTimeout' | 'origins' | 'policy'>;

/** Members of a policy that have a field of their own. */
const OWN = [
  ['match', 'methods'],
  ['timeouts', 'request'],
  ['timeouts', 'backendRequest'],
  ['cors', 'allowOrigins'],
] as const;

/** Fields of a stored policy: what has no field of its own is YAML. */
export function splitPolicy(policy: Policy): PolicyFields {
  const rest = OWN.reduce(without, policy);
  return {
    methods: textsOf(memberAt(policy, 'match', 'methods')),
    requestTimeout: textOf(memberAt(policy, 'timeouts', 'request')),
    backendTimeout: textOf(memberAt(policy, 'timeouts', 'backendRequest')),
    origins: textsOf(memberAt(policy, 'cors', 'allowOrigins')).join('\n'),
    policy: Object.keys(rest).length === 0 ? '' : stringify(rest, { lineWidth: 0 }),
  };
}

/** Policy of the fields of a form; a field goes before the same member of the YAML. */
export function joinedPolicy(fields: PolicyFields): Made<Policy> {
  const rest = parsedPolicy(fields.policy);
  if (rest.type === 'wrong') {
    return rest;
  }
  const origins = linesOf(fields.origins);
  const own = [
    ['match', 'methods', fields.methods.length === 0 ? undefined : fields.methods],
    ['timeouts', 'request', fields.requestTimeout.trim() || undefined],
    ['timeouts', 'backendRequest', fields.backendTimeout.trim() || undefined],
    ['cors', 'allowOrigins', origins.length === 0 ? undefined : origins],
  ] as const;
  return { type: 'made', value: own.reduce(withMember, rest.value) };
}

/** Policy that a text in YAML or JSON says. */
function parsedPolicy(text: string): Made<Policy> {
  try {
    const value: unknown = parse(text) ?? {};
    return isMap(value)
      ? { type: 'made', value }
      : wrong('must have members, such as rewrite: or rateLimit:');
  } catch (error) {
    return wrong(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

function wrong(message: string): Made<never> {
  return { type: 'wrong', problem: { field: 'http.policy', message } };
}

function memberAt(policy: Policy, group: string, member: string): unknown {
  const found = policy[group];
  return isMap(found) ? found[member] : undefined;
}

function withMember(policy: Policy, [group, member, value]: readonly [string, string, unknown]): Policy {
  const before = policy[group];
  return value === undefined
    ? policy
    : { ...policy, [group]: { ...(isMap(before) ? before : {}), [member]: value } };
}

/** A policy without a member, and without the group of the member where that was all of it. */
function without(policy: Policy, [group, member]: readonly [string, string]): Policy {
  const before = policy[group];
  if (!isMap(before) || !(member in before)) {
    return policy;
  }
  const { [member]: _gone, ...others } = before;
  const { [group]: _group, ...rest } = policy;
  return Object.keys(others).length === 0 ? rest : { ...policy, [group]: others };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
