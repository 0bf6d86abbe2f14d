import type { Part } from '../parts.ts';
import type { Scope } from '../variables/fill.ts';
import { type ReadAttribute, readAttributes } from './attributes.ts';

/**
 * Scopes of the variables in texts of a component, the first before the second: its envs, and those of its attribute
 * `env`, of which Kubernetes fills in those without a literal value: here they are empty.
 */
export function textScopes({ component, scope }: Part, readAttribute: ReadAttribute): readonly Scope[] {
  if (component.attributes.length === 0) {
    return [scope];
  }
  const { env = [] } = readAttributes(component.attributes, readAttribute).attributes;
  const given = env.map(({ name, value = '' }) => [name, { text: value, secret: false }] as const);
  return [scope, new Map(given)];
}
