import type { Configuration } from '../api/gatewayrule.ts';
import { areCompatible } from '../rule/conditions.ts';
import type { UnsupportedFeature } from './fields.ts';
import type { Branch, ListenerGroup, RouteStyle } from './group.ts';
import { isUnreplaceable } from './guards.ts';
import { HEADER_MEMBERS, policyRefusals, settingRefusals } from './headers.ts';
import { hasCookies, precision, unmatchable } from './matches.ts';

/** Requested features that an HTTPRoute cannot express for the values that they have. */
export function limitsOf(group: ListenerGroup, style: RouteStyle): readonly UnsupportedFeature[] {
  const { branches, settings } = group;
  const policies = branches.map(({ policy }) => policy);
  const matchable = branches.filter((branch) => unmatchable(branch, style) === undefined);
  return [
    ...branches.flatMap((branch) => unmatchable(branch, style) ?? []),
    ...matchable.flatMap((branch, index) => overtaken(branch, matchable.slice(index + 1), style) ?? []),
    ...settingRefusals(settings, policies, style).map(
      (why): UnsupportedFeature => ({ field: 'http.configuration.setHeaders', why }),
    ),
    ...policies.flatMap((policy) =>
      HEADER_MEMBERS.flatMap((name) =>
        policyRefusals(policy, name, style).map(
          (why): UnsupportedFeature => ({ field: `http.policy.${name}`, why }),
        ),
      ),
    ),
    ...timeoutLimits(settings),
    ...branches.filter((branch) => isUnreplaceable(group, branch, style)).map(replacementLimit),
  ];
}

/** A branch with cookies whose requests go to a later one: engines try conditions on more headers first. */
function overtaken(
  branch: Branch,
  later: readonly Branch[],
  style: RouteStyle,
): UnsupportedFeature | undefined {
  const first = later.find(
    (other) =>
      isAsNear(other, branch) &&
      precision(other, style) > precision(branch, style) &&
      areCompatible(branch, other),
  );
  if (!hasCookies(branch) || first === undefined) {
    return undefined;
  }
  const why =
    `a request with ${listed(branch.cookies)} that also has the headers ${listed(first.headers)} of another ` +
    'rule goes to that one: conditions on more headers are tried first';
  return { field: 'http.domainCookie', why };
}

/** Whether conditions are equally precise as far as engines try them before headers. */
function isAsNear(one: Branch, other: Branch): boolean {
  return (
    (one.exactPath === undefined) === (other.exactPath === undefined) &&
    one.pathRegex?.length === other.pathRegex?.length &&
    (one.methods.length === 0) === (other.methods.length === 0)
  );
}

/** The Gateway API replaces the beginning of a path only where a match names it as it is. */
function replacementLimit({ policy }: Branch): UnsupportedFeature {
  return {
    field: policy.redirect === undefined ? 'http.policy.rewrite.path' : 'http.policy.redirect',
    why: 'the beginning of a domainPath with escapes such as %20 cannot be replaced, so that all requests of the rule get an error: use path.full, or a domainPath without escapes',
  };
}

const TIMEOUTS = ['proxyConnectTimeout', 'proxyReadTimeout', 'proxySendTimeout'] as const;

function timeoutLimits(settings: Configuration): readonly UnsupportedFeature[] {
  return TIMEOUTS.filter((name) => settings[name] === 0).map((name) => ({
    field: `http.configuration.${name}`,
    why: 'no request can succeed in 0 seconds, so the engine’s own timeout holds',
  }));
}

function listed(pairs: Readonly<Record<string, string>>): string {
  return Object.keys(pairs).toSorted().join(' and ');
}
