import type { Guard } from '../../rule/guard.ts';
import type { Rendered } from '../object.ts';
import { type Abilities, policiesOf, supportOf, unsupportedFields } from './ability.ts';
import type { Dialect } from './dialect.ts';
import { GATEWAY_API_ABILITIES } from './gatewayapi.ts';
import type { Branch, ListenerGroup } from './group.ts';
import { guardedBy } from './guards.ts';
import { limitsOf } from './limits.ts';
import type { RouteStyle } from './style.ts';

/** Definition of the dialect of an engine. */
interface Definition
  extends Pick<
    Dialect,
    | 'name'
    | 'controllers'
    | 'resources'
    | 'ports'
    | 'listenerSets'
    | 'certificates'
    | 'smallestRsaKey'
    | 'evidence'
    | 'passwords'
    | 'proves'
  > {
  readonly style: RouteStyle;
  /** Abilities that differ from those of the Gateway API alone. */
  readonly abilities: Partial<Abilities>;
  /** Guards that the engine has for a branch of a group. */
  readonly guards: (group: ListenerGroup, branch: Branch) => readonly Guard[];
  /** The objects of a group, its HTTPRoute first. */
  readonly objects: (group: ListenerGroup) => readonly [Rendered, ...Rendered[]];
}

/** A dialect by its definition: documentation, policies and unsupported features come from its abilities. */
export function defineDialect({ style, abilities: own, guards, objects, ...rest }: Definition): Dialect {
  const abilities = { ...GATEWAY_API_ABILITIES, ...own };
  return {
    ...rest,
    policies: policiesOf(abilities),
    support: supportOf(abilities),
    detours: style.detours,
    render: (group) => {
      const limits = limitsOf(group, style).filter(({ field }) => abilities[field].level !== 'none');
      return {
        objects: objects(guardedBy(group, guards)),
        unsupported: [...unsupportedFields(abilities, group), ...limits],
      };
    },
  };
}
