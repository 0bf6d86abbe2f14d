import type { ReadAnnotations } from './annotations.ts';
import { certificateForName, certificateOfHost, type HostCertificate, wildcardOf } from './certificate.ts';
import { type Backend, type Certificates, type Ingress, type IngressPath, keyOfIngress } from './ingress.ts';
import type { CanaryShare } from './settings.ts';

/** Ingress with its annotations, read. */
export interface ReadIngress extends ReadAnnotations {
  readonly ingress: Ingress;
}

/** Canary of a path. */
export interface Canary {
  readonly of: string;
  readonly backend: Backend;
  readonly share: CanaryShare;
}

/** Path of a host, of the oldest Ingress that has it. */
export interface Location {
  readonly read: ReadIngress;
  readonly path: IngressPath;
}

/** Guard of all paths of a host, which no rule can carry. */
interface HostGuard {
  /** Ingress that asks for it. */
  readonly of: string;
  readonly name: string;
  readonly text: string;
}

/** Another name of a host. */
interface Alias {
  readonly host: string;
  readonly certificate: HostCertificate;
}

/** Host as the original holds it, whichever of its Ingresses says so. */
export interface Server {
  readonly host: string;
  /** In the order in which regular ones are tried: the longest text first. */
  readonly locations: readonly Location[];
  /** Whether its paths are regular expressions. */
  readonly regular: boolean;
  readonly aliases: readonly Alias[];
  readonly certificate: HostCertificate;
  readonly guards: readonly HostGuard[];
  /** Ingress by which TLS connections go to the Service of the path `/` as they are. */
  readonly passthrough: string | undefined;
  /** The host with `www.`, or without, which is sent to this one. */
  readonly twin: Alias | undefined;
  /** Location whose Ingress sends requests for `/` elsewhere. */
  readonly appRoot: Location | undefined;
  /** Namespace that has the host first. */
  readonly owner: string;
}

/** Facts that the Ingresses of all hosts tell together. */
export interface HostFacts {
  readonly servers: ReadonlyMap<string, Server>;
  readonly canaries: ReadonlyMap<string, Canary>;
  /** Reasons for which canaries have no effect, by the key of their Ingress. */
  readonly strays: ReadonlyMap<string, readonly string[]>;
}

/** Type of a path in the original, which takes one without a type of its own for the beginning of paths. */
export function pathTypeOf({ pathType }: Pick<IngressPath, 'pathType'>): 'Exact' | 'Prefix' {
  return pathType === 'Exact' ? 'Exact' : 'Prefix';
}

/** Place of a path, by which a canary finds its main Ingress. */
export function pathKey(ingress: Ingress, host: string, path: IngressPath): string {
  return JSON.stringify([ingress.metadata.namespace, host, path.path, pathTypeOf(path)]);
}

/** Facts on hosts, of Ingresses in the order of the original. Pure. */
export function hostFacts(read: readonly ReadIngress[], known: Certificates): HostFacts {
  const byHost = new Map<string, ReadIngress[]>();
  for (const each of read) {
    for (const host of new Set(hostsOf(each.ingress))) {
      const others = byHost.get(host);
      others === undefined ? byHost.set(host, [each]) : others.push(each);
    }
  }
  const all: AllHosts = { byHost, isHost: (host) => mainsOf(byHost.get(host)).length > 0, known };
  const servers = [...byHost].flatMap(([host, ingresses]) =>
    mainsOf(ingresses).length === 0 ? [] : [[host, serverOf(host, ingresses, all)] as const],
  );
  const mains = mainsOf(read);
  const places = new Set(mains.flatMap(({ ingress }) => placesOf(ingress)));
  return { servers: withOwnAliases(new Map(servers)), ...canariesOf(read, places) };
}

/** Servers of which each has its aliases for itself: of two with one name, the host that comes first in the alphabet. */
function withOwnAliases(servers: ReadonlyMap<string, Server>): ReadonlyMap<string, Server> {
  const taken = new Set([...servers.values()].flatMap(({ twin }) => twin?.host ?? []));
  const sorted = [...servers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new Map(
    sorted.map(([host, server]) => {
      const aliases = server.aliases.filter((alias) => !taken.has(alias.host));
      for (const alias of aliases) {
        taken.add(alias.host);
      }
      return [host, { ...server, aliases }];
    }),
  );
}

/** Hosts of all Ingresses. */
interface AllHosts {
  readonly byHost: ReadonlyMap<string, readonly ReadIngress[]>;
  readonly isHost: (host: string) => boolean;
  readonly known: Certificates;
}

function mainsOf(ingresses: readonly ReadIngress[] = []): readonly ReadIngress[] {
  return ingresses.filter(({ settings }) => !settings.canary);
}

function hostsOf({ spec }: Ingress): readonly string[] {
  return spec.rules.map(({ host }) => host);
}

function placesOf(ingress: Ingress): readonly string[] {
  return ingress.spec.rules.flatMap(({ host, http }) =>
    (http?.paths ?? []).map((path) => pathKey(ingress, host, path)),
  );
}

function serverOf(host: string, ingresses: readonly ReadIngress[], all: AllHosts): Server {
  const mains = mainsOf(ingresses);
  const locations = locationsOf(host, mains);
  const objects = mains.map(({ ingress }) => ingress);
  const own = certificateOfHost(host, objects, all.known);
  const names = mains.find(({ settings }) => (settings.aliases ?? []).length > 0)?.settings.aliases ?? [];
  const alias = (name: string): Alias => ({
    host: name,
    certificate: withWildcard(name, certificateForName(name, own, objects, all.known), all),
  });
  return {
    host,
    locations,
    regular: isRegular(locations, mains),
    aliases: [...new Set(names)].filter((name) => name !== host && !all.isHost(name)).map(alias),
    certificate: withWildcard(host, own, all),
    guards: guardsOf(ingresses),
    passthrough: keyOf(mains.find(({ settings }) => settings.passthrough)),
    twin: twinOf(host, locations, all, alias),
    appRoot: locations.find(({ read }) => read.settings.appRoot !== undefined),
    owner: mains[0]?.ingress.metadata.namespace ?? '',
  };
}

function keyOf(read: ReadIngress | undefined): string | undefined {
  return read && keyOfIngress(read.ingress);
}

/** Certificate of a name: its own, else that of the wildcard host above it. */
function withWildcard(name: string, own: HostCertificate, { byHost, known }: AllHosts): HostCertificate {
  const above = wildcardOf(name);
  const mains = above === name ? [] : mainsOf(byHost.get(above));
  return own.type === 'none'
    ? certificateOfHost(
        above,
        mains.map(({ ingress }) => ingress),
        known,
      )
    : own;
}

/** Locations of a host: each path is that of the oldest Ingress with it. */
function locationsOf(host: string, mains: readonly ReadIngress[]): readonly Location[] {
  const found = new Map<string, Location>();
  for (const read of mains) {
    for (const path of pathsOf(host, read)) {
      const key = `${pathTypeOf(path)} ${path.path}`;
      if (path.backend.service !== undefined && !found.has(key)) {
        found.set(key, { read, path });
      }
    }
  }
  const [oldest] = mains;
  const backend = oldest && backendOfRest(host, oldest);
  if (oldest !== undefined && backend?.service !== undefined && !found.has(REST)) {
    found.set(REST, { read: oldest, path: { path: '/', pathType: 'Prefix', backend } });
  }
  // The original has the location of all the rest before those of Ingresses.
  const root = found.get(REST);
  const all = root === undefined ? found.values() : new Set([root, ...found.values()]);
  return [...all].toSorted(
    ({ path: { path: one } }, { path: { path: other } }) =>
      other.length - one.length || (one === other ? 0 : one < other ? 1 : -1),
  );
}

/** Whether one of the locations of a host is for all that no other one is for. Pure. */
export function hasRest(locations: readonly Location[]): boolean {
  return locations.some(({ path }) => path.path === '/' && pathTypeOf(path) === 'Prefix');
}

/** Key of the location for all that no other one is for. */
const REST = 'Prefix /';

/** Backend of paths that no Ingress has, by the oldest one; one that redirects does so for them too, and asks none. */
function backendOfRest(host: string, oldest: ReadIngress): Backend | undefined {
  const { defaultBackend } = oldest.ingress.spec;
  const redirects = oldest.settings.policy?.redirect !== undefined;
  const first = pathsOf(host, oldest).find(({ backend }) => backend.service !== undefined);
  return defaultBackend?.service !== undefined || !redirects ? (defaultBackend ?? undefined) : first?.backend;
}

/** Paths of an Ingress for a host. */
export function pathsOf(host: string, { ingress }: ReadIngress): readonly IngressPath[] {
  return ingress.spec.rules.flatMap((rule) => (rule.host === host ? (rule.http?.paths ?? []) : []));
}

/** Whether one of the locations of a host makes all of them regular. */
function isRegular(locations: readonly Location[], [oldest]: readonly ReadIngress[]): boolean {
  // Without a path / of anybody, the original has one of its own, with the annotations of the oldest Ingress.
  const root = hasRest(locations) || oldest === undefined ? [] : [{ read: oldest, path: { path: '/' } }];
  return [...locations, ...root].some(({ read: { settings }, path: { path } }) => {
    const rewrites = settings.rewriteTarget !== undefined && settings.rewriteTarget !== path;
    return settings.regular === true || rewrites;
  });
}

function guardsOf(ingresses: readonly ReadIngress[]): readonly HostGuard[] {
  return ingresses.flatMap(({ ingress, lines }) =>
    lines.flatMap(({ name, text, verdict, ofHost }) =>
      verdict === 'refused' && ofHost === true ? [{ of: keyOfIngress(ingress), name, text }] : [],
    ),
  );
}

function twinOf(
  host: string,
  locations: readonly Location[],
  { isHost }: AllHosts,
  alias: (name: string) => Alias,
): Alias | undefined {
  const twin = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`;
  const asks = locations.some(({ read }) => read.settings.www === true);
  return asks && !host.startsWith('*.') && !isHost(twin) ? alias(twin) : undefined;
}

function canariesOf(
  read: readonly ReadIngress[],
  places: ReadonlySet<string>,
): Pick<HostFacts, 'canaries' | 'strays'> {
  const canaries = new Map<string, Canary>();
  const strays = new Map<string, readonly string[]>();
  for (const { ingress, settings, lines } of read.filter((each) => each.settings.canary)) {
    const { share } = settings;
    const isRefused = lines.some(({ verdict }) => verdict === 'refused');
    const found = share === undefined || isRefused ? [] : ownCanaries(ingress, share);
    const problems = found.flatMap(({ place, name, canary }) => {
      const other = canaries.get(place)?.of;
      if (places.has(place) && other === undefined) {
        canaries.set(place, canary);
        return [];
      }
      return other === undefined
        ? [
            `no main Ingress has ${name} with the same pathType: the canary gets no requests; give it the host and path of the Ingress that it is for`,
          ]
        : [`${other} is the canary of ${name} already: a path has one; take one of the two out`];
    });
    strays.set(keyOfIngress(ingress), problems);
  }
  return { canaries, strays };
}

/** Canaries of a canary Ingress, with their places and the names of these. */
function ownCanaries(ingress: Ingress, share: CanaryShare) {
  const of = keyOfIngress(ingress);
  return ingress.spec.rules.flatMap(({ host, http }) =>
    (http?.paths ?? []).map((path) => ({
      place: pathKey(ingress, host, path),
      name: `${host}${path.path}`,
      canary: { of, backend: path.backend, share },
    })),
  );
}
