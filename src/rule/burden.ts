import type { Candidate } from './candidate.ts';
import { byStanding } from './claim.ts';
import type { Conditions } from './conditions.ts';

/**
 * Burden that the conditions of all rules of a team for one host may be together. An engine compares each request for the
 * host with them, one after the other. A unit is what it takes to look for one parameter in a query: with Traefik about
 * 0.3 ms of a core, where a request has headers of 32 KiB.
 */
const MOST_BURDEN = 256;

/** Burden of one regular expression for cookies, of which Traefik reads a header of any length slowly. */
const COOKIES = 8;

/** Burden of conditions for the engine: each method has all of the others, each order of cookies an expression. */
export function burdenOf({ cookies, query, methods }: Conditions): number {
  const names = Object.keys(cookies);
  const orders = names.length === 0 ? 0 : names.reduce((product, _, index) => product * (index + 1), 1);
  return Math.max(methods.length, 1) * (orders * COOKIES + Object.keys(query).length);
}

/** The rules of a team for one host that have no room for their conditions: the youngest of those with any. */
export function overburdening<C extends Candidate>(rules: readonly C[]): C[] {
  let sum = 0;
  return rules
    .filter(({ rule }) => burdenOf(rule) > 0)
    .toSorted((one, other) => byStanding(one.object, other.object))
    .filter(({ rule }) => {
      const burden = burdenOf(rule);
      const fits = sum + burden <= MOST_BURDEN;
      sum += fits ? burden : 0;
      return !fits;
    });
}

/** Whether a host has room for the conditions of a rule beside those of others. */
export function hasRoomFor(rule: Conditions, others: readonly Candidate[]): boolean {
  const sum = others.reduce((burden, other) => burden + burdenOf(other.rule), 0);
  return burdenOf(rule) === 0 || sum + burdenOf(rule) <= MOST_BURDEN;
}

/** Sentence on a host without room. */
export function burdenText(host: string): string {
  return `the gateway compares each request for ${host} with the conditions of all its rules, and older ones with cookies or parameters take all the time that the host has for it: use fewer of them, or another host`;
}
