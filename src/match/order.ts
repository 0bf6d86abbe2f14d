import type { Behavior, WeightOrder } from './behavior.ts';
import type { Entry } from './entry.ts';
import { byHost } from './host.ts';
import { prefixOf } from './meets.ts';

/** Criterion by which one entry goes before another one. */
export type Criterion =
  | 'host'
  | 'path-type'
  | 'path-length'
  | 'method'
  | 'headers'
  | 'query'
  | 'age'
  | 'name'
  | 'rule'
  | 'weight';

/** Order of two entries: which goes first, and by which criterion; nothing where neither does. */
interface Decision {
  /** Below zero where the first one does. */
  readonly order: number;
  readonly by: Criterion;
}

type Step = readonly [Criterion, (one: Entry, other: Entry) => number];

/** Decision of an engine between two entries that a request meets; undefined where nothing decides. Pure. */
export function decide(one: Entry, other: Entry, behavior: Behavior): Decision | undefined {
  for (const [by, compare] of stepsBetween(one, other, behavior)) {
    const found = compare(one, other);
    if (found !== 0) {
      return { order: found, by };
    }
  }
  return undefined;
}

function stepsBetween(one: Entry, other: Entry, { order, equals }: Behavior): readonly Step[] {
  if (equals === 'first' && identity(one) === identity(other)) {
    return SENIORITY;
  }
  return order.type === 'steps'
    ? stepsOf(order.paths, order.method)
    : [['weight', (a, b) => weightOf(b, order) - weightOf(a, order)]];
}

/** Order of two entries with the same conditions: the older route first, then the name, then the rule. */
const SENIORITY: readonly Step[] = [
  ['age', (a, b) => text(a.route.metadata.creationTimestamp, b.route.metadata.creationTimestamp)],
  ['name', (a, b) => text(routeName(a), routeName(b))],
  ['rule', (a, b) => a.rule - b.rule],
];

function stepsOf(
  paths: readonly Entry['conditions']['path']['type'][],
  method: 'own' | 'header',
): readonly Step[] {
  const isOwn = method === 'own';
  const methods = ({ conditions }: Entry) => (conditions.method === undefined ? 0 : 1);
  const headers = (entry: Entry) => entry.conditions.headers.length + (isOwn ? 0 : methods(entry));
  return [
    ['host', (a, b) => byHost(a.host, b.host)],
    ['path-type', by(({ conditions }) => -paths.indexOf(conditions.path.type))],
    ['path-length', by(pathLength)],
    ...(isOwn ? [['method', by(methods)] as const] : []),
    ['headers', by(headers)],
    ['query', by(({ conditions }) => conditions.query.length)],
    ...SENIORITY,
  ];
}

/** Comparison by which the larger number goes first. */
function by(number: (entry: Entry) => number): (one: Entry, other: Entry) => number {
  return (one, other) => number(other) - number(one);
}

function text(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function bySeniority(one: Entry, other: Entry): number {
  return SENIORITY.reduce((found, [, compare]) => found || compare(one, other), 0);
}

/** Entries that exist on an engine, of those with the same hosts and conditions. */
export function existing(entries: readonly Entry[], { equals }: Behavior): readonly Entry[] {
  if (equals === 'ordered') {
    return entries;
  }
  const first = new Map(
    entries
      .toSorted(bySeniority)
      .toReversed()
      .map((entry) => [identity(entry), entry]),
  );
  return [...first.values()];
}

/** Hosts and conditions of an entry as Traefik writes them: hosts in order where the listener has one of its own. */
function identity({ listener, hosts, conditions: { path, ...rest } }: Entry): string {
  const value = path.type === 'PathPrefix' ? prefixOf(path.value) : path.value;
  return JSON.stringify([listener.host === '' ? hosts : hosts.toSorted(), path.type, value, rest]);
}

/** Name of the route of an entry. */
export function routeName({ route: { metadata } }: Entry): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function pathLength({ conditions: { path } }: Entry): number {
  return path.type === 'PathPrefix' ? prefixOf(path.value).length : path.value.length;
}

/** Weight of an entry where an engine orders by weights. */
export function weightOf({ conditions, hosts, route, rule }: Entry, order: WeightOrder): number {
  const { method, headers, query } = conditions;
  const longestHost = Math.max(0, ...hosts.map((host) => host.length));
  return (
    longestHost * order.hostCharacter +
    pathWeight(conditions.path, order) +
    (method === undefined ? 0 : order.method) +
    headers.length * order.header +
    query.length * order.query +
    ((route.spec.rules ?? []).length - rule) * order.ruleBelow
  );
}

function pathWeight({ type, value }: Entry['conditions']['path'], order: WeightOrder): number {
  if (type === 'Exact') {
    return order.exact;
  }
  return type === 'PathPrefix' && value === '/'
    ? order.root
    : order.path + value.length * order.pathCharacter;
}
