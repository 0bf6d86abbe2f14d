import { type Access, denialOf } from '../allowed/access.ts';
import { canonical } from '../allowed/canonical.ts';
import { gatewayRuleSpecSchema, type HttpRule } from '../api/gatewayrule.ts';
import { API_VERSION } from '../api/group.ts';
import { type InputProblem, problemsOf } from '../api/issue.ts';
import type { NotApplied } from '../api/marketinstall.ts';
import { withSuffix } from '../base/dnslabel.ts';
import { fieldsOf } from '../base/fields.ts';
import { type Gradual, gradually } from '../base/gradual.ts';
import { shortHash } from '../base/hash.ts';
import { SERVICES, type Service } from '../objects/core.ts';
import type { PlannedObject } from '../objects/planned.ts';
import { GATEWAY_RULES } from '../objects/stoa.ts';
import type { Surroundings } from '../source/surroundings.ts';
import { objectLabel } from './hooks.ts';
import type { ChartObject, SourcedObject } from './rendering.ts';
import { type ReadRoute, type Route, readHttpRoute, readIngress } from './route.ts';

/** Readers of the kinds that become rules. */
const READERS: Readonly<Record<string, (content: object) => ReadRoute>> = {
  Ingress: readIngress,
  HTTPRoute: readHttpRoute,
};

/** Whether an object is of a kind that becomes rules. */
export function isRoute({ object }: SourcedObject): boolean {
  return Object.hasOwn(READERS, object.kind);
}

/** Rules that take the place of the routes of a chart, or why they cannot. */
export interface TranslatedRoutes {
  readonly rules: readonly PlannedObject[];
  readonly problems: readonly string[];
  readonly notApplied: readonly NotApplied[];
}

/** Install that rules are made for, and the objects that it makes. */
interface RuledInstall {
  readonly surroundings: Surroundings;
  readonly labels: Readonly<Record<string, string>>;
  readonly made: readonly PlannedObject[];
  /** Objects that routes may refer to. */
  readonly access: Access;
}

/**
 * Rules that say exactly what the routes of a chart say, for its own Services, with certificates of its own or those that
 * are granted. Pure.
 */
export function* rulesOf(routes: readonly SourcedObject[], install: RuledInstall): Gradual<TranslatedRoutes> {
  if (install.surroundings.routes === 'ignore') {
    const left = routes.map(({ source, object }) => ({
      path: source,
      why: `${objectLabel(object)} is left out, as spec.routes says`,
    }));
    return { rules: [], problems: [], notApplied: left };
  }
  const services = servicesOf(install.made);
  const taken = new Set<string>();
  const read = yield* gradually(routes, ({ source, object }) => {
    const { rules, problems } = translated(object, services, taken);
    const denied = deniedCertificates(rules, install.access);
    const name = String(fieldsOf(object.metadata).name);
    return {
      rules: rules.map((http) => ruleOf(http, name, install)),
      problems: [...problems, ...denied].map(
        ({ path, message }) =>
          `${objectLabel(object)}: ${path} ${message}; spec.routes: ignore leaves it out (${source})`,
      ),
    };
  });
  return {
    rules: read.flatMap(({ rules }) => rules),
    problems: read.flatMap(({ problems }) => problems),
    notApplied: [],
  };
}

/** Ports of the Services of a chart, by name. */
type ChartServices = ReadonlyMap<string, NonNullable<Service['spec']['ports']>>;

function servicesOf(made: readonly PlannedObject[]): ChartServices {
  const services = made.filter(({ resource }) => resource === SERVICES);
  return new Map(
    services.map(({ draft }) => [draft.metadata.name, (draft as unknown as Service).spec.ports ?? []]),
  );
}

/** HTTP halves of the rules of an object; `taken` are the places of all routes so far. */
function translated(
  { apiVersion, kind, metadata, spec }: ChartObject,
  services: ChartServices,
  taken: Set<string>,
): { readonly rules: readonly HttpRule[]; readonly problems: readonly InputProblem[] } {
  const { annotations } = fieldsOf(metadata);
  const content = { apiVersion, metadata: { annotations }, spec };
  const read = READERS[kind]?.(canonical(content) as object);
  if (read === undefined || read.type === 'refused') {
    return { rules: [], problems: read?.problems ?? [] };
  }
  const rules: HttpRule[] = [];
  const problems: InputProblem[] = [];
  for (const route of read.routes) {
    const http = httpOf(route, services);
    const place = `${route.host} ${route.path} ${route.exact}`;
    if ('message' in http) {
      problems.push(http);
    } else if (taken.has(place)) {
      problems.push({ path: route.at, message: 'has the host and path of another route of the chart' });
    } else {
      taken.add(place);
      rules.push(http);
    }
  }
  return { rules, problems };
}

/** Certificates of rules in Secrets that are neither of the install nor granted. */
function deniedCertificates(rules: readonly HttpRule[], access: Access): readonly InputProblem[] {
  const names = new Set(rules.flatMap(({ certificateName }) => certificateName ?? []));
  return [...names].flatMap((name) => {
    const message = denialOf(access, 'secrets', name);
    return message === undefined ? [] : [{ path: 'spec.tls', message: `names a certificate: ${message}` }];
  });
}

function httpOf(route: Route, services: ChartServices): HttpRule | InputProblem {
  const { at, host, path, exact, backend, certificate } = route;
  const ports = services.get(backend.name);
  const port = ports?.find(({ name, port: number }) => [name, number].includes(backend.port));
  if (port === undefined) {
    return {
      path: at,
      message: `leads to ${backend.name}:${backend.port}, which is no Service of the chart`,
    };
  }
  const http = {
    serviceName: backend.name,
    // A Service with several ports has names for all; a number could also be that of another container.
    containerPort: port.name ?? port.port,
    domainName: host,
    domainPath: path,
    ...certificate,
    ...(exact ? { policy: { match: { path: 'exact' as const } } } : {}),
  };
  const parsed = gatewayRuleSpecSchema.safeParse({ http }, { reportInput: true });
  const [problem] = parsed.success ? [] : problemsOf(parsed.error);
  return problem === undefined ? http : { path: at, message: `${problem.path} ${problem.message}` };
}

function ruleOf(
  http: HttpRule,
  name: string,
  { surroundings: { namespace, app }, labels }: RuledInstall,
): PlannedObject {
  const { domainName, domainPath, policy } = http;
  const place = shortHash(`${domainName} ${domainPath} ${policy?.match?.path}`, 8);
  return {
    resource: GATEWAY_RULES,
    draft: {
      apiVersion: API_VERSION,
      kind: GATEWAY_RULES.kind,
      metadata: { name: withSuffix(name, place), namespace, labels },
      spec: { appId: app.id, protocol: 'http', http },
    },
  };
}
