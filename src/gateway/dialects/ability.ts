import { asks } from './asks.ts';
import { FEATURES, type Feature, type Support, type UnsupportedField } from './dialect.ts';
import type { RuleGroup } from './group.ts';

/** What an engine makes of a feature: the one source of what the docs say of it and of what a group loses. */
export type Ability =
  /** All that is asked, for every group. */
  | { readonly level: 'full'; readonly how: string }
  /** What is asked with a difference: for every group, or for those of which `lost` says what. */
  | {
      readonly level: 'close';
      readonly how: string;
      readonly lost?: (group: RuleGroup) => string | undefined;
    }
  | { readonly level: 'none'; readonly how: string };

/** All that an engine makes of what a group may ask. */
export type Abilities = Readonly<Record<Feature, Ability>>;

/** What is done but for values that the limits of a group name one by one. */
export function limited(how: string): Ability {
  return { level: 'close', how, lost: () => undefined };
}

/** What an engine makes of cookies: in every one of them, conditions on more headers are tried first. */
export function cookiesBy(means: string): Ability {
  return limited(`by ${means}; a rule with conditions on more headers is tried before`);
}

/** What the docs say of them. */
export function supportOf(abilities: Abilities): Readonly<Record<Feature, Support>> {
  const entries = FEATURES.map((feature) => {
    const { level, how } = abilities[feature];
    return [feature, { level, how }] as const;
  });
  return Object.fromEntries(entries) as Record<Feature, Support>;
}

/** What a group asks for and does not get, or not quite. */
export function lossesOf(abilities: Abilities, group: RuleGroup): readonly UnsupportedField[] {
  return FEATURES.filter((feature) => asks(feature, group)).flatMap((field) => {
    const why = lostOf(abilities[field], group);
    return why === undefined ? [] : [{ field, why }];
  });
}

function lostOf(ability: Ability, group: RuleGroup): string | undefined {
  switch (ability.level) {
    case 'full':
      return undefined;
    case 'close':
      return ability.lost === undefined ? ability.how : ability.lost(group);
    case 'none':
      return ability.how;
  }
}
