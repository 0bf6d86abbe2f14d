import type { NamedMatch } from '../objects/anyroute.ts';
import type { Behavior } from './behavior.ts';
import type { Conditions, Entry } from './entry.ts';
import { coversHost } from './host.ts';
import { prefixOf } from './meets.ts';
import { decide, existing, routeName } from './order.ts';

/** The first entry that answers each request of another one; undefined where none does for sure. Pure. */
export function shadowOf(entry: Entry, others: readonly Entry[], behavior: Behavior): Entry | undefined {
  return existing(others, behavior).find(
    (other) =>
      isBeside(other, entry, behavior) &&
      coversHost(other.host, entry.host) &&
      covers(other.conditions, entry.conditions) &&
      (decide(other, entry, behavior)?.order ?? 0) < 0,
  );
}

/** Place of an entry in a sentence: its route, and the rule in it. */
export function placeText(entry: Entry): string {
  return `${entry.kind} ${routeName(entry)}, spec.rules[${entry.rule}]`;
}

/** Whether two entries get requests of one listener. */
function isBeside(one: Entry, other: Entry, { listeners }: Behavior): boolean {
  const [a, b] = [one.listener, other.listener];
  return listeners === 'isolated' ? a === b : a.port === b.port && a.scheme === b.scheme;
}

/** Whether each request that meets the second conditions meets the first ones. */
function covers(wide: Conditions, narrow: Conditions): boolean {
  return (
    (wide.method === undefined || wide.method === narrow.method) &&
    coversPath(wide.path, narrow.path) &&
    areAmong(wide.headers, narrow.headers) &&
    areAmong(wide.query, narrow.query)
  );
}

function coversPath(wide: Conditions['path'], narrow: Conditions['path']): boolean {
  if (wide.type !== 'PathPrefix' || narrow.type === 'RegularExpression') {
    return wide.type === narrow.type && wide.value === narrow.value;
  }
  const [prefix, path] = [
    prefixOf(wide.value),
    narrow.type === 'Exact' ? narrow.value : prefixOf(narrow.value),
  ];
  return path === prefix || path.startsWith(`${prefix}/`);
}

function areAmong(some: readonly NamedMatch[], all: readonly NamedMatch[]): boolean {
  return some.every(({ name, type = 'Exact', value }) =>
    all.some((each) => each.name === name && (each.type ?? 'Exact') === type && each.value === value),
  );
}
