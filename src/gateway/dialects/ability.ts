import type { Resource } from '../../kube/resource.ts';
import type { Treatment } from '../../rule/effective.ts';
import type { Dialect, Support, UnsupportedFeature } from './dialect.ts';
import { FEATURES, type Feature, requestedFeatures } from './feature.ts';
import type { ListenerGroup } from './group.ts';

/**
 * Ability of an engine for one feature: the source of the documentation, of unsupported fields, and of the kind of policy
 * that carries it.
 */
export type Ability =
  /** As requested, for every group. */
  | (Means & { readonly level: 'full' })
  /** With a difference: for every group, or for those for which `lost` returns it. */
  | (Means & { readonly level: 'close'; readonly lost?: (group: ListenerGroup) => string | undefined })
  | { readonly level: 'none'; readonly how: string };

/** Means by which an engine has a feature. */
interface Means {
  readonly how: string;
  /** Kind of the objects that carry the feature, where the engine reports on them. */
  readonly by?: Resource;
}

/** Abilities of an engine for all features. */
export type Abilities = Readonly<Record<Feature, Ability>>;

/** Ability with a difference for values that `limitsOf` names one by one. */
export function limited(how: string): Ability {
  return { level: 'close', how, lost: () => undefined };
}

/** Ability for a guard that the engine lacks, and why: what it would have kept out must not get in. */
export function unguarded(why: string): Ability {
  return { level: 'none', how: `${why}, so that all requests of the rule get an error` };
}

/** Sentence on tries that engines do not repeat although they took too long. */
export const SLOW_TRIES =
  'no request is sent again after a try that took longer than timeouts.backendRequest';

/** Whether a policy limits each of several tries. */
export function triesSlowly({ retry, timeouts }: Treatment): boolean {
  return retry !== undefined && timeouts?.backendRequest !== undefined;
}

/** Ability of an engine for cookies: all of them try conditions on more headers first. */
export function cookiesBy(means: string): Ability {
  return limited(`by ${means}; a rule with conditions on more headers is tried before`);
}

/** Kinds of objects on which an engine reports, and the features that each carries. */
export function policiesOf(abilities: Abilities): Dialect['policies'] {
  const carried = FEATURES.flatMap((feature) => {
    const ability = abilities[feature];
    return ability.level === 'none' || ability.by === undefined ? [] : [{ feature, resource: ability.by }];
  });
  return [...Map.groupBy(carried, ({ resource }) => resource)].map(([resource, of]) => ({
    resource,
    carries: of.map(({ feature }) => feature),
  }));
}

/** Support of an engine for all features, as the documentation shows it. */
export function supportOf(abilities: Abilities): Readonly<Record<Feature, Support>> {
  const entries = FEATURES.map((feature) => {
    const { level, how } = abilities[feature];
    return [feature, { level, how }] as const;
  });
  return Object.fromEntries(entries) as Record<Feature, Support>;
}

/** The features that a group requests and does not get, or not as requested. */
export function unsupportedFields(abilities: Abilities, group: ListenerGroup): readonly UnsupportedFeature[] {
  return requestedFeatures(group).flatMap((field) => {
    const why = lostOf(abilities[field], group);
    return why === undefined ? [] : [{ field, why }];
  });
}

function lostOf(ability: Ability, group: ListenerGroup): string | undefined {
  switch (ability.level) {
    case 'full':
      return undefined;
    case 'close':
      return ability.lost === undefined ? ability.how : ability.lost(group);
    case 'none':
      return ability.how;
  }
}
