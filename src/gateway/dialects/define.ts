import type { Rendered } from '../object.ts';
import { type Abilities, supportOf, unsupportedFields } from './ability.ts';
import type { Dialect } from './dialect.ts';
import type { ListenerGroup } from './group.ts';
import { limitsOf } from './limits.ts';
import type { RouteStyle } from './style.ts';

/** What makes the dialect of an engine. */
interface Definition extends Pick<Dialect, 'name' | 'controllers' | 'resources' | 'ports'> {
  readonly style: RouteStyle;
  readonly abilities: Abilities;
  /** The objects of a group, its HTTPRoute first. */
  readonly objects: (group: ListenerGroup) => readonly [Rendered, ...Rendered[]];
}

/** Puts a dialect together: what the docs say of it and what it reports come from its abilities alone. */
export function defineDialect({ style, abilities, objects, ...rest }: Definition): Dialect {
  return {
    ...rest,
    support: supportOf(abilities),
    render: (group) => {
      const limits = limitsOf(group, style).filter(({ field }) => abilities[field].level !== 'none');
      return { objects: objects(group), unsupported: [...unsupportedFields(abilities, group), ...limits] };
    },
  };
}
