import type { Configuration } from '../../api/gatewayrule.ts';
import { HTTP_ROUTES } from '../../objects/gatewayapi.ts';
import type { HttpBackendRef, HttpRouteFilter, HttpRouteSpec } from '../../objects/httproute.ts';
import type { Branch, RouteGroup } from '../group.ts';
import type { Rendered } from './dialect.ts';
import { type CookieMatching, matchesOf, PLAIN_VALUE } from './matches.ts';
import { objectOf } from './object.ts';

/** What an engine has of its own in a route. */
export interface RouteParts {
  readonly cookies: CookieMatching;
  /** Filters of a branch beside those of the Gateway API. */
  readonly filtersOf?: (branch: Branch) => readonly HttpRouteFilter[];
  /** Who gets the requests of a branch, where it is not the Services themselves. */
  readonly backendsOf?: (branch: Branch) => readonly HttpBackendRef[];
}

/** The HTTPRoute of a group: one rule for each branch, in the order in which they are tried. */
export function httpRoute(group: RouteGroup, parts: RouteParts): Rendered {
  const { gateway, listener, host, path, branches, settings } = group;
  const { cookies, filtersOf = () => [], backendsOf = servicesOf } = parts;
  const spec: HttpRouteSpec = {
    parentRefs: [{ group: HTTP_ROUTES.group, kind: 'Gateway', ...gateway, sectionName: listener }],
    hostnames: [host],
    rules: branches.map((branch) => {
      const filters = [...headerFilters(settings), ...filtersOf(branch)];
      return {
        matches: matchesOf(branch, path, cookies),
        ...(filters.length > 0 ? { filters } : {}),
        backendRefs: backendsOf(branch),
      };
    }),
  };
  return objectOf(group, HTTP_ROUTES, spec);
}

/** The Services of a branch with their shares. */
export function servicesOf({ backends }: Branch): readonly HttpBackendRef[] {
  return backends.map(({ service, port, weight }) => ({ name: service, port, weight }));
}

/** Blanks around a value are not part of it, and a header without a value is removed. */
function headerFilters({ setHeaders = [] }: Configuration): readonly HttpRouteFilter[] {
  const entries = setHeaders.map(({ key, value }) => ({ name: key, value: value.trim() }));
  const set = entries.filter(({ value }) => PLAIN_VALUE.test(value));
  const remove = entries.filter(({ value }) => value === '').map(({ name }) => name);
  const requestHeaderModifier = {
    ...(set.length > 0 ? { set } : {}),
    ...(remove.length > 0 ? { remove } : {}),
  };
  return set.length + remove.length > 0 ? [{ type: 'RequestHeaderModifier', requestHeaderModifier }] : [];
}
