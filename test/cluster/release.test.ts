import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { blobPath, type Descriptor, TYPES } from '../../deploy/image/oci.ts';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { UserError } from '../../deploy/local/errors.ts';
import { BASE } from '../../deploy/package/render.ts';
import { publishedNames } from '../../deploy/release/publishing.ts';
import { CHECKSUMS, makeRelease } from '../../deploy/release/release.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { pushLayout, type RunningRegistry, startRegistry, urlOf } from '../support/registry.ts';
import { type Ended, run } from './support/cli.ts';
import { Terminal } from './support/terminal.ts';

const VERSION = '7.8.9-rc.1';

/** Reason why a release cannot be made on this machine; undefined if it can. */
let obstacle: string | undefined;

let folder: string;
let release: string;
let helm: string;
let registry: RunningRegistry | undefined;
/** Registry and path of the release. */
let target: string;

/** Makes the release in a folder; returns its path. */
async function made(name: string): Promise<string> {
  const out = join(folder, name);
  const { signal } = new AbortController();
  const downloads = 'https://example.com/v7';
  await makeRelease({
    version: VERSION,
    out,
    registry: target,
    downloads,
    helm,
    done: () => undefined,
    signal,
  });
  return out;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-release-'));
  ({ helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress }));
  registry = await startRegistry(folder);
  target = `${registry.address}/acme`;
  try {
    release = await made('release');
  } catch (error) {
    // Debian keeps a version only until the next one is there.
    if (!(error instanceof UserError) || !/libraries/.test(error.message)) {
      throw error;
    }
    obstacle = error.message;
  }
});

beforeEach((context) => {
  context.skip(obstacle !== undefined, obstacle);
});

afterAll(async () => {
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program to its end, which must be good. */
async function passing(program: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(program, args);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return stdout;
}

/** JSON document of the layout. */
async function blob<T>({ digest }: Pick<Descriptor, 'digest'>): Promise<T> {
  return JSON.parse(await readFile(join(release, 'oci', blobPath(digest)), 'utf8')) as T;
}

/** Artifact of the layout by its name. */
async function artifact(name: string): Promise<Descriptor> {
  const { manifests } = JSON.parse(await readFile(join(release, 'oci/index.json'), 'utf8')) as {
    readonly manifests: readonly Descriptor[];
  };
  const found = manifests.find(
    ({ annotations }) => annotations?.['org.opencontainers.image.ref.name'] === `${name}:${VERSION}`,
  );
  expect(found).toBeDefined();
  return found as Descriptor;
}

it('a release has the same bytes whenever it is made, and checksums of all of them', async () => {
  const sums = await readFile(join(release, CHECKSUMS), 'utf8');
  const again = await made('again');
  expect(await readFile(join(again, CHECKSUMS), 'utf8')).toBe(sums);
  const check = await run('sh', ['-c', 'cd "$0" && sha256sum --check --strict --quiet SHA256SUMS', release]);
  expect(check).toEqual({ code: 0, stdout: '', stderr: '' });
  const files = await readdir(release, { recursive: true, withFileTypes: true });
  const listed = sums.trim().split('\n');
  expect(listed).toHaveLength(files.filter((each) => each.isFile() && each.name !== CHECKSUMS).length);
  expect(await readFile(join(release, 'RELEASE_NOTES.md'), 'utf8')).not.toBe('');
}, 240_000);

describe('the images', () => {
  /** ELF machine of each program and library in a folder, as in its header. */
  async function machines(root: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) {
        continue;
      }
      await using file = await open(join(entry.parentPath, entry.name));
      const { buffer } = await file.read(Buffer.alloc(20), 0, 20);
      if (buffer.toString('latin1', 0, 4) === '\x7fELF') {
        found.set(entry.name, buffer.readUInt16LE(18));
      }
    }
    return found;
  }

  /** Unpacks the image of one platform; returns its root. */
  async function unpacked(name: string, architecture: string): Promise<string> {
    const top = await artifact(name);
    expect(top.mediaType).toBe(TYPES.index);
    const { manifests } = await blob<{ readonly manifests: readonly Descriptor[] }>(top);
    expect(manifests.map(({ platform }) => `${platform?.os}/${platform?.architecture}`)).toEqual([
      'linux/amd64',
      'linux/arm64',
    ]);
    const one = manifests.find(({ platform }) => platform?.architecture === architecture) as Descriptor;
    const { config, layers } = await blob<{ config: Descriptor; layers: readonly Descriptor[] }>(one);
    expect(await blob(config)).toMatchObject({
      architecture,
      config: { Labels: { 'org.opencontainers.image.version': VERSION } },
    });
    const root = join(folder, `${name}-${architecture}`);
    await mkdir(root);
    for (const { digest } of layers) {
      await passing('tar', '-xzf', join(release, 'oci', blobPath(digest)), '-C', root);
    }
    return root;
  }

  it.each([
    ['amd64', 62, 'ld-linux-x86-64.so.2'],
    ['arm64', 183, 'ld-linux-aarch64.so.1'],
  ])(
    'for %s have programs of that machine, and packages that scanners find',
    async (arch, machine, loader) => {
      const root = await unpacked('stoa', arch);
      const found = await machines(root);
      expect([...found].filter(([, each]) => each !== machine)).toEqual([]);
      expect([...found.keys()]).toEqual(
        expect.arrayContaining(['node', 'libc.so.6', 'libstdc++.so.6', loader]),
      );
      const status = join(root, 'var/lib/dpkg/status.d');
      expect((await readdir(status)).toSorted()).toEqual(['libc6', 'libgcc-s1', 'libstdc++6']);
      const libc = await readFile(join(status, 'libc6'), 'utf8');
      expect(libc).toMatch(new RegExp(`^Package: libc6\nSource: glibc\n(.*\n)*Architecture: ${arch}$`, 'm'));
      expect(await readFile(join(root, 'etc/os-release'), 'utf8')).toContain('\nID=debian\n');
      const bom = JSON.parse(await readFile(join(release, `stoa_${VERSION}_linux_${arch}.cdx.json`), 'utf8'));
      expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: VERSION } } });
      const purls = bom.components.map(({ purl }: { readonly purl: string }) => purl);
      const version = encodeURIComponent(/^Version: (.*)$/m.exec(libc)?.[1] ?? '');
      const source = /^Source: (\S+)/m.exec(libc)?.[1];
      expect(purls).toContain(
        `pkg:deb/debian/libc6@${version}?arch=${arch}&distro=debian-12&upstream=${source}`,
      );
    },
  );

  it('of the example share the layer with Node', async () => {
    const base = async (name: string) => {
      const { manifests } = await blob<{ manifests: readonly Descriptor[] }>(await artifact(name));
      const { layers } = await blob<{ layers: readonly Descriptor[] }>(manifests[1] as Descriptor);
      return layers[0];
    };
    expect(await base('stoa-example')).toEqual(await base('stoa'));
  });
});

describe('a registry', () => {
  let pushed: readonly string[];

  beforeAll(async () => {
    pushed = obstacle === undefined ? await pushLayout(join(release, 'oci'), target) : [];
  });

  it('takes images and charts', () => {
    expect(pushed).toEqual(publishedNames(VERSION));
  });

  /** Pulls a chart from the registry by Helm; returns the path of its archive. */
  async function pulled(name: string): Promise<string> {
    const destination = join(folder, `pulled-${name}`);
    await mkdir(destination);
    const chart = `oci://${target}/charts/${name}`;
    await passing(
      helm,
      'pull',
      chart,
      `--version=${VERSION}`,
      '--plain-http',
      `--destination=${destination}`,
    );
    return join(destination, `${name}-${VERSION}.tgz`);
  }

  it('gives Helm the chart, which names the image in the registry by its digest', async () => {
    const archive = await pulled('stoa');
    expect(await readFile(archive)).toEqual(await readFile(join(release, `stoa-${VERSION}.tgz`)));
    const metadata = parse(await passing(helm, 'show', 'chart', archive));
    expect(metadata).toMatchObject({ name: 'stoa', version: VERSION, appVersion: VERSION });
    expect(metadata.annotations).toMatchObject({ 'artifacthub.io/prerelease': 'true' });
    const { digest } = await artifact('stoa');
    const rendered = await passing(helm, 'template', BASE.release, archive, `--namespace=${BASE.namespace}`);
    const images = new Set(rendered.match(/image: .*/g));
    expect([...images]).toEqual([`image: "${target}/stoa@${digest}"`]);
    const answer = await fetch(`${urlOf(target, 'stoa')}/manifests/${digest}`, {
      headers: { accept: TYPES.index },
    });
    expect([answer.status, answer.headers.get('docker-content-digest')]).toEqual([200, digest]);
  });

  it('gives Helm the chart of the kinds, which keeps them', async () => {
    const rendered = await passing(helm, 'template', 'stoa-crds', await pulled('stoa-crds'));
    const names = parseAllDocuments(rendered).map((each) => each.toJS()?.metadata);
    expect(names.map(({ name }) => name).toSorted()).toEqual([
      'applications.stoa.dev',
      'gatewayrules.stoa.dev',
      'marketinstalls.stoa.dev',
    ]);
    expect(names[0].annotations).toMatchObject({ 'helm.sh/resource-policy': 'keep' });
  });
});

describe('the manifests', () => {
  /** Answer of an API server to a file of the release. */
  function applied(file: string): Promise<Ended> {
    const { kubectl, kubeconfig } = inject('cluster');
    const args = ['apply', '--server-side', '--force-conflicts', '--dry-run=server', '--validate=strict'];
    return run(kubectl, [`--kubeconfig=${kubeconfig}`, ...args, `--filename=${join(release, file)}`]);
  }

  it('are accepted completely by an API server', async () => {
    const [crds, whole] = await Promise.all([applied('crds.yaml'), applied('install.yaml')]);
    expect([crds.code, crds.stderr]).toEqual([0, '']);
    expect([whole.code, whole.stderr]).toEqual([0, '']);
    for (const line of crds.stdout.trim().split('\n')) {
      expect(whole.stdout).toContain(line);
    }
    expect(whole.stdout).toMatch(/^namespace\/stoa-system /);
    expect(whole.stdout).toContain('deployment.apps/stoa-operator serverside-applied (server dry run)');
  });

  it('name the image by its digest, and the version', async () => {
    const text = await readFile(join(release, 'install.yaml'), 'utf8');
    const { digest } = await artifact('stoa');
    expect([...new Set(text.match(/image: .*/g))]).toEqual([`image: "${target}/stoa@${digest}"`]);
    expect(text).toContain(`app.kubernetes.io/version: "${VERSION}"`);
  });
});

describe('the plugin', () => {
  /** Unpacks the plugin for a platform, with a link to it as krew makes; returns the path of the link. */
  async function installed(platform: string): Promise<string> {
    const place = join(folder, `plugin-${platform}`);
    await mkdir(place);
    await passing('tar', '-xzf', join(release, `kubectl-stoa_${VERSION}_${platform}.tar.gz`), '-C', place);
    await mkdir(join(place, 'bin'));
    await symlink('../kubectl-stoa', join(place, 'bin/kubectl-stoa'));
    return join(place, 'bin/kubectl-stoa');
  }

  /** PATH of a shell whose only Node is of that version. */
  async function pathWithNode(version: number): Promise<string> {
    const programs = join(folder, `node-${version}`);
    await mkdir(programs);
    await writeFile(join(programs, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    return `${programs}:/usr/bin:/bin`;
  }

  it('for Linux works without a Node of the machine', async () => {
    const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
    const plugin = await installed(`linux_${arch}`);
    const path = await pathWithNode(1);
    const { kubeconfig } = inject('cluster');
    const args = ['status', '--all-namespaces', `--kubeconfig=${kubeconfig}`];
    const { code, stdout, stderr } = await run('env', ['-i', `PATH=${path}`, plugin, ...args]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('team-shop/store');
    const served = ['console', '--no-open', `--kubeconfig=${kubeconfig}`];
    const terminal = new Terminal('env', ['-i', `PATH=${path}`, plugin, ...served]);
    const [base = ''] = await eventually(() => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(terminal.raw);
      expect(found).not.toBeNull();
      return found ?? [];
    });
    for (const file of ['console/', 'docs/swagger-ui.css']) {
      expect((await fetch(`${base}/${file}`)).status).toBe(200);
    }
    terminal.type('\x03');
    expect(await terminal.ended).toBe(130);
  });

  it('for macOS says which Node it needs', async () => {
    const plugin = await installed('darwin_arm64');
    const path = await pathWithNode(20);
    const { code, stderr } = await run('env', ['-i', `PATH=${path}`, plugin, '--help']);
    expect(code).toBe(2);
    expect(stderr).toContain('error: kubectl stoa needs Node.js 24 or newer on PATH');
    const own = await run(plugin, ['--help']);
    expect([own.code, own.stdout]).toEqual([0, expect.stringContaining('kubectl stoa COMMAND')]);
  });

  it('has a manifest of krew with the checksum of each archive', async () => {
    const { metadata, spec } = parse(await readFile(join(release, 'krew-stoa.yaml'), 'utf8'));
    expect([metadata.name, spec.version]).toEqual(['stoa', `v${VERSION}`]);
    expect(spec.caveats).toContain('Node.js 24');
    const sums = (await readFile(join(release, CHECKSUMS), 'utf8')).split('\n');
    const wanted = spec.platforms.map(({ uri, sha256 }: { readonly uri: string; readonly sha256: string }) =>
      [sha256, uri.replace('https://example.com/v7/', '')].join('  '),
    );
    expect(wanted).toHaveLength(4);
    expect(sums).toEqual(expect.arrayContaining(wanted));
  });
});
