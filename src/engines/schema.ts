import { fieldAt } from '../base/fields.ts';
import { HTTP_ROUTES, type HttpRouteFilter, type HttpRouteRule } from '../objects/httproute.ts';
import type { Dialect } from './engine.ts';
import type { Feature } from './fields.ts';
import type { Rendered } from './object.ts';

/** Part of a rule of a route that older releases of the Gateway API lack, and that guards nothing. */
export type LaterPart = 'cors' | 'retry' | 'percent';

/** Knowledge of such a part. */
interface Later {
  /** Path to its schema in that of a rule of a route. */
  readonly schema: readonly string[];
  readonly feature: Feature;
  /** Releases that have it. */
  readonly since: string;
  readonly without: (rule: HttpRouteRule) => HttpRouteRule;
}

const FILTER = ['filters', 'items', 'properties'];

const LATER: Readonly<Record<LaterPart, Later>> = {
  cors: {
    schema: [...FILTER, 'cors'],
    feature: 'http.policy.cors',
    since: '1.5, or the experimental channel since 1.3',
    without: (rule) => withoutFilters(rule, ({ type }) => type === 'CORS'),
  },
  retry: {
    schema: ['retry'],
    feature: 'http.policy.retry',
    since: '1.7, or the experimental channel since 1.2',
    without: withoutRetry,
  },
  percent: {
    schema: [...FILTER, 'requestMirror', 'properties', 'percent'],
    feature: 'http.policy.mirror',
    since: '1.3, or the experimental channel of 1.2, for a share of the requests',
    // A copy of each request in place of some is more than its component may bear.
    without: (rule) =>
      withoutFilters(
        rule,
        (filter) => filter.type === 'RequestMirror' && filter.requestMirror.percent !== undefined,
      ),
  },
};

const PARTS = Object.keys(LATER) as LaterPart[];

/** Parts that the published schema of HTTPRoutes lacks; none where it is not known. Pure. */
export function partsLackingIn(schema: unknown): readonly LaterPart[] {
  const rules = fieldAt(schema, ['properties', 'spec', 'properties', 'rules', 'items', 'properties']);
  return rules === undefined ? [] : PARTS.filter((part) => fieldAt(rules, LATER[part].schema) === undefined);
}

/** Dialect that leaves out of its routes what the Gateway API of the cluster lacks, and says so of the rules. */
export function dialectWithout(parts: readonly LaterPart[], dialect: Dialect): Dialect {
  return parts.length === 0
    ? dialect
    : {
        ...dialect,
        render: (group) => {
          const { objects, unsupported } = dialect.render(group);
          const [route, ...others] = objects;
          const left = parts.filter((part) => without(part, route) !== route);
          return {
            objects: [left.reduce((each, part) => without(part, each), route), ...others],
            unsupported: [
              ...unsupported,
              ...left.map((part) => ({
                field: LATER[part].feature,
                why: `the Gateway API of this cluster has no field for it; it is in ${LATER[part].since}`,
              })),
            ],
          };
        },
      };
}

/** Route without a part; the same one where it has none. */
function without(part: LaterPart, route: Rendered): Rendered {
  const { spec } = route.draft as { readonly spec?: { readonly rules?: readonly HttpRouteRule[] } };
  const { rules = [] } = spec ?? {};
  const others = rules.map(LATER[part].without);
  const isSame = others.every((rule, index) => rule === rules[index]);
  return route.resource !== HTTP_ROUTES || isSame
    ? route
    : { ...route, draft: { ...route.draft, spec: { ...spec, rules: others } } };
}

function withoutRetry(rule: HttpRouteRule): HttpRouteRule {
  const { retry, ...rest } = rule;
  return retry === undefined ? rule : rest;
}

function withoutFilters(rule: HttpRouteRule, isLater: (filter: HttpRouteFilter) => boolean): HttpRouteRule {
  const { filters = [], ...rest } = rule;
  const kept = filters.filter((filter) => !isLater(filter));
  if (kept.length === filters.length) {
    return rule;
  }
  return kept.length === 0 ? rest : { ...rest, filters: kept };
}
