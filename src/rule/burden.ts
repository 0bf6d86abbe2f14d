import { wildcardParent } from '../names/name.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { type Candidate, isHttp } from './candidate.ts';
import { byStanding } from './claim.ts';
import type { Conditions } from './conditions.ts';
import { type EffectiveHttp, type EffectiveRule, parseRule, type Treatment } from './effective.ts';
import { protects } from './guard.ts';

/**
 * Burden that the conditions and guards of all rules of a team for one host may be together, or for all of its wildcards. An
 * engine compares each request for the host with them, one after the other, and a request for a host with those of all
 * wildcards above it. A unit is what it takes to look for one parameter in a query: with Traefik about 0.3 ms of a core,
 * where a request has headers of 32 KiB.
 */
const MOST_BURDEN = 256;

/** Burden of one regular expression for cookies, of which Traefik reads a header of any length slowly. */
const COOKIES = 8;

/** Burden of a regular expression for the path, which may have any length, too; Traefik finds calls by one. */
const PATH = 8;

/** Burden of the regular expressions for the detours around a guard, of which Traefik reads a path of any length slowly. */
const DETOURS = 4;

/** Parts of a rule that burden the engine. */
type Burdening = Conditions & { readonly policy: Treatment };

/**
 * Burden of a rule for the engine: each method has all of the other conditions, each order of cookies an expression, and
 * each of these the expression for the path, and the detours where the rule has guards.
 */
export function burdenOf({ cookies, query, methods, pathRegex, grpc, policy }: Burdening): number {
  const names = Object.keys(cookies);
  const orders = names.reduce((product, _, index) => product * (index + 1), 1);
  const ofMatch =
    (names.length === 0 ? 0 : COOKIES) + (pathRegex === undefined && grpc === undefined ? 0 : PATH);
  const expressions = orders * (ofMatch + (protects(policy) ? DETOURS : 0));
  return Math.max(methods.length, 1) * (expressions + Object.keys(query).length);
}

/** Index `burden` of a cache of rules, by which those are found that share the room of one: none where it needs none. */
export function burdenPlaces(object: GatewayRule): readonly string[] {
  const parsed = parseRule(object);
  return parsed.type === 'valid' && parsed.rule.protocol === 'http' && burdenOf(parsed.rule) > 0
    ? [burdenPlace(object.metadata.namespace ?? '', parsed.rule.host)]
    : [];
}

/** The room of a host, or of all wildcards of a namespace, as an index value. */
export function burdenPlace(namespace: string, host: string): string {
  return `${namespace}/${wildcardParent(host) === undefined ? host : '*'}`;
}

/** The rules of one room that find none in it: the youngest of those that need some. */
export function overburdening<C extends Candidate>(rules: readonly C[]): C[] {
  let sum = 0;
  return rules
    .filter(({ rule }) => burdenOf(rule) > 0)
    .toSorted(byStanding)
    .filter(({ rule }) => {
      const burden = burdenOf(rule);
      const fits = sum + burden <= MOST_BURDEN;
      sum += fits ? burden : 0;
      return !fits;
    });
}

/** Whether there is room for a rule beside others, of which those count that share it. */
export function hasRoomFor(rule: EffectiveHttp, others: readonly Candidate<EffectiveRule>[]): boolean {
  const place = burdenPlace('', rule.host);
  const sum = others
    .filter(isHttp)
    .filter((other) => burdenPlace('', other.rule.host) === place)
    .reduce((burden, other) => burden + burdenOf(other.rule), 0);
  return burdenOf(rule) === 0 || sum + burdenOf(rule) <= MOST_BURDEN;
}
