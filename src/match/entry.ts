import type { AnyMatch, AnyRoute, HostRouteKind, NamedMatch } from '../objects/anyroute.ts';
import type { PathType } from './behavior.ts';
import type { HostPattern } from './host.ts';
import type { Listener } from './listener.ts';

/** Conditions on a request, in one form for all kinds of routes. */
export interface Conditions {
  readonly path: { readonly type: PathType; readonly value: string };
  readonly method?: string;
  readonly headers: readonly NamedMatch[];
  readonly query: readonly NamedMatch[];
}

/** A rule of a route at a listener, by one of its hosts and one of its matches. */
export interface Entry {
  readonly kind: HostRouteKind;
  readonly route: AnyRoute;
  readonly listener: Listener;
  readonly host: HostPattern;
  /** All hosts of the route at the listener. */
  readonly hosts: readonly HostPattern[];
  /** Place of the rule in the route, from 0. */
  readonly rule: number;
  readonly conditions: Conditions;
}

/** Conditions of the rules of a route, with the places of the rules. */
export function routeConditions(
  kind: HostRouteKind,
  { spec }: AnyRoute,
): readonly Pick<Entry, 'rule' | 'conditions'>[] {
  return (spec.rules ?? []).flatMap(({ matches = [] }, rule) =>
    kind === 'TLSRoute' || matches.length === 0
      ? [{ rule, conditions: ALL }]
      : matches.map((match) => ({ rule, conditions: kind === 'GRPCRoute' ? ofCall(match) : ofHttp(match) })),
  );
}

const ALL: Conditions = { path: { type: 'PathPrefix', value: '/' }, headers: [], query: [] };

function ofHttp({ path = {}, method, headers, queryParams }: AnyMatch): Conditions {
  const { type = 'PathPrefix', value = '/' } = path;
  return {
    path: { type: type as PathType, value },
    ...(typeof method === 'string' ? { method } : {}),
    headers: firstOfEach((headers ?? []).map((each) => ({ ...each, name: each.name.toLowerCase() }))),
    query: firstOfEach(queryParams ?? []),
  };
}

/** Conditions of a gRPC call: its service and method are its path. */
function ofCall(match: AnyMatch): Conditions {
  const { type, service = '', method = '' } = typeof match.method === 'object' ? match.method : {};
  const { headers } = ofHttp(match);
  return { ...ALL, headers, path: pathOfCall(type === 'RegularExpression', service, method) };
}

function pathOfCall(isPattern: boolean, service: string, method: string): Conditions['path'] {
  const any = '[^/]+';
  if (service === '' && method === '') {
    return ALL.path;
  }
  if (isPattern) {
    return { type: 'RegularExpression', value: `/${service || any}/${method || any}` };
  }
  if (service === '') {
    return { type: 'RegularExpression', value: `/${any}/${method}` };
  }
  return method === ''
    ? { type: 'PathPrefix', value: `/${service}/` }
    : { type: 'Exact', value: `/${service}/${method}` };
}

/** Of conditions with one name, only the first one counts. */
function firstOfEach(matches: readonly NamedMatch[]): readonly NamedMatch[] {
  return matches.filter(({ name }, index) => matches.findIndex((each) => each.name === name) === index);
}
