import { DEFAULT_ATTEMPTS } from '../../api/policy.ts';
import {
  HTTP_ROUTES,
  type HttpBackendRef,
  type HttpRouteFilter,
  type HttpRouteRule,
  type HttpRouteSpec,
} from '../../objects/httproute.ts';
import type { Treatment } from '../../rule/effective.ts';
import { objectOf, type Rendered } from '../object.ts';
import { filtersOf, replacesPrefix } from './filters.ts';
import type { Branch, ListenerGroup } from './group.ts';
import { matchesOf } from './matches.ts';
import type { RouteStyle } from './style.ts';

/** Parts of an HTTPRoute's rules that an engine has of its own. */
interface RouteParts {
  /** Filters of a branch beside those of the Gateway API. */
  readonly filtersOf?: (branch: Branch) => readonly HttpRouteFilter[];
  /** Backends of a branch, where they are not the Services themselves. */
  readonly backendsOf?: (branch: Branch) => readonly HttpBackendRef[];
}

/** The HTTPRoute of a group: rules for each branch, in the order in which they are to be tried. */
export function httpRoute(group: ListenerGroup, style: RouteStyle, parts: RouteParts = {}): Rendered {
  const { filtersOf: ownFilters = () => [], backendsOf = servicesOf } = parts;
  const { namespace, name } = group.gateway;
  const spec: HttpRouteSpec = {
    parentRefs: [{ group: HTTP_ROUTES.group, kind: 'Gateway', namespace, name, sectionName: group.listener }],
    hostnames: [group.host],
    rules: group.branches.flatMap((branch) => {
      const filters = [...filtersOf(group, branch, style), ...ownFilters(branch)];
      const matches = matchesOf(group, branch, style);
      const rule = {
        ...limitsOf(branch.policy, style),
        ...(filters.length > 0 ? { filters } : {}),
        ...(branch.policy.redirect === undefined ? { backendRefs: backendsOf(branch) } : {}),
      };
      return (replacesPrefix(branch.policy) ? matches.map((match) => [match]) : [matches]).map((each) => ({
        matches: each,
        ...rule,
      }));
    }),
  };
  return objectOf(group, HTTP_ROUTES, spec);
}

/** Timeouts and tries of a rule, as far as the engine heeds them. */
function limitsOf(
  { timeouts, retry }: Treatment,
  { parts }: RouteStyle,
): Pick<HttpRouteRule, 'timeouts' | 'retry'> {
  return {
    ...(timeouts === undefined || !parts.includes('timeouts') ? {} : { timeouts }),
    ...(retry === undefined || !parts.includes('retry')
      ? {}
      : { retry: { ...retry, attempts: retry.attempts ?? DEFAULT_ATTEMPTS } }),
  };
}

/** The Services of a branch with their shares. */
export function servicesOf({ backends }: Branch): readonly HttpBackendRef[] {
  return backends.map(({ service, port, weight }) => ({ name: service, port, weight }));
}
