import { series } from '../binaries/catalogue.ts';
import type versions from '../binaries/versions.json';
import type wheels from '../binaries/wheels.json';

/** The versions of everything of others: what versions.json holds. */
export type Versions = Readonly<Record<keyof typeof versions, string>>;

/** A program, or kinds, of others that have a version here. */
export interface Part {
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
export const PARTS: readonly Part[] = [
  { ...part('kubernetes', 'Kubernetes', 'kubernetes', 'k8s.io/kubernetes'), wheel: 'kubectl' },
  part('etcd', 'etcd', 'etcd', 'go.etcd.io/etcd/server/v3'),
  // Modules of Traefik appear later than its releases.
  {
    ...part('traefik', 'Traefik', 'traefik', 'github.com/traefik/traefik/v3', (of) => of.traefikModule),
    wheel: 'traefik',
  },
  part('prometheus', 'Prometheus', 'prometheus', 'github.com/prometheus/prometheus', prometheusModule),
  part('helm', 'Helm', 'helm', 'helm.sh/helm/v3'),
  part('gateway-api', 'Gateway API', 'gatewayApi', 'sigs.k8s.io/gateway-api'),
  part('envoy-gateway', 'Envoy Gateway', 'envoyGateway', 'github.com/envoyproxy/gateway'),
  part('cert-manager', 'cert-manager', 'certManager', 'github.com/cert-manager/cert-manager'),
  part(
    'prometheus-operator',
    'Prometheus operator',
    'prometheusOperator',
    'github.com/prometheus-operator/prometheus-operator',
  ),
];

/** A mistake of who calls. */
export class Misuse extends Error {}

/** What `npm run bump` is asked for: a part and its new version. */
export function readArguments(
  [name = '', version = '', ...others]: readonly string[],
  versions: Versions,
): { readonly part: Part; readonly version: string } {
  const part = PARTS.find((each) => each.name === name);
  if (part === undefined) {
    throw new Misuse(`unknown program "${name}": one of ${PARTS.map((each) => each.name).join(', ')}`);
  }
  if (!/^\d+\.\d+\.\d+$/.test(version) || others.length > 0) {
    throw new Misuse(`what comes after ${name} must be one version such as ${versions[part.key]}`);
  }
  return { part, version };
}

/** The versions with another one for a part; of Traefik's modules the newest of the series that is no newer. */
export function bumped(
  versions: Versions,
  part: Part,
  version: string,
  modules: readonly string[],
): Versions {
  const next = { ...versions, [part.key]: version };
  if (part.key !== 'traefik') {
    return next;
  }
  const fitting = modules.filter((each) => series(each) === series(version) && inOrder(each, version) <= 0);
  return { ...next, traefikModule: fitting.toSorted(inOrder).at(-1) ?? version };
}

function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function part(
  name: string,
  title: string,
  key: keyof Versions,
  module: string,
  moduleVersion = (versions: Versions): string => versions[key],
): Part {
  return { name, title, key, module, moduleVersion };
}

/** 3.4.5 of Prometheus is published as Go module v0.304.5. */
function prometheusModule({ prometheus }: Versions): string {
  const [major, minor, patch] = prometheus.split('.').map(Number);
  return `0.${Number(major) * 100 + Number(minor)}.${patch}`;
}
