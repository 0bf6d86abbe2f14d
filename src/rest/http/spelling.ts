import type { InputProblem } from '../../api/issue.ts';
import type { FieldProblem } from '../problem/problem.ts';

/** Members of a spec whose structure the contract packs into one string. */
const PACKED = ['http.domainCookie', 'http.domainHeader', 'tcp.endPoint'];

/** Member that the contract does not have, and whose own members are spelled as in a spec. */
const AS_IN_SPEC = 'http.policy.';

/** An object of the contract with its members spelled as in a spec: `domain_name` → `domainName`. */
export function camelMembers(wire: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [camel(name), value]));
}

/** Problem of a spec's field, on the contract's member: `http.domainName` → `http.domain_name`. */
export function fieldProblem({ path, message }: InputProblem): FieldProblem {
  const dotted = path.replaceAll(/\[(\d+)\]/g, '.$1');
  const packed = PACKED.find((member) => dotted.startsWith(`${member}.`));
  if (`${dotted}.`.startsWith(AS_IN_SPEC)) {
    return { field: dotted, message };
  }
  return packed === undefined
    ? { field: snake(dotted) || 'body', message }
    : { field: snake(packed), message: `${dotted.slice(packed.length + 1)}: ${message}` };
}

/** Names of members as in a spec; only schemas name members, so that there are few. */
const camelNames = new Map<string, string>();

function camel(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) {
    return known;
  }
  const spelled = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(name, spelled);
  return spelled;
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
