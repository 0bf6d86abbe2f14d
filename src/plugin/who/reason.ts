import { type Answer, type Chosen, isOneRule } from '../../match/answer.ts';
import type { Behavior, PathType } from '../../match/behavior.ts';
import type { Entry } from '../../match/entry.ts';
import { routeName, weightOf } from '../../match/order.ts';
import { placeText } from '../../match/shadow.ts';

/** Sentence on why one rule answers and not another one. Pure. */
export function reasonText({ winner, runnerUp, by }: Chosen, { engine, order }: Behavior): string {
  if (runnerUp === undefined) {
    return 'no other rule is for the request';
  }
  const [a, b] = [winner.conditions, runnerUp.conditions];
  switch (by) {
    case 'host':
      return `its host ${hostText(winner)} is more specific than ${hostText(runnerUp)}`;
    case 'path-type':
      return `its path ${PATHS[a.path.type]}, that of the other ${PATHS[b.path.type]}`;
    case 'path-length':
      return `its path ${a.path.value} is longer than ${b.path.value}`;
    case 'method':
      return `it is for the method ${a.method}, the other for all methods`;
    case 'headers':
      return `it has conditions on more headers: ${a.headers.length} and ${b.headers.length}`;
    case 'query':
      return `it has conditions on more parameters of the query: ${a.query.length} and ${b.query.length}`;
    case 'age':
      return `of equal conditions, the older route counts: ${createdAt(winner)} is before ${createdAt(runnerUp)}`;
    case 'name':
      return `of equal conditions and ages, the name that comes first counts: ${routeName(winner)}`;
    case 'rule':
      return 'of equal conditions, the first rule of the route counts';
    case 'weight':
      return `${engine} tries it first: host, path and conditions weigh ${weightText(winner, order)}, those of the other ${weightText(runnerUp, order)}`;
    default:
      return `nothing decides: ${engine} may take the other as well`;
  }
}

/** Sentence on the rule that would answer by the Gateway API; undefined where that is the same one. Pure. */
export function departureText(
  { winner }: Chosen,
  standard: Answer,
  { engine }: Behavior,
): string | undefined {
  if (standard.type !== 'route') {
    return `by the Gateway API, no rule would answer: ${engine} departs from it`;
  }
  const other = standard.winner;
  return isOneRule(other, winner)
    ? undefined
    : `by the Gateway API, ${placeText(other)} would answer: ${engine} departs from it`;
}

const PATHS: Readonly<Record<PathType, string>> = {
  Exact: 'is exact',
  PathPrefix: 'is a prefix',
  RegularExpression: 'is a regular expression',
};

function hostText({ host }: Entry): string {
  return host === '' ? 'all hosts' : host;
}

function createdAt({ route }: Entry): string {
  return route.metadata.creationTimestamp;
}

function weightText(entry: Entry, order: Behavior['order']): string {
  return order.type === 'weights' ? String(weightOf(entry, order)) : '';
}
