import type { ConfigGroup, Model } from '../model/model.ts';
import { type EnvContext, isSecretKey, valuesOfGroup } from './env.ts';
import type { Surroundings, Wanted } from './expansion.ts';
import { hash, withSuffix } from './name.ts';
import { secret } from './object.ts';

/** A config group with the Secret that it becomes. */
export interface GroupSecret {
  readonly group: ConfigGroup;
  readonly object: Wanted;
  /** All its items; those that can be no key of a Secret are not in the object. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Makes a Secret of every config group that gives some component something. */
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
      const digest = hash(JSON.stringify([install.uid, 'group', group.name, at]), 8);
      const name = withSuffix(install.name, `group-${digest}`);
      const items = [...valuesOfGroup(group, context)].map(([key, { text }]) => [key, text] as const);
      const keys = items.filter(([key]) => isSecretKey(key));
      const object = secret(surroundings, { name, labels }, Object.fromEntries(keys));
      return { group, object, texts: Object.fromEntries(items) };
    });
}
