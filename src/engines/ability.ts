import { isFields } from '../base/fields.ts';
import type { Resource } from '../kube/resource.ts';
import type { Treatment } from '../rule/effective.ts';
import type { Branch, ListenerGroup } from './group.ts';

/**
 * Ability of an engine for one feature: the source of the documentation, of unsupported fields, of the objects that carry
 * the feature, of the rights to write these, and of the guards that the engine keeps.
 */
export type Ability =
  /** As requested, for every group. */
  (Means & { readonly level: 'full' }) | Close | { readonly level: 'none'; readonly how: string };

/** Ability with a difference: for every group, or for those for which `lost` returns it. */
export interface Close extends Means {
  readonly level: 'close';
  readonly lost?: (group: ListenerGroup) => string | undefined;
}

/** Means by which an engine has a feature. */
export interface Means {
  /** Sentence for docs/engines.md and for a condition. */
  readonly how: string;
  /** Kind of the objects of the engine that carry the feature; missing where the route does. */
  readonly by?: Resource;
  /** Content of such an object for the feature: one for the whole group, or one for a branch. */
  readonly ofGroup?: (group: ListenerGroup) => object | undefined;
  readonly ofBranch?: (branch: Branch, group: ListenerGroup) => object | undefined;
  /** Whether the engine keeps the guard for a branch; it does for each where this is missing. */
  readonly guards?: (branch: Branch, group: ListenerGroup) => boolean;
}

/**
 * Support of a feature by an engine: in full, with a difference that may concern only some values, or not at
 * all. `how` is a sentence for docs/engines.md and for a condition.
 */
export interface Support extends Pick<Means, 'how'> {
  readonly level: Ability['level'];
}

/** Means of an ability; none where the engine lacks the feature. */
export function meansOf(ability: Ability): Partial<Means> {
  return ability.level === 'none' ? {} : ability;
}

/** Ability with a difference for values that `limitsOf` names one by one. */
export function limited(how: string): Close {
  return { level: 'close', how, lost: () => undefined };
}

/** Ability for a guard that the engine lacks, and why: what it would have kept out must not get in. */
export function unguarded(why: string): Ability {
  return { level: 'none', how: `${why}, so that all requests of the rule get an error` };
}

/** Ability of an engine for cookies: all of them try conditions on more headers first. */
export function cookiesBy(means: string): Close {
  return limited(`by ${means}; a rule with conditions on more headers is tried before`);
}

/** Sentence on tries that engines do not repeat although they took too long. */
export const SLOW_TRIES =
  'no request is sent again after a try that took longer than timeouts.backendRequest';

/** Whether a policy limits each of several tries. */
export function triesSlowly({ retry, timeouts }: Treatment): boolean {
  return retry !== undefined && timeouts?.backendRequest !== undefined;
}

/** Reasons as one sentence, each once; undefined where there are none. */
export function sentenceOf(reasons: readonly string[]): string | undefined {
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ');
}

/** Content of one object that carries several features: the parts of all of them, which stay as they are. */
export function mergedParts(parts: readonly (object | undefined)[]): object {
  const [first = {}, ...others] = parts.filter((part) => part !== undefined);
  return others.reduce(together, first);
}

function together(one: object, other: object): object {
  const whole: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = whole[name];
    whole[name] = isFields(before) && isFields(value) ? together(before, value) : value;
  }
  return whole;
}
