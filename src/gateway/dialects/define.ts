import type { RouteGroup } from '../group.ts';
import { type Abilities, lossesOf, supportOf } from './ability.ts';
import type { Dialect, Rendered } from './dialect.ts';
import { limitsOf } from './limits.ts';
import type { CookieMatching } from './matches.ts';

/** What makes an engine's dialect. */
interface Definition extends Pick<Dialect, 'name' | 'controllers' | 'resources'> {
  readonly cookies: CookieMatching;
  readonly abilities: Abilities;
  /** The objects of a group, its HTTPRoute first. */
  readonly objects: (group: RouteGroup) => readonly [Rendered, ...Rendered[]];
}

/** Puts a dialect together: what its docs say and what it reports come from its abilities alone. */
export function defineDialect({ cookies, abilities, objects, ...rest }: Definition): Dialect {
  return {
    ...rest,
    support: supportOf(abilities),
    render: (group) => {
      const limits = limitsOf(group, cookies).filter(({ field }) => abilities[field].level !== 'none');
      return { objects: objects(group), losses: [...lossesOf(abilities, group), ...limits] };
    },
  };
}
