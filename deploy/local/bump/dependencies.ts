import { series } from '../binaries/catalogue.ts';
import type versions from '../binaries/versions.json';
import type wheels from '../binaries/wheels.json';

/** Content of versions.json. */
export type Versions = Readonly<Record<keyof typeof versions, string>>;

/** Program or kinds of another project, with a version in versions.json. */
export interface Dependency {
  /** Name on the command line. */
  readonly name: string;
  /** Title in texts, before the version. */
  readonly title: string;
  readonly key: keyof Versions;
  readonly module: string;
  /** Version of the module, without the v. */
  readonly moduleVersion: (versions: Versions) => string;
  /** Program that comes as a wheel, by its name in wheels.json. */
  readonly wheel?: keyof typeof wheels;
}

/** All dependencies of versions.json. */
export const DEPENDENCIES: readonly Dependency[] = [
  { ...dependencyOf('kubernetes', 'Kubernetes', 'kubernetes', 'k8s.io/kubernetes'), wheel: 'kubectl' },
  dependencyOf('etcd', 'etcd', 'etcd', 'go.etcd.io/etcd/server/v3'),
  // Modules of Traefik appear later than its releases.
  {
    ...dependencyOf(
      'traefik',
      'Traefik',
      'traefik',
      'github.com/traefik/traefik/v3',
      (of) => of.traefikModule,
    ),
    wheel: 'traefik',
  },
  dependencyOf(
    'prometheus',
    'Prometheus',
    'prometheus',
    'github.com/prometheus/prometheus',
    prometheusModule,
  ),
  dependencyOf('helm', 'Helm', 'helm', 'helm.sh/helm/v3'),
  // In the renderer of charts, for users of Stoa; the other modules there follow from it.
  dependencyOf('helm-engine', 'engine of Helm', 'helmEngine', 'helm.sh/helm/v4'),
  dependencyOf('distribution', 'Distribution', 'distribution', 'github.com/distribution/distribution/v3'),
  dependencyOf('gateway-api', 'Gateway API', 'gatewayApi', 'sigs.k8s.io/gateway-api'),
  dependencyOf('envoy-gateway', 'Envoy Gateway', 'envoyGateway', 'github.com/envoyproxy/gateway'),
  dependencyOf('cert-manager', 'cert-manager', 'certManager', 'github.com/cert-manager/cert-manager'),
  dependencyOf(
    'prometheus-operator',
    'Prometheus operator',
    'prometheusOperator',
    'github.com/prometheus-operator/prometheus-operator',
  ),
];

/** Wrong arguments of `npm run bump`. */
export class BumpUsageError extends Error {}

/** Dependency and new version in the arguments of `npm run bump`. Throws BumpUsageError. */
export function readArguments(
  [name = '', version = '', ...others]: readonly string[],
  versions: Versions,
): { readonly dependency: Dependency; readonly version: string } {
  const dependency = DEPENDENCIES.find((each) => each.name === name);
  if (dependency === undefined) {
    throw new BumpUsageError(
      `unknown program "${name}": one of ${DEPENDENCIES.map((each) => each.name).join(', ')}`,
    );
  }
  if (!/^\d+\.\d+\.\d+$/.test(version) || others.length > 0) {
    throw new BumpUsageError(
      `what comes after ${name} must be one version such as ${versions[dependency.key]}`,
    );
  }
  return { dependency, version };
}

/** Versions after a bump. The module of Traefik gets the newest version of the series that is no newer than the release. */
export function bumped(
  versions: Versions,
  dependency: Dependency,
  version: string,
  modules: readonly string[],
): Versions {
  const next = { ...versions, [dependency.key]: version };
  if (dependency.key !== 'traefik') {
    return next;
  }
  const fitting = modules.filter((each) => series(each) === series(version) && inOrder(each, version) <= 0);
  return { ...next, traefikModule: fitting.toSorted(inOrder).at(-1) ?? version };
}

function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function dependencyOf(
  name: string,
  title: string,
  key: keyof Versions,
  module: string,
  moduleVersion = (versions: Versions): string => versions[key],
): Dependency {
  return { name, title, key, module, moduleVersion };
}

/** Version of the Go module of Prometheus: 3.4.5 is published as v0.304.5. */
function prometheusModule({ prometheus }: Versions): string {
  const [major, minor, patch] = prometheus.split('.').map(Number);
  return `0.${Number(major) * 100 + Number(minor)}.${patch}`;
}
