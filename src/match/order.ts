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
export function decide(one: Entry, other: Entry, { order }: Behavior): Decision | undefined {
  const steps: readonly Step[] =
    order.type === 'steps'
      ? stepsOf(order.paths, order.method)
      : [
          ['weight', (a, b) => weightOf(b, order) - weightOf(a, order)],
          ['rule', (a, b) => (nameOf(a) === nameOf(b) ? a.rule - b.rule : 0)],
        ];
  for (const [by, compare] of steps) {
    const found = compare(one, other);
    if (found !== 0) {
      return { order: found, by };
    }
  }
  return undefined;
}

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
    ['path-length', by(({ conditions }) => lengthOf(conditions.path))],
    ...(isOwn ? [['method', by(methods)] as const] : []),
    ['headers', by(headers)],
    ['query', by(({ conditions }) => conditions.query.length)],
    ['age', (a, b) => text(a.route.metadata.creationTimestamp, b.route.metadata.creationTimestamp)],
    ['name', (a, b) => text(nameOf(a), nameOf(b))],
    ['rule', (a, b) => a.rule - b.rule],
  ];
}

/** Comparison by which the larger number goes first. */
function by(number: (entry: Entry) => number): (one: Entry, other: Entry) => number {
  return (one, other) => number(other) - number(one);
}

function text(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Name of the route of an entry. */
export function nameOf({ route: { metadata } }: Entry): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function lengthOf(path: Entry['conditions']['path']): number {
  return path.type === 'PathPrefix' ? prefixOf(path.value).length : path.value.length;
}

/** Weight of an entry where an engine orders by weights. */
export function weightOf({ conditions, longestHost }: Entry, order: WeightOrder): number {
  const { method, headers, query } = conditions;
  return (
    longestHost * order.hostCharacter +
    pathWeight(conditions.path, order) +
    (method === undefined ? 0 : order.method) +
    headers.length * order.header +
    query.length * order.query
  );
}

function pathWeight(path: Entry['conditions']['path'], order: WeightOrder): number {
  if (path.type === 'Exact') {
    return order.exact;
  }
  return path.type === 'PathPrefix' && path.value === '/'
    ? order.root
    : order.path + lengthOf(path) * order.pathCharacter;
}
