import { conditionOf } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import type { Authorities } from '../../content/authorities.ts';
import { splitKey } from '../../kube/object.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { authoritiesOfRule } from '../indexes.ts';
import type { ReadMemory } from '../reads/memory.ts';

/** ConfigMap of authorities that rules name, as the operator has found it. */
export type AuthoritiesState = { readonly type: 'missing' } | Authorities;

/** ConfigMap of authorities that a rule names. */
export type NamedAuthorities = { readonly name: string } & (
  | AuthoritiesState
  /** Nobody has looked since the operator started, and the rule was not served before. */
  | { readonly type: 'unread' }
  /** Nobody has, and the rule was served before. */
  | { readonly type: 'trusted' }
  /** Nobody has, and this is what was reported before. */
  | { readonly type: 'reported'; readonly reason: string; readonly message: string }
);

/** Reasons of ResolvedRefs for which no request of a rule reaches its component. */
const CUT_OFF: readonly string[] = [REASONS.configMapNotFound, REASONS.configMapInvalid, REASONS.pending];

/** Memory of ConfigMaps, as far as it is asked. */
type Known = Pick<ReadMemory<AuthoritiesState>, 'stateOf'>;

/** The ConfigMap of authorities that a rule names; undefined where it names none. */
export function namedAuthorities(known: Known, rule: GatewayRule): NamedAuthorities | undefined {
  const [key] = authoritiesOfRule(rule);
  return key === undefined
    ? undefined
    : { name: splitKey(key).name, ...(known.stateOf(key) ?? unreadState(rule)) };
}

/** Whether a component can be reached with the authorities that a rule names, as far as these can be read. */
export function areTrusted(authorities: NamedAuthorities | undefined): boolean {
  return authorities === undefined || authorities.type === 'usable' || authorities.type === 'trusted';
}

/** ConfigMaps that a rule waits for before the first decision on it: what was served before goes on meanwhile. */
export function unreadAuthorities(known: Known, rule: GatewayRule): readonly string[] {
  return authoritiesOfRule(rule).filter(
    (key) => known.stateOf(key) === undefined && unreadState(rule).type === 'unread',
  );
}

/** State of a ConfigMap that nobody has looked at: what the rule said of its present generation holds. */
function unreadState({ metadata, status }: GatewayRule) {
  const resolved = conditionOf(status, 'ResolvedRefs');
  if (resolved === undefined || resolved.observedGeneration !== (metadata.generation ?? 1)) {
    return { type: 'unread' } as const;
  }
  const { reason, message } = resolved;
  return CUT_OFF.includes(reason)
    ? ({ type: 'reported', reason, message } as const)
    : ({ type: 'trusted' } as const);
}
