import { shortHash } from '../../base/hash.ts';
import type { Rendered } from '../../engines/object.ts';
import { keyOf } from '../../kube/object.ts';
import { GRPC_ROUTES } from '../../objects/grpcroute.ts';
import {
  HTTP_ROUTES,
  type HttpRoute,
  type HttpRouteSpec,
  hasRoom,
  PROBE_PATH,
} from '../../objects/httproute.ts';
import type { GatewayView } from '../observed.ts';
import { type BackendQuestion, backendProbes, backendQuestions } from './backendrule.ts';
import { askedBackends, type CallSpec, callHash, callProbes } from './callrule.ts';

/** Header without whose value a request gets no answer, and goes on as it would without the rule. */
export const PROBE_HEADER = 'x-stoa-probe';

/** Header of questions that want an answer through what guards the route, with this value. */
export const GUARDS_HEADER = 'x-stoa-probe-guards';
export const THROUGH_GUARDS = 'yes';

/** Parent domains of the hosts of answers, and of those through guards; no such host exists (RFC 6761). */
const ANSWERS = '.probe.invalid';
const GUARDED_ANSWERS = `.guarded${ANSWERS}`;

/** Filters of a rule that the Gateway API has room for. */
const MAX_FILTERS = 16;

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
    readonly extensionRef?: { readonly kind: string; readonly name: string };
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
  /** Whether the route has a rule that answers through what guards it, too. */
  readonly guarded: boolean;
  /** Backend that is asked by a call of gRPC; missing where the gateway itself answers a request. */
  readonly backend?: string;
  /** Version that answers of that backend tell, where they do. */
  readonly version?: string;
}

/**
 * An object with a rule by which the gateway itself tells which version of it it serves, at the name of the route, where it is an HTTPRoute that
 * has room for one more rule; a GRPCRoute has rules by which its backends are asked. Every engine knows redirects, and tries an exact path before all others.
 *
 * Where an engine leaves out a rule whose filters it cannot load, a rule with the filters of all others stands before: it
 * has one more header, so that engines try it first, and the other one answers where it was left out. `wanted` are the
 * objects that the filters may refer to.
 *
 * Where the answers of an engine tell who gave them, and components may be asked, each backend has a rule that leads to it.
 */
export function withProbe(
  rendered: Rendered,
  gateway: GatewayView,
  wanted: readonly Rendered[],
  asksBackends = true,
): Rendered {
  const { resource, draft } = rendered;
  const uid = probedUid(gateway);
  if (![HTTP_ROUTES.kind, GRPC_ROUTES.kind].includes(resource.kind) || uid === undefined) {
    return rendered;
  }
  const spec = draft.spec as RouteSpec;
  if (!hasRoom(spec)) {
    return rendered;
  }
  const key = keyFor(uid, keyOf(draft));
  const hash = shortHash(`${key}\n${JSON.stringify(spec)}`, HASH_DIGITS);
  if (resource.kind === GRPC_ROUTES.kind) {
    const header = { name: PROBE_HEADER, type: 'Exact', value: key } as const;
    const probes = callProbes(draft.spec as CallSpec, hash, header, gateway.dialect);
    return { resource, draft: { ...draft, spec: { ...spec, rules: [...spec.rules, ...probes] } } };
  }
  const path = { type: 'Exact', value: `${PROBE_PATH}${draft.metadata.name}` };
  const header = { name: PROBE_HEADER, type: 'Exact', value: key } as const;
  const rule = { matches: [{ path, headers: [header] }], filters: [answerAt(`${hash}${ANSWERS}`)] };
  const guards = provedFilters(spec, gateway, wanted);
  const through = { name: GUARDS_HEADER, type: 'Exact', value: THROUGH_GUARDS };
  const guarded = {
    matches: [{ path, headers: [header, through] }],
    filters: [...guards, answerAt(`${hash}${GUARDED_ANSWERS}`)],
  };
  const both = guards.length > 0 && hasRoom({ rules: [...spec.rules, guarded] });
  const answering = [...(both ? [guarded] : []), rule];
  const isAsked = asksBackends && gateway.dialect.failure !== undefined;
  const asking = isAsked
    ? backendProbes((draft.spec as HttpRouteSpec).rules, answering, {
        path: path.value,
        header,
        version: hash,
      })
    : [];
  const rules = [...spec.rules, ...asking, ...answering];
  return { resource, draft: { ...draft, spec: { ...spec, rules } } };
}

/** Filter that answers with a redirect to a host. */
function answerAt(hostname: string) {
  return { type: 'RequestRedirect', requestRedirect: { hostname, statusCode: 302 } };
}

/** The filters of all rules of a route that a question may go through, each once; none where they are too many. */
function provedFilters({ rules }: RouteSpec, { dialect }: GatewayView, wanted: readonly Rendered[]) {
  const proved = new Map(
    wanted
      .filter((object) => dialect.proves?.(object))
      .map(({ resource, draft }) => [`${resource.kind} ${draft.metadata.name}`, draft]),
  );
  const filters = new Map(
    rules
      .flatMap((rule) => rule.filters ?? [])
      .flatMap((filter) => {
        const { extensionRef: to } = filter;
        const key = to && `${to.kind} ${to.name}`;
        return key !== undefined && proved.has(key) ? [[key, filter] as const] : [];
      }),
  );
  return filters.size < MAX_FILTERS ? [...filters.values()] : [];
}

/** The questions for a stored route; none where it has no rule that answers. */
export function questionsOf(route: HttpRoute, gateway: GatewayView): readonly Question[] {
  const question = questionOf(route, gateway);
  const backends = askedBackends(route.spec as unknown as CallSpec);
  if (question === undefined || backends.length === 0) {
    return question === undefined ? [] : [question];
  }
  return backends.map((asked) => ({ ...question, ...asked }));
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
        path: `${PROBE_PATH}${route.metadata.name}`,
        key: keyFor(uid, keyOf(route)),
        hash,
        guarded: answersThroughGuards(route.spec),
      };
}

/** The questions for the backends of a stored HTTPRoute. */
export function backendsOf({
  metadata,
  spec,
}: Pick<HttpRoute, 'metadata' | 'spec'>): readonly BackendQuestion[] {
  return backendQuestions(spec.rules, `${PROBE_PATH}${metadata.name}`);
}

/** Hash of the version that a route's last rule answers with; undefined where it is no such rule. */
export function probeHash(spec: unknown): string | undefined {
  const [filter] = (spec as RouteSpec).rules.at(-1)?.filters ?? [];
  return filter?.type === 'RequestRedirect'
    ? answerOfHost(filter.requestRedirect?.hostname ?? '')?.hash
    : callHash(spec as CallSpec);
}

/** Whether a route has a rule that answers through what guards it. */
export function answersThroughGuards(spec: unknown): boolean {
  const filter = (spec as RouteSpec).rules.at(-2)?.filters?.at(-1);
  return filter?.requestRedirect?.hostname?.endsWith(GUARDED_ANSWERS) ?? false;
}

/** Answer in the host of a redirect: a hash, and whether it came through what guards the route. */
export function answerOfHost(host: string): { readonly hash: string; readonly guarded: boolean } | undefined {
  const guarded = host.endsWith(GUARDED_ANSWERS);
  const parent = guarded ? GUARDED_ANSWERS : ANSWERS;
  return host.endsWith(parent) ? { hash: host.slice(0, -parent.length), guarded } : undefined;
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
