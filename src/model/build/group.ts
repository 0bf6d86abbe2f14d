import { withSuffix } from '../../base/dnslabel.ts';
import { shortHash } from '../../base/hash.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { ConfigGroup } from '../read/env.ts';
import type { Model } from '../read/model.ts';
import { type EnvContext, isSecretKey, valuesOfGroup } from './env.ts';
import { plannedSecret } from './object.ts';

/** Config group with its Secret. */
export interface GroupSecret {
  readonly group: ConfigGroup;
  readonly object: PlannedObject;
  /** All items; those that are no valid keys of a Secret are missing in the object. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Secrets of the config groups that have items and components. */
export function makeGroupSecrets(
  { configGroups }: Model,
  context: EnvContext,
  surroundings: Surroundings,
  labels: Readonly<Record<string, string>>,
): readonly GroupSecret[] {
  const { install } = surroundings;
  return configGroups
    .filter(({ components, items }) => components.length > 0 && items.some(({ name }) => isSecretKey(name)))
    .map((group, at) => {
      const digest = shortHash(JSON.stringify([install.uid, 'group', group.name, at]), 8);
      const name = withSuffix(install.name, `group-${digest}`);
      const items = [...valuesOfGroup(group, context)].map(([key, { text }]) => [key, text] as const);
      const keys = items.filter(([key]) => isSecretKey(key));
      const object = plannedSecret(surroundings, { name, labels }, Object.fromEntries(keys));
      return { group, object, texts: Object.fromEntries(items) };
    });
}
