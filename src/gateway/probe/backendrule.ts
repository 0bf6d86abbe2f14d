import { present } from '../../base/fields.ts';
import {
  type HttpBackendRef,
  type HttpHeaderMatch,
  type HttpRouteRule,
  hasRoom,
} from '../../objects/httproute.ts';
import { backendName } from './callrule.ts';
import { versionFilter, versionIn } from './version.ts';

/** Rule of an HTTPRoute, as far as it asks a backend. */
type BackendRule = Partial<Pick<HttpRouteRule, 'matches' | 'backendRefs' | 'timeouts' | 'filters'>>;

/** Question to a backend, through the gateway. */
export interface BackendQuestion {
  readonly path: string;
  /** Value of `ANSWER_HEADER` in answers that came by the rule; missing where an earlier version of Stoa wrote it. */
  readonly version?: string;
  /** Name of the backend, as `nameOfBackend` has it. */
  readonly backend: string;
}

/** Name of a backend in the results of questions: a port of a Service, or an object of the engine with a slash in its name. */
function nameOfBackend({ kind = 'Service', name, port }: Omit<HttpBackendRef, 'weight'>): string {
  return kind === 'Service' ? backendName({ name, port }) : `${kind}/${name}`;
}

/** Whether a name is that of an object of the engine, which may lead to several components. */
export function leadsToEngine(backend: string): boolean {
  return backend.includes('/');
}

/** Place of the rules by which backends are asked: a path, a header that no client has, and the version of the route. */
interface AskedAt {
  readonly path: string;
  readonly header: HttpHeaderMatch;
  readonly version: string;
}

/**
 * Rules of an HTTPRoute by which each of its backends with a share is asked: without what guards the route, and with the
 * timeouts of its rules. Answers tell which version they came by: an engine may load a rule after the others of its route,
 * and send the question to another one meanwhile. None where there is no room for all of them beside the rules that answer
 * for the gateway itself.
 */
export function backendProbes(
  rules: readonly BackendRule[],
  answering: readonly object[],
  { path, header, version }: AskedAt,
): readonly HttpRouteRule[] {
  const backends = new Map(
    rules.flatMap(({ backendRefs = [], timeouts }) =>
      backendRefs
        .filter(({ weight = 1 }) => weight > 0)
        .map(({ weight: _, ...backend }) => [nameOfBackend(backend), { backend, timeouts }] as const),
    ),
  );
  const probes = [...backends.values()].map(
    ({ backend, timeouts }, index): HttpRouteRule => ({
      matches: [{ path: { type: 'Exact', value: `${path}/${index}` }, headers: [header] }],
      ...(timeouts === undefined ? {} : { timeouts }),
      filters: [versionFilter(version)],
      backendRefs: [backend],
    }),
  );
  return hasRoom({ rules: [...rules, ...probes, ...answering.slice(1)] }) ? probes : [];
}

/** The questions for the backends of an HTTPRoute that has a path for them. */
export function backendQuestions(rules: readonly BackendRule[], path: string): readonly BackendQuestion[] {
  return rules.flatMap(({ matches = [], backendRefs = [], filters = [] }) => {
    const [match] = matches;
    const [backend] = backendRefs;
    return match?.path?.type === 'Exact' && match.path.value.startsWith(`${path}/`) && backend !== undefined
      ? [
          {
            path: match.path.value,
            backend: nameOfBackend(backend),
            ...present({ version: versionIn(filters) }),
          },
        ]
      : [];
  });
}
