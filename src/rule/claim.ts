import { conditionOf } from '../api/condition.ts';
import { byPrecedence, type Claim, type Precedence } from '../names/claim.ts';
import { hostName, type Name, portName } from '../names/name.ts';
import { ageKey } from '../objects/age.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { type EffectiveRule, parseRule, type StoredSpec } from './effective.ts';

/** The name of the gateway that a rule wants. */
export function nameOf(rule: EffectiveRule): Name {
  return rule.protocol === 'tcp' ? portName(rule.port) : hostName(rule.host);
}

/**
 * The name of the gateway that a stored rule wants. One that cannot be read wants the name with which it was accepted, since
 * what was made for it stays; undefined where it was not.
 */
export function nameOfRule(object: StoredSpec & Pick<GatewayRule, 'status'>): Name | undefined {
  const parsed = parseRule(object);
  return parsed.type === 'valid' ? nameOf(parsed.rule) : object.status?.name;
}

/** Whether a stored rule cannot be read by this version, or not all that narrows or guards its traffic. */
export function isUnreadable(object: StoredSpec): boolean {
  return parseRule(object).type !== 'valid';
}

/** Whether a rule stands: the name that it wants is its own, because it was accepted with that name; none in deletion. */
export function isStanding(object: GatewayRule): boolean {
  if (object.metadata.deletionTimestamp !== undefined) {
    return false;
  }
  const wanted = nameOfRule(object);
  const name = object.status?.name ?? (wasAccepted(object) ? wanted : undefined);
  return name !== undefined && name === wanted;
}

/** Whether a status without a name, which earlier releases wrote, accepts the present spec of its rule. */
function wasAccepted({ metadata, status }: GatewayRule): boolean {
  const accepted = conditionOf(status, 'Accepted');
  return accepted?.status === 'True' && accepted.observedGeneration === (metadata.generation ?? 1);
}

/** Whether a rule is refused: its status speaks of its spec, and the name is not its own. */
export function isRefused(object: GatewayRule): boolean {
  const { observedGeneration } = object.status ?? {};
  const isJudged =
    observedGeneration !== undefined && observedGeneration >= (object.metadata.generation ?? 1);
  return isJudged && !isStanding(object);
}

/** Order of candidates of one team: as the claims of their rules, but for those that no process saw come. */
export function byStanding(a: Ranked, b: Ranked): number {
  return byPrecedence(precedenceOf(a.object), precedenceOf(b.object));
}

/** Whatever has a stored rule. */
interface Ranked {
  readonly object: GatewayRule;
}

/** The candidate that goes before all others. */
export function firstOf<T extends Ranked>(candidates: readonly T[]): T | undefined {
  const [one, ...others] = candidates;
  return one && others.reduce((first, each) => (byStanding(each, first) < 0 ? each : first), one);
}

/** Precedence of a stored rule. */
function precedenceOf(object: GatewayRule): Precedence {
  return { standing: isStanding(object), age: ageKey(object) };
}

/** Names of the certificate that is presented for a rule that stands. */
function presentedFor(object: GatewayRule): Pick<Claim, 'presented'> {
  const names = object.status?.certificateNames ?? [];
  return isStanding(object) && names.length > 0 ? { presented: names.map(hostName) } : {};
}

/** The claim of a stored rule to its name; undefined where it wants none, or is being deleted. */
export function claimOfRule(object: GatewayRule): Claim | undefined {
  const { namespace, name: ofRule, deletionTimestamp } = object.metadata;
  const name = nameOfRule(object);
  return name === undefined || deletionTimestamp !== undefined
    ? undefined
    : {
        id: `${namespace}/${ofRule}`,
        source: `rule ${namespace}/${ofRule}`,
        namespace,
        name,
        ...precedenceOf(object),
        ...presentedFor(object),
      };
}
