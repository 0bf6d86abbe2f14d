import type { Platform } from './platform.ts';
import versions from './versions.json' with { type: 'json' };

/** The programs that the local cluster consists of, and Helm. */
export type BinaryName =
  | 'etcd'
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kubectl'
  | 'traefik'
  | 'prometheus'
  | 'helm';

/** What a publisher offers for one platform: the program itself, or an archive that holds it. */
export interface Release {
  readonly url: string;
  readonly checksumUrl: string;
  /** The program's path in the archive; absent when the URL is the program. */
  readonly member?: string;
}

/** How Go builds a program: in which wrapper module (a folder beside this file), what, with which flags. */
export interface GoBuild {
  readonly folder: string;
  readonly package: string;
  readonly flags: readonly string[];
  /** About how long a build without Go's cache takes on two cores. */
  readonly seconds: number;
}

/** All there is to know about getting one program. */
export interface Binary {
  readonly name: BinaryName;
  readonly version: string;
  /** The arguments that make it tell its version, and where (group 1) the version stands in the answer. */
  readonly versionArgs: readonly string[];
  readonly versionPattern: RegExp;
  readonly release: (platform: Platform) => Release;
  readonly build: GoBuild;
}

type KubernetesName = 'kube-apiserver' | 'kube-controller-manager' | 'kubectl';

function kubernetes(name: KubernetesName, seconds: number): Binary {
  const version = versions.kubernetes;
  const [major, minor] = version.split('.');
  const base = 'k8s.io/component-base/version';
  const stamps = [
    `-X ${base}.gitVersion=v${version}`,
    `-X ${base}.gitMajor=${major}`,
    `-X ${base}.gitMinor=${minor}`,
    `-X ${base}.gitTreeState=clean`,
    `-X k8s.io/client-go/pkg/version.gitVersion=v${version}`,
  ];
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
      folder: 'kubernetes',
      package: `k8s.io/kubernetes/cmd/${name}`,
      flags: ['-ldflags', `-s -w ${stamps.join(' ')}`],
      seconds,
    },
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
    build: {
      folder: 'etcd',
      package: 'go.etcd.io/etcd/server/v3',
      flags: ['-ldflags', '-s -w'],
      seconds: 40,
    },
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
    build: {
      folder: 'traefik',
      package: 'github.com/traefik/traefik/v3/cmd/traefik',
      flags: ['-ldflags', `-s -w -X github.com/traefik/traefik/v3/pkg/version.Version=${version}`],
      seconds: 250,
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
    build: {
      folder: 'prometheus',
      package: 'github.com/prometheus/prometheus/cmd/prometheus',
      // The cluster's Prometheus scrapes fixed addresses: service discovery would double the build.
      flags: [
        '-tags',
        'remove_all_sd',
        '-ldflags',
        `-s -w -X github.com/prometheus/common/version.Version=${version}`,
      ],
      seconds: 120,
    },
  };
}

function helm(): Binary {
  const version = versions.helm;
  const [major, minor] = versions.kubernetes.split('.');
  const base = 'helm.sh/helm/v3';
  const stamps = [
    `-X ${base}/internal/version.version=v${version}`,
    // What a chart is rendered for where no cluster is asked.
    ...[`${base}/pkg/chartutil`, `${base}/pkg/lint/rules`].flatMap((each) => [
      `-X ${each}.k8sVersionMajor=${major}`,
      `-X ${each}.k8sVersionMinor=${minor}`,
    ]),
  ];
  return {
    name: 'helm',
    version,
    versionArgs: ['version', '--short'],
    versionPattern: /^v(\d[^\s+]*)/m,
    release: ({ os, arch }) => {
      const url = `https://get.helm.sh/helm-v${version}-${os}-${arch}.tar.gz`;
      return { url, checksumUrl: `${url}.sha256sum`, member: `${os}-${arch}/helm` };
    },
    build: {
      folder: 'helm',
      package: 'helm.sh/helm/v3/cmd/helm',
      flags: ['-ldflags', `-s -w ${stamps.join(' ')}`],
      seconds: 100,
    },
  };
}

/** Every program of the local cluster, and Helm, which renders and installs the chart. */
export const catalogue: Readonly<Record<BinaryName, Binary>> = {
  etcd: etcd(),
  'kube-apiserver': kubernetes('kube-apiserver', 180),
  'kube-controller-manager': kubernetes('kube-controller-manager', 60),
  kubectl: kubernetes('kubectl', 25),
  traefik: traefik(),
  prometheus: prometheus(),
  helm: helm(),
};

/** `1.36` of `1.36.4`: programs of one major and minor version stand for each other. */
export function series(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
