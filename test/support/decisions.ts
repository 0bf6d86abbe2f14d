import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OptionalKinds } from '../../src/gateway/supportedkinds.ts';
import { type KubeObject, keyOf, type ObjectMeta } from '../../src/kube/object.ts';
import { teamOf } from '../../src/names/team.ts';
import type { Service, TlsSecret } from '../../src/objects/core.ts';
import type { EndpointSlice } from '../../src/objects/endpointslice.ts';
import type { Gateway, GatewayClass } from '../../src/objects/gatewayapi.ts';
import type { ForeignRoute } from '../../src/objects/httproute.ts';
import type { Application, GatewayRule } from '../../src/objects/stoa.ts';
import { decisionFile } from './golden.ts';
import { GOOD_CERTIFICATE } from './rules.ts';
import { CONFIG, Simulation, WITH_SETS } from './simulation.ts';

/** Input of a golden file: the objects of a cluster, and what becomes of them when all has settled. */
interface GoldenCase {
  /** Overrides of the configuration. */
  readonly config?: object;
  /** The optional kinds that the cluster serves; all but ListenerSets by default. */
  readonly served?: readonly (keyof OptionalKinds)[];
  readonly objects: readonly Stored[];
  /** Objects that are written when everything has settled; the writes that follow count. */
  readonly then?: readonly Stored[];
  /** Rules that are deleted then, as namespace/name. */
  readonly deleted?: readonly string[];
}

/** An object without what the API server fills in; a Secret has the content of its certificate instead of data. */
interface Stored extends Omit<KubeObject, 'metadata'> {
  readonly metadata: Partial<ObjectMeta> & { readonly name: string };
  readonly tls?: { readonly expires?: string };
}

/** The writes that a golden file's input leads to, the objects that stand afterwards, and the status of each rule. */
export function settledCase(name: string): object {
  const { config, served, objects, then, deleted } = readCase(name);
  const world = new Simulation({
    bare: true,
    config: { ...CONFIG, ...config },
    ...(served === undefined
      ? {}
      : { served: Object.fromEntries(served.map((kind) => [kind, WITH_SETS[kind]])) }),
  });
  const put = (list: readonly Stored[]) => {
    for (const object of list) {
      putObject(world, object);
    }
  };
  put(objects);
  if (then !== undefined || deleted !== undefined) {
    world.settle();
    world.writes.length = 0;
    put(then ?? []);
    for (const key of deleted ?? []) {
      const [namespace, rule = ''] = key.split('/');
      world.remove(world.stored(rule, namespace));
    }
  }
  const keys = world.caches.rules.store.list().map(keyOf);
  world.settle([...(deleted ?? []), ...keys]);
  return {
    writes: world.writes.filter((write) => !write.startsWith('agree ')),
    gateway: world.caches.gateways.store.list().map(contentOf),
    ...(world.caches.sets === undefined ? {} : { sets: world.caches.sets.store.list().map(contentOf) }),
    grants: world.caches.grants.store.list().map(contentOf),
    objects: world.caches.owned
      .flatMap(({ resource }) => world.standing(resource.kind))
      .map((object) => contentOf(object)),
    rules: Object.fromEntries(keys.map((key) => [key, reportOf(world, key)])),
  };
}

function readCase(name: string): GoldenCase {
  return parse(readFileSync(decisionFile(name, 'in'), 'utf8')) as GoldenCase;
}

function reportOf(world: Simulation, key: string): object {
  const [namespace, name = ''] = key.split('/');
  const { outcome } = world.reconcile(key);
  return { outcome, status: world.stored(name, namespace).status };
}

/** An object without what the API server and the engine write. */
function contentOf(object: KubeObject & { readonly status?: unknown }): object {
  const { apiVersion, kind, metadata, status: _status, ...rest } = object;
  const { name, namespace, labels, ownerReferences } = metadata;
  return { apiVersion, kind, metadata: { name, namespace, labels, ownerReferences }, ...rest };
}

/** Setters of a simulation, by the kind of the object. */
const PUT: Readonly<Record<string, (world: Simulation, object: never) => void>> = {
  GatewayRule: (world, rule: GatewayRule) => world.rule(rule),
  Application: (world, application: Application) => world.application(application),
  EndpointSlice: (world, slice: EndpointSlice) => world.slice(slice),
  Service: (world, service: Service) => world.service(service),
  Secret: (world, secret: TlsSecret) => world.secret(secret),
  Gateway: (world, gateway: Gateway) => world.gateway(gateway),
  GatewayClass: (world, { spec, status }: GatewayClass) =>
    world.engine(spec.controllerName, status?.supportedFeatures),
  HTTPRoute: (world, route: ForeignRoute) => world.foreignRoute(route),
  GRPCRoute: (world, route: ForeignRoute) => world.foreignRoute(route),
  Namespace: (world, { metadata }: KubeObject) => {
    if (teamOf({ metadata }, world.from.config.teamPolicy) !== undefined) {
      world.team(metadata.name, { labels: {}, ...metadata });
    }
  },
};

function putObject(world: Simulation, given: Stored): void {
  const { kind, metadata, tls } = given;
  const { namespace = '', name } = metadata;
  const put = PUT[kind];
  if (put === undefined) {
    throw new Error(`an input has no objects of the kind ${kind}: ${namespace}/${name}`);
  }
  const object = {
    ...given,
    metadata: { uid: `uid-${kind}-${namespace}-${name}`.toLowerCase(), generation: 1, ...metadata },
    ...(tls?.expires === undefined
      ? {}
      : {
          tls: {
            ...GOOD_CERTIFICATE,
            fingerprint: 'as in every case',
            ...tls,
            expires: new Date(tls.expires),
          },
        }),
  };
  put(world, object as never);
}
