import type { Configuration } from '../api/gatewayrule.ts';
import type { HttpRouteFilter, PathModifier } from '../objects/httproute.ts';
import type { Treatment } from '../rule/effective.ts';
import type { RouteStyle } from './group.ts';
import { type Branch, type ListenerGroup, type MirrorBackend, mirrorOfBranch } from './group.ts';
import { hostOf, requestChanges, responseChanges } from './headers.ts';

/** The filters of the Gateway API for the requests of a branch. */
export function filtersOf(
  { settings }: Pick<ListenerGroup, 'settings'>,
  branch: Pick<Branch, 'policy' | 'mirror' | 'backends'>,
  style: RouteStyle,
): readonly HttpRouteFilter[] {
  const { policy } = branch;
  const responseHeaderModifier = responseChanges(policy, style);
  const answered: readonly HttpRouteFilter[] =
    responseHeaderModifier === undefined ? [] : [{ type: 'ResponseHeaderModifier', responseHeaderModifier }];
  return [
    ...corsFilter(policy, style),
    ...(redirect(policy) ?? passedOn(settings, policy, style)),
    ...mirrorFilter(mirrorOfBranch(branch), style),
    ...answered,
  ];
}

function corsFilter({ cors }: Treatment, { parts }: RouteStyle): readonly HttpRouteFilter[] {
  return cors === undefined || !parts.includes('cors') ? [] : [{ type: 'CORS', cors }];
}

function mirrorFilter(mirror: MirrorBackend | undefined, { parts }: RouteStyle): readonly HttpRouteFilter[] {
  if (mirror === undefined || !parts.includes('mirror')) {
    return [];
  }
  const { service, port, percent } = mirror;
  const share = percent === undefined ? {} : { percent };
  return [{ type: 'RequestMirror', requestMirror: { backendRef: { name: service, port }, ...share } }];
}

/** Whether the beginning of paths is replaced: the Gateway API then wants a rule of one match. */
export function replacesPrefix({ rewrite, redirect: to }: Treatment): boolean {
  return (rewrite?.path?.prefix ?? to?.path?.prefix) !== undefined;
}

function redirect({ redirect: to }: Treatment): readonly HttpRouteFilter[] | undefined {
  if (to === undefined) {
    return undefined;
  }
  const { scheme, host, port, path, code = 302 } = to;
  const requestRedirect = {
    ...(scheme === undefined ? {} : { scheme }),
    ...(host === undefined ? {} : { hostname: host }),
    ...(port === undefined ? {} : { port }),
    ...(path === undefined ? {} : { path: modifierOf(path) }),
    statusCode: code,
  };
  return [{ type: 'RequestRedirect', requestRedirect }];
}

/** Filters of requests that a component gets. */
function passedOn(settings: Configuration, policy: Treatment, style: RouteStyle): readonly HttpRouteFilter[] {
  const requestHeaderModifier = requestChanges(settings, policy, style);
  const hostname = policy.rewrite?.host ?? hostOf(settings, style);
  const path = policy.rewrite?.path;
  const urlRewrite = {
    ...(hostname === undefined ? {} : { hostname }),
    ...(path === undefined ? {} : { path: modifierOf(path) }),
  };
  return [
    ...(requestHeaderModifier === undefined
      ? []
      : [{ type: 'RequestHeaderModifier', requestHeaderModifier } as const]),
    ...(Object.keys(urlRewrite).length === 0 ? [] : [{ type: 'URLRewrite', urlRewrite } as const]),
  ];
}

function modifierOf({
  prefix,
  full,
}: {
  readonly prefix?: string | undefined;
  readonly full?: string | undefined;
}): PathModifier {
  return prefix === undefined
    ? { type: 'ReplaceFullPath', replaceFullPath: full ?? '/' }
    : { type: 'ReplacePrefixMatch', replacePrefixMatch: prefix };
}
