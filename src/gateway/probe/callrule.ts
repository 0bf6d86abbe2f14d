import { present } from '../../base/fields.ts';
import type { Dialect } from '../../engines/engine.ts';
import type { GrpcMethodMatch } from '../../objects/grpcroute.ts';
import {
  type HttpBackendRef,
  type HttpHeaderMatch,
  type HttpRouteFilter,
  hasRoom,
} from '../../objects/httproute.ts';
import { versionFilter, versionIn } from './version.ts';

/** Service of questions for calls: no component has it, so that it answers that it does not, and does nothing. */
const SERVICE = 'stoa.dev.Probe';

/** Method of a question: the version of the route, and the number of the backend that is asked. */
const METHOD = /V([0-9a-f]{16})_(\d+)/;

/** Rule of a GRPCRoute, as far as it can be a probe. */
interface CallRule {
  readonly matches?: readonly { readonly method?: Partial<GrpcMethodMatch> }[];
  readonly filters?: readonly HttpRouteFilter[];
  readonly backendRefs?: readonly HttpBackendRef[];
}

/** Spec of a GRPCRoute, as far as its rules matter. */
export interface CallSpec {
  readonly rules: readonly CallRule[];
}

/** Question for a backend of a GRPCRoute. */
interface AskedBackend {
  readonly path: string;
  /** Service and port. */
  readonly backend: string;
  /** Version that answers by the rule tell, where they do. */
  readonly version?: string;
}

/** Port of a Service. */
interface NamedPort {
  readonly name: string;
  readonly port?: number | undefined;
}

/** Name of a backend in the results of questions. */
export function backendName({ name, port }: NamedPort): string {
  return `${name}:${port}`;
}

/**
 * Rules of a GRPCRoute by which each of its backends is asked for a method that none has: a GRPCRoute has no filter that
 * answers. None where there is no room for all of them, or no backend.
 */
export function callProbes(
  { rules }: CallSpec,
  hash: string,
  key: HttpHeaderMatch,
  { callMatch, calls }: Pick<Dialect, 'callMatch' | 'calls'>,
): readonly object[] {
  const backends = new Map(
    rules
      .flatMap(({ backendRefs = [] }) => backendRefs)
      .filter(({ weight = 1 }) => weight > 0)
      .map(({ name, port }) => [backendName({ name, port }), { name, port }] as const),
  );
  // An engine without a route for a call answers as a component that has no such method.
  const marked = calls.includes('http.policy.responseHeaders') ? { filters: [versionFilter(hash)] } : {};
  const probes = [...backends.values()].map((backend, index) => ({
    matches: [{ method: callMatch({ service: SERVICE, method: `V${hash}_${index}` }), headers: [key] }],
    ...marked,
    backendRefs: [backend],
  }));
  const fits = probes.every((_, index) => hasRoom({ rules: [...rules, ...probes.slice(0, index)] }));
  return fits ? probes : [];
}

/** Hash of the version that the last rule of a GRPCRoute asks for; undefined where it is no such rule. */
export function callHash({ rules }: CallSpec): string | undefined {
  return methodOf(rules.at(-1))?.[1];
}

/** The questions of a stored GRPCRoute, one for each of its backends. */
export function askedBackends({ rules }: CallSpec): readonly AskedBackend[] {
  return rules.flatMap((rule) => {
    const [method] = methodOf(rule) ?? [];
    const [backend] = rule.backendRefs ?? [];
    return method === undefined || backend === undefined
      ? []
      : [
          {
            path: `/${SERVICE}/${method}`,
            backend: backendName(backend),
            ...present({ version: versionIn(rule.filters) }),
          },
        ];
  });
}

/** Parts of the method that a rule asks for; null where it asks for none. */
function methodOf(rule: CallRule | undefined): RegExpExecArray | null {
  const { service = '', method = '' } = rule?.matches?.[0]?.method ?? {};
  return service.replaceAll('\\', '').endsWith(SERVICE) ? METHOD.exec(method) : null;
}
