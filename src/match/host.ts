import { covers } from '../names/name.ts';

/** Host of a listener or of a route: a name, `*.` and a name, or nothing for all hosts. */
export type HostPattern = string;

/** Whether a pattern covers all of another one, or a name. */
export function coversHost(pattern: HostPattern, other: HostPattern): boolean {
  return pattern === '' || covers(pattern, other);
}

/** Pattern of what two have in common; undefined for nothing. */
function commonHost(one: HostPattern, other: HostPattern): HostPattern | undefined {
  return coversHost(one, other) ? other : coversHost(other, one) ? one : undefined;
}

/** Hosts of a route at a listener; none where they have none in common. */
export function hostsAt(listener: HostPattern, route: readonly HostPattern[]): readonly HostPattern[] {
  const common = route.map((each) => commonHost(listener, each.toLowerCase()));
  return route.length === 0 ? [listener] : common.filter((each) => each !== undefined);
}

/** Patterns that cover a name, the most specific one first. */
export function patternsFor(name: string): readonly HostPattern[] {
  const labels = name.split('.');
  return [name, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`), ''];
}

/** Order of patterns that cover one name: below zero where the first one is more specific. */
export function byHost(one: HostPattern, other: HostPattern): number {
  const isName = (host: HostPattern) => host !== '' && !host.startsWith('*.');
  return Number(isName(other)) - Number(isName(one)) || other.length - one.length;
}
