import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import versions from '../../../../../deploy/local/binaries/versions.json' with { type: 'json' };
import { CRD_BUNDLES } from '../../../../../deploy/local/bump/crdbundles.ts';
import { bumped, DEPENDENCIES, type Dependency } from '../../../../../deploy/local/bump/dependencies.ts';
import {
  pinnedBy,
  programsOf,
  withRequirements,
  withStagingReplaces,
} from '../../../../../deploy/local/bump/gomod.ts';
import { DATED_TEXTS, versionMentions, withVersion } from '../../../../../deploy/local/bump/versiontexts.ts';
import { repository } from '../../../../../deploy/local/repository.ts';

const { root } = repository;

function partNamed(name: string): Dependency {
  const dependency = DEPENDENCIES.find((each) => each.name === name);
  if (dependency === undefined) {
    throw new Error(`no dependency ${name}`);
  }
  return dependency;
}

function textOf(...path: readonly string[]): string {
  return readFileSync(join(root, ...path), 'utf8');
}

describe('versions stand once', () => {
  it('every text tells those of versions.json', () => {
    const told = versionMentions(root);
    expect(told.filter(({ dependency, version }) => version !== versions[dependency.key])).toEqual([]);
    // The search finds what there is.
    expect(told).toContainEqual(
      expect.objectContaining({ file: 'docs/engines.md', version: versions.traefik }),
    );
  });

  it('what is dated is still there', () => {
    expect(DATED_TEXTS.filter(({ file, text }) => !text.test(textOf(file)))).toEqual([]);
  });

  it('every wrapper module requires them', () => {
    const files = globSync('deploy/local/binaries/*/go.mod', { cwd: root });
    const wrong = files.flatMap((file) =>
      pinnedBy(textOf(file))
        .map((dependency) => `${dependency.module} v${dependency.moduleVersion(versions)}`)
        .filter((requirement) => !textOf(file).includes(`${requirement}\n`)),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it.each(CRD_BUNDLES)(
    'the CRDs of $dependency are those of its version',
    ({ dependency, files, licence, readme }) => {
      const folder = `deploy/local/crds/${dependency}`;
      expect(textOf(folder, 'README.md')).toBe(readme(versions));
      expect(globSync('*', { cwd: join(root, folder) }).toSorted()).toEqual(
        [...files, ...licence, 'README.md'].toSorted(),
      );
    },
  );
});

describe('a version in a text', () => {
  const traefik = partNamed('traefik');
  const renew = (text: string, file = 'any.md') => withVersion(file, text, traefik, '9.8.7');

  it.each([
    ['with Traefik 3.6.12, and', 'with Traefik 9.8.7, and'],
    ['at the end of a sentence: Traefik v3.6.12.', 'at the end of a sentence: Traefik v9.8.7.'],
    ['at the end of a line: Traefik\n3.6.12', 'at the end of a line: Traefik\n9.8.7'],
  ])('is renewed: %s', (before, after) => {
    expect(renew(before)).toBe(after);
  });

  it.each(['since Traefik 3.7.11 or newer is there', 'Traefik 3', 'Traefik of 3.6.12', 'Kubernetes 3.6.12'])(
    'is not: %s',
    (text) => {
      expect(renew(text)).toBe(text);
    },
  );

  it('is not where it is dated, but beside that', () => {
    const text = 'Node 24.21, Kubernetes 1.36.4 and Kubernetes 1.36.4';
    expect(withVersion('docs/performance.md', text, partNamed('kubernetes'), '1.99.0')).toBe(
      'Node 24.21, Kubernetes 1.36.4 and Kubernetes 1.99.0',
    );
  });

  it('is of the dependency whose whole title stands there', () => {
    const text = 'Prometheus operator 1.2.3, Prometheus 1.2.3';
    expect(withVersion('any.md', text, partNamed('prometheus'), '9.8.7')).toBe(
      'Prometheus operator 1.2.3, Prometheus 9.8.7',
    );
  });
});

describe('a wrapper module', () => {
  const GO_MOD = `module stoa.dev/local/both

go 1.26.0

require (
	go.etcd.io/etcd/server/v3 v3.6.14
	k8s.io/kubernetes v1.36.4
)

require (
	github.com/prometheus/prometheus v0.1.0 // indirect
)

replace (
	k8s.io/api => k8s.io/api v0.36.4
	k8s.io/gone => k8s.io/gone v0.36.4
)
`;

  it('pins what it requires for itself', () => {
    expect(pinnedBy(GO_MOD).map(({ name }) => name)).toEqual(['kubernetes', 'etcd']);
    expect(pinnedBy('module m\n\nrequire helm.sh/helm/v3 v3.22.0\n').map(({ name }) => name)).toEqual([
      'helm',
    ]);
  });

  it('begins anew with that alone', () => {
    const bare = withRequirements(GO_MOD, ['k8s.io/kubernetes v1.99.0', 'go.etcd.io/etcd/server/v3 v3.6.16']);
    expect(withStagingReplaces(bare, '1.99.0', ['k8s.io/api', 'k8s.io/new'])).toBe(`module stoa.dev/local/both

go 1.26.0

require (
	k8s.io/kubernetes v1.99.0
	go.etcd.io/etcd/server/v3 v3.6.16
)

replace (
	k8s.io/api => k8s.io/api v0.99.0
	k8s.io/new => k8s.io/new v0.99.0
)
`);
  });

  it('has its programs in tools.go', () => {
    expect(programsOf('import (\n\t_ "a.io/cmd/one"\n\t_ "a.io/cmd/two"\n)\n')).toEqual([
      'a.io/cmd/one',
      'a.io/cmd/two',
    ]);
    expect(programsOf('import _ "b.io/cmd"\n')).toEqual(['b.io/cmd']);
  });
});

describe('modules', () => {
  it.each([
    ['the newest of Traefik that is no newer', '3.7.15', ['3.6.12', '3.7.9', '3.7.13', '3.7.16'], '3.7.13'],
    ['that version where it is there', '3.7.13', ['3.7.12', '3.7.13'], '3.7.13'],
    ['none of another series', '3.8.0', ['3.7.13'], '3.8.0'],
  ])('%s', (_, version, published, module) => {
    const next = bumped(versions, partNamed('traefik'), version, published);
    expect(next).toEqual({ ...versions, traefik: version, traefikModule: module });
  });

  it('of Prometheus have a numbering of their own', () => {
    const prometheus = partNamed('prometheus');
    const next = bumped(versions, prometheus, '3.15.2', []);
    expect(next).toEqual({ ...versions, prometheus: '3.15.2' });
    expect(prometheus.moduleVersion(next)).toBe('0.315.2');
  });
});
