import { shortHash } from '../../base/hash.ts';
import { keyOf } from '../../kube/object.ts';
import { HTTP_ROUTES, type HttpRoute, MAX_ROUTE_MATCHES, MAX_ROUTE_RULES } from '../../objects/httproute.ts';
import type { Rendered } from '../object.ts';
import type { GatewayView } from '../observed.ts';

/** Path below which the gateway answers for its routes, each at its name: two routes never answer for each other. */
const PATH = '/.well-known/stoa/';

/** Header without whose value a request gets no answer, and goes on as it would without the rule. */
export const PROBE_HEADER = 'x-stoa-probe';

/** Parent domain of the hosts of answers; no such host exists (RFC 6761). */
const ANSWERS = '.probe.invalid';

/** Label in place of the `*` of a host. */
const LABEL = 'stoa-probe';

const HASH_DIGITS = 16;
const KEY_DIGITS = 32;

/** Rule of an HTTPRoute, as far as it can be a probe. */
interface RouteRule {
  readonly matches?: readonly unknown[];
  readonly filters?: readonly {
    readonly type: string;
    readonly requestRedirect?: { readonly hostname?: string };
  }[];
}

/** Spec of an HTTPRoute, as far as its rules matter. */
interface RouteSpec {
  readonly rules: readonly RouteRule[];
}

/** Question to a gateway: does it serve exactly this version of a route? */
export interface Question {
  /** Name of the Gateway's listener that the route attaches to. */
  readonly listener: string;
  readonly host: string;
  readonly path: string;
  /** Value of the header that asks for an answer. */
  readonly key: string;
  /** Hash of the version. */
  readonly hash: string;
}

/**
 * An object with a rule by which the gateway itself tells which version of it it serves, where it is an HTTPRoute that
 * has room for one more rule. Every engine knows redirects, and tries an exact path before all others.
 */
export function withProbe(rendered: Rendered, gateway: GatewayView): Rendered {
  const { resource, draft } = rendered;
  const uid = probedUid(gateway);
  if (resource.kind !== HTTP_ROUTES.kind || uid === undefined) {
    return rendered;
  }
  const spec = draft.spec as RouteSpec;
  if (!hasRoom(spec)) {
    return rendered;
  }
  const key = keyFor(uid, keyOf(draft));
  const hash = shortHash(`${key}\n${JSON.stringify(spec)}`, HASH_DIGITS);
  const rule = {
    matches: [
      {
        path: { type: 'Exact', value: `${PATH}${draft.metadata.name}` },
        headers: [{ name: PROBE_HEADER, type: 'Exact', value: key }],
      },
    ],
    filters: [
      { type: 'RequestRedirect', requestRedirect: { hostname: `${hash}${ANSWERS}`, statusCode: 302 } },
    ],
  };
  return { resource, draft: { ...draft, spec: { ...spec, rules: [...spec.rules, rule] } } };
}

/** The question for a stored route; undefined where it has no rule that answers. */
export function questionOf(route: HttpRoute, gateway: GatewayView): Question | undefined {
  const uid = probedUid(gateway);
  const hash = probeHash(route.spec);
  const { hostnames, parentRefs } = route.spec;
  const [host] = hostnames;
  const listener = parentRefs[0]?.sectionName;
  return uid === undefined || hash === undefined || host === undefined || listener === undefined
    ? undefined
    : {
        listener,
        host: host.replace('*', LABEL),
        path: `${PATH}${route.metadata.name}`,
        key: keyFor(uid, keyOf(route)),
        hash,
      };
}

/** Hash of the version that a route's last rule answers with; undefined where it is no such rule. */
export function probeHash(spec: unknown): string | undefined {
  const [filter] = (spec as RouteSpec).rules.at(-1)?.filters ?? [];
  return filter?.type === 'RequestRedirect' ? hashOfHost(filter.requestRedirect?.hostname ?? '') : undefined;
}

/** Hash in the host of an answer; undefined where the host is none of an answer. */
export function hashOfHost(host: string): string | undefined {
  return host.endsWith(ANSWERS) ? host.slice(0, -ANSWERS.length) : undefined;
}

/** Uid of the Gateway, where it is to be asked. */
function probedUid({ config, object }: GatewayView): string | undefined {
  return config.probe.mode === 'off' ? undefined : object?.metadata.uid;
}

/**
 * Key of a route. Who knows it can ask for the hash and for nothing else, so that it is derived from what strangers do
 * not know, the uid of the Gateway, instead of stored; who reads one in a route learns none of the others.
 */
function keyFor(gatewayUid: string, route: string): string {
  return shortHash(`stoa probe\n${gatewayUid}\n${route}`, KEY_DIGITS);
}

function hasRoom({ rules }: RouteSpec): boolean {
  const matches = rules.reduce((sum, rule) => sum + Math.max(rule.matches?.length ?? 0, 1), 0);
  return rules.length < MAX_ROUTE_RULES && matches < MAX_ROUTE_MATCHES;
}
