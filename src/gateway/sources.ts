import { present } from '../base/fields.ts';
import { componentOf } from '../component/backend.ts';
import { type ComponentCaches, workloadsOf } from '../component/caches.ts';
import type { SeenComponent } from '../component/endpoints.ts';
import type { Exposure } from '../component/exposure.ts';
import { type Claims, featureClaims } from '../engines/claims.ts';
import type { Dialect } from '../engines/engine.ts';
import { dialectOf } from '../engines/index.ts';
import { dialectWithout } from '../engines/schema.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { AppliedObjects } from '../objects/applies.ts';
import type { Gateway, GatewayClass } from '../objects/gatewayapi.ts';
import { isTeam } from '../rule/candidate.ts';
import type { NameState } from '../rule/namestate.ts';
import type { AuthoritiesState } from './authorities/named.ts';
import type { GatewayCaches } from './caches.ts';
import type { GatewayConfig } from './config.ts';
import type { ListenerMemory } from './listeners/memory.ts';
import { type SetView, setUse } from './listeners/sets.ts';
import type { NameRegister } from './names/register.ts';
import type { GatewayView } from './observed.ts';
import type { ProbeMemory } from './probe/memory.ts';
import type { StreamMemory } from './probe/streammemory.ts';
import type { ReadMemory } from './reads/memory.ts';
import type { SecretState } from './secrets/named.ts';
import type { OptionalKinds } from './supportedkinds.ts';

/** Sources of observations: the caches, and what is known from the start. */
export interface Sources {
  readonly caches: GatewayCaches;
  /** Caches of Services, workloads and applications, which all controllers share. */
  readonly components: Pick<ComponentCaches, 'services' | 'slices' | 'workloads' | 'applications'>;
  readonly names: NameState;
  readonly register: NameRegister;
  readonly config: GatewayConfig;
  readonly served: OptionalKinds;
  /** Memory of the routes, policies and Certificates that were applied. */
  readonly applies: AppliedObjects;
  readonly listeners: ListenerMemory;
  /** Answers of the gateway for routes. */
  readonly probes: ProbeMemory;
  /** Answers of the components behind routes that pass connections on. */
  readonly streams: StreamMemory;
  /** Secrets that rules name, as far as the operator has looked for them. */
  readonly secrets: ReadMemory<SecretState>;
  /** ConfigMaps of authorities that rules name, as far as the operator has looked for them. */
  readonly authorities: ReadMemory<AuthoritiesState>;
  /** Whether there may be rules of teams that the caches do not have. */
  readonly partial?: boolean | undefined;
}

/** Caches that tell what targets expose. */
interface ExposureSources {
  readonly components: Pick<ComponentCaches, 'services' | 'workloads'>;
}

/** Exposure of a target, by its index value. */
export function exposureAt({ components }: ExposureSources, component: string): Exposure {
  const services = components.services.store.by('component', component);
  // A Service that is named by itself has the workloads of the component that its labels name.
  const keys = new Set([component, ...services.flatMap(componentOf)]);
  return { services, workloads: [...keys].flatMap((key) => workloadsOf(components, key)) };
}

/** Reader of components that reads each once. */
function componentReader(from: Sources): GatewayView['componentAt'] {
  const seen = new Map<string, SeenComponent>();
  return (component) => {
    const known = seen.get(component) ?? seenComponent(from, exposureAt(from, component));
    seen.set(component, known);
    return known;
  };
}

function seenComponent({ components, caches }: Sources, exposure: Exposure): SeenComponent {
  const { slices } = components;
  const { foreignPolicies } = caches;
  const keys = exposure.services.map(keyOf);
  return {
    ...exposure,
    slices: keys.flatMap((key) => slices.store.by('service', key)),
    policies:
      foreignPolicies === undefined ? [] : keys.flatMap((key) => foreignPolicies.store.by('service', key)),
  };
}

/** The Gateway as it stands, and the dialect of its engine. */
export function gatewayView(from: Sources): GatewayView {
  const { caches, config, served, applies, listeners } = from;
  const { object, className, engine } = engineIn({ caches, config });
  const dialect = dialectOf(controllerOf(config, object, engine));
  const claims = featureClaims(className, engine);
  const kinds = new Set(caches.owned.map(({ resource }) => idOf(resource)));
  const isServed = dialect.resources.every((resource) => kinds.has(idOf(resource)));
  return {
    config,
    outsiders: config.teamPolicy.excluded.filter((name) => !isTeam(caches, name)).toSorted(),
    served: supportedBy(dialect, claims, {
      ...served,
      TLS: isServed ? passingKind(dialect, from) : undefined,
    }),
    ports: dialect.ports,
    passes: dialect,
    sets: setsOf({ caches, config }, object, servesSets(dialect, claims)),
    ...present({ object }),
    services: caches.gatewayServices.store.list(),
    slices: caches.gatewaySlices.store.list(),
    dialect: dialectWithout(served.lacks ?? [], isServed ? dialect : dialectOf(undefined)),
    claims,
    componentAt: componentReader(from),
    applies,
    listeners,
  };
}

/** Kind of the objects that pass connections on; undefined where the cluster lacks it, or the configuration what it needs. */
function passingKind(
  { passing }: Dialect,
  { config, served }: Pick<Sources, 'config' | 'served'>,
): Resource<KubeObject> | undefined {
  if (passing === undefined) {
    return served.TLS;
  }
  return config.https.entryPoint === undefined ? undefined : passing.resource;
}

/** The optional kinds without the routes of protocols that the engine does not support, or not as far as it claims. */
function supportedBy(
  { ports, passthrough, evidence }: Dialect,
  claims: Claims,
  { TCP, UDP, TLS, ...rest }: Omit<OptionalKinds, 'TLS'> & { readonly TLS: OptionalKinds['TLS'] | undefined },
): OptionalKinds {
  const passes =
    passthrough.level !== 'none' &&
    (evidence === 'engine' || claims.type === 'not-told' || claims.names.has('TLSRoute'));
  return {
    ...rest,
    ...(TCP !== undefined && ports.TCP.level !== 'none' ? { TCP } : {}),
    ...(UDP !== undefined && ports.UDP.level !== 'none' ? { UDP } : {}),
    ...(TLS !== undefined && passes ? { TLS } : {}),
  };
}

/** Whether an engine may serve ListenerSets: it claims to, or where it claims nothing, its dialect says so. */
function servesSets({ listenerSets }: Dialect, claims: Claims): boolean {
  return claims.type === 'listed' ? claims.names.has('ListenerSet') : listenerSets.level !== 'none';
}

/** The ListenerSets in the namespace of the Gateway. */
function setsOf(
  { caches: { sets }, config }: Pick<Sources, 'caches' | 'config'>,
  gateway: Gateway | undefined,
  isServed: boolean,
): SetView {
  const { namespace } = config.name;
  return {
    use: setUse(gateway, isServed && sets !== undefined),
    get: (name) => sets?.store.get(`${namespace}/${name}`),
  };
}

/** Controller name of the engine of the Gateway; undefined if nothing tells it. */
export function engineName({ caches, config }: Pick<Sources, 'caches' | 'config'>): string | undefined {
  const { object, engine } = engineIn({ caches, config });
  return controllerOf(config, object, engine);
}

/** The Gateway and its class. */
function engineIn({ caches, config }: Pick<Sources, 'caches' | 'config'>) {
  const object = caches.gateways.store.get(keyOf({ metadata: config.name }));
  const className = object?.spec.gatewayClassName ?? '';
  return { object, className, engine: caches.classes?.store.get(className) };
}

/** Controller name of the Gateway's class. */
function controllerOf(
  { controllerName }: GatewayConfig,
  gateway: Gateway | undefined,
  engine: GatewayClass | undefined,
): string | undefined {
  return gateway && (controllerName ?? engine?.spec.controllerName);
}

function idOf({ group, plural }: Resource): string {
  return `${plural}.${group}`;
}
