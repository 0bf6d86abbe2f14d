import type { ReadAnnotations } from './annotations.ts';
import { type Backend, type Ingress, type IngressPath, keyOfIngress } from './ingress.ts';
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

/** Facts that the Ingresses of a host tell together. */
export interface HostFacts {
  /** Hosts whose paths are regular expressions, because one of their Ingresses says so. */
  readonly regular: ReadonlySet<string>;
  /** Hosts of an Ingress, and those that they are also called. */
  readonly hosts: ReadonlySet<string>;
  /** Further names of a host, which its oldest Ingress with some gives to all of its paths. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Hosts with a path `/`. */
  readonly rooted: ReadonlySet<string>;
  readonly canaries: ReadonlyMap<string, Canary>;
  /** Namespace that has a host first. */
  readonly owners: ReadonlyMap<string, string>;
  /** Reasons for which canaries have no effect, by the key of their Ingress. */
  readonly strays: ReadonlyMap<string, readonly string[]>;
}

/** Place of a path, by which a canary finds its main Ingress. */
export function pathKey(ingress: Ingress, host: string, { path, pathType }: IngressPath): string {
  return JSON.stringify([ingress.metadata.namespace, host, path, pathType]);
}

/** Facts on hosts. Pure. */
export function hostFacts(read: readonly ReadIngress[]): HostFacts {
  const mains = read.filter(({ settings }) => !settings.canary);
  const places = new Set(mains.flatMap(({ ingress }) => placesOf(ingress)));
  const regular = mains.filter(({ settings, ingress }) => isRegular(settings, ingress));
  const rooted = mains.flatMap(({ ingress }) =>
    ingress.spec.rules.flatMap(({ host, http }) =>
      http?.paths.some(({ path }) => path === '/') ? [host] : [],
    ),
  );
  const hosts = new Set(mains.flatMap(({ ingress }) => hostsOf(ingress)));
  const owners = new Map<string, string>();
  const aliases = new Map<string, readonly string[]>();
  for (const { ingress, settings } of mains) {
    for (const host of hostsOf(ingress)) {
      owners.set(host, owners.get(host) ?? ingress.metadata.namespace ?? '');
      const own = settings.aliases?.filter((alias) => !hosts.has(alias));
      const known = aliases.get(host) ?? own;
      if (known !== undefined) {
        aliases.set(host, known);
      }
    }
  }
  return {
    regular: new Set(regular.flatMap(({ ingress }) => hostsOf(ingress))),
    hosts,
    aliases,
    rooted: new Set(rooted),
    owners,
    ...canariesOf(read, places),
  };
}

function isRegular({ regular, rewriteTarget }: ReadIngress['settings'], { spec }: Ingress): boolean {
  const paths = spec.rules.flatMap(({ http }) => http?.paths ?? []);
  const rewrites = rewriteTarget !== undefined && paths.some(({ path }) => path !== rewriteTarget);
  return regular === true || rewrites;
}

function hostsOf({ spec }: Ingress): readonly string[] {
  return spec.rules.map(({ host }) => host);
}

function placesOf(ingress: Ingress): readonly string[] {
  return ingress.spec.rules.flatMap(({ host, http }) =>
    (http?.paths ?? []).map((path) => pathKey(ingress, host, path)),
  );
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
        ? [`no main Ingress has ${name} with the same pathType: the canary gets no requests`]
        : [`${other} is the canary of ${name} already`];
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
