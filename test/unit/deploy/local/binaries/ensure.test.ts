import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheFolder } from '../../../../../deploy/local/binaries/cache.ts';
import {
  asBuilt,
  type BinaryName,
  CATALOGUE,
  series,
} from '../../../../../deploy/local/binaries/catalogue.ts';
import { ensureBinaries, supplyBinaries } from '../../../../../deploy/local/binaries/ensure.ts';
import { currentPlatform } from '../../../../../deploy/local/binaries/platform.ts';
import { buildLog, cacheRoot } from '../../../../../deploy/local/binaries/toolchain.mjs';
import versionsOfAll from '../../../../../deploy/local/binaries/versions.json' with { type: 'json' };
import { UserError } from '../../../../../deploy/local/errors.ts';
import { contents, publish, recordedProgress, script, startMirror, temporaryFolder } from './support.ts';

const versions = { etcd: CATALOGUE.etcd.version, kubectl: CATALOGUE.kubectl.version };

/** An environment of its own: an empty cache, an empty PATH, and whatever else the test sets. */
async function environment(more: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> {
  return { XDG_CACHE_HOME: await temporaryFolder(), PATH: '', ...more };
}

function cacheOf(name: BinaryName, env: NodeJS.ProcessEnv): string {
  return cacheFolder(CATALOGUE[name], currentPlatform(), env);
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).not.toContain('\n');
  return String(error);
}

/** A stand-in for Go that notes its builds and, for each program, runs `build` with its path in `$program`. */
async function fakeGo(build: string, version = 'go1.26.1'): Promise<{ folder: string; calls: string }> {
  const folder = await temporaryFolder();
  const calls = join(folder, 'calls');
  await script(
    join(folder, 'go'),
    `[ "$1" = version ] && { echo "go version ${version} linux/amd64"; exit 0; }
[ "$1" = list ] && exit 1
[ "$1" = mod ] && { echo '{"Dir": "${folder}"}'; exit 0; }
echo "$PWD CGO_ENABLED=$CGO_ENABLED GOFLAGS=$GOFLAGS GOTOOLCHAIN=$GOTOOLCHAIN $*" >> ${calls}
while [ "$1" != -o ]; do shift; done
folder=$2; shift 2
for package in "$@"; do
  case $package in */v[0-9]) package=\${package%/*};; esac
  program=$folder\${package##*/}
  ${build}
done`,
  );
  return { folder, calls };
}

/** Commands of the fake Go for a program that it builds; etcd's package is called as Go would call it. */
const builds = 'echo built > "$program"';

test.each<BinaryName>(['kubectl', 'etcd', 'traefik', 'prometheus'])(
  '%s comes from the mirror with the right bytes and mode, and then from the cache',
  async (name) => {
    const mirror = await startMirror();
    await publish(mirror, name, `program ${name}`);
    const env = await environment({ STOA_MIRROR: `${mirror.url}/` });
    const progress = recordedProgress();
    const paths = await ensureBinaries({ names: [name], progress, env });
    expect(paths).toEqual({ [name]: join(cacheOf(name, env), name) });
    expect(await readFile(paths[name], 'utf8')).toBe(`program ${name}`);
    expect((await stat(paths[name])).mode & 0o777).toBe(0o755);
    expect(await contents(cacheOf(name, env))).toEqual([name]);
    const asked = mirror.asked.length;
    expect(await ensureBinaries({ names: [name], progress, env })).toEqual(paths);
    expect(mirror.asked).toHaveLength(asked);
    const title = `Downloading ${name} ${CATALOGUE[name].version}`;
    expect(progress.lines).toEqual([title, `done: ${title}`]);
  },
);

test('redirects are followed', async () => {
  const mirror = await startMirror();
  const path = await publish(mirror, 'kubectl', 'program');
  mirror.files.set('elsewhere', mirror.files.get(path) ?? '');
  mirror.files.set(path, (_, response) => response.writeHead(302, { location: '/base/elsewhere' }).end());
  const env = await environment({ STOA_MIRROR: mirror.url });
  const { kubectl } = await ensureBinaries({ names: ['kubectl'], progress: recordedProgress(), env });
  expect(await readFile(kubectl, 'utf8')).toBe('program');
});

test('a corrupt file is refused, nothing is left, and the next way is taken', async () => {
  const mirror = await startMirror();
  const path = await publish(mirror, 'etcd', 'program');
  mirror.files.set(path, 'something else');
  const go = await fakeGo(builds);
  const env = await environment({ STOA_MIRROR: mirror.url, PATH: go.folder });
  const progress = recordedProgress();
  const { etcd } = await ensureBinaries({ names: ['etcd'], progress, env });
  expect(await readFile(etcd, 'utf8')).toBe('built\n');
  expect(await contents(cacheOf('etcd', env))).toEqual(['etcd']);
  expect(progress.lines[1]).toMatch(
    /^failed: Downloading .*etcd.* is corrupt: SHA-256 \w{64} instead of \w{64}$/,
  );
});

test('a truncated file is refused and nothing is left', async () => {
  const mirror = await startMirror();
  const path = await publish(mirror, 'kubectl', 'program');
  mirror.files.set(path, (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('a beginning', () => response.destroy());
  });
  const env = await environment({ STOA_MIRROR: mirror.url });
  const message = await failure(ensureBinaries({ names: ['kubectl'], progress: recordedProgress(), env }));
  expect(message).toContain('kubectl broke off after 11 of 1000 bytes');
  expect(await contents(cacheRoot(env))).toEqual([]);
});

test.each([
  ['has no such file', undefined, /kubectl answers 404/],
  ['has a list without the file', '<html>sorry</html>', /kubectl\.sha256 has no SHA-256 of kubectl/],
])('a mirror that %s is told', async (_, sums, expected) => {
  const mirror = await startMirror();
  const path = await publish(mirror, 'kubectl', 'program');
  if (sums === undefined) {
    mirror.files.delete(path);
  } else {
    mirror.files.set(`${path}.sha256`, sums);
  }
  const env = await environment({ STOA_MIRROR: mirror.url });
  const message = await failure(ensureBinaries({ names: ['kubectl'], progress: recordedProgress(), env }));
  expect(message).toMatch(expected);
});

test('an archive without the program is told', async () => {
  const mirror = await startMirror();
  const etcd = await publish(mirror, 'etcd', 'program');
  const traefik = await publish(mirror, 'traefik', 'program');
  const sums = CATALOGUE.etcd.release(currentPlatform()).checksumUrl.replace('https://', '');
  const traefikSums = CATALOGUE.traefik.release(currentPlatform()).checksumUrl.replace('https://', '');
  mirror.files.set(etcd, mirror.files.get(traefik) ?? '');
  mirror.files.set(
    sums,
    String(mirror.files.get(traefikSums)).replaceAll(/traefik\S+/g, etcd.split('/').at(-1) ?? ''),
  );
  const env = await environment({ STOA_MIRROR: mirror.url });
  const message = await failure(ensureBinaries({ names: ['etcd'], progress: recordedProgress(), env }));
  expect(message).toMatch(/etcd-v.*\.tar\.gz holds no program etcd-v.*\/etcd/);
});

test('an installed program comes before the cache, the cache before the mirror', async () => {
  const mirror = await startMirror();
  await publish(mirror, 'etcd', 'downloaded');
  const env = await environment({ STOA_MIRROR: mirror.url });
  const progress = recordedProgress();
  const fitting = `${series(versions.etcd)}.99`;
  const path = await script(join(await temporaryFolder(), 'etcd'), `echo "etcd Version: ${fitting}"`);
  const installed = { ...env, PATH: join(path, '..') };
  expect(await ensureBinaries({ names: ['etcd'], progress, env: installed })).toEqual({ etcd: path });
  expect(progress.lines).toEqual([`Using ${path} (${fitting})`]);
  const cached = await script(join(cacheOf('etcd', env), 'etcd'), 'cached');
  expect(await ensureBinaries({ names: ['etcd'], progress, env })).toEqual({ etcd: cached });
  expect(mirror.asked).toEqual([]);
});

test('a host that cannot be reached is asked once; Go then builds what shares a module at once', async () => {
  const go = await fakeGo(builds);
  const env = await environment({ STOA_MIRROR: 'http://127.0.0.1:1', PATH: go.folder });
  const progress = recordedProgress();
  const names = ['etcd', 'kube-apiserver', 'kubectl', 'prometheus'] as const;
  const paths = await ensureBinaries({ names, progress, env });
  for (const name of names) {
    expect(await readFile(paths[name], 'utf8')).toBe('built\n');
  }
  const failed = progress.lines.filter((line) => line.startsWith('failed'));
  expect(failed).toEqual([
    expect.stringContaining(`etcd ${versions.etcd}: 127.0.0.1:1 cannot be reached (ECONNREFUSED)`),
  ]);
  const [controlPlane, prometheus, ...others] = (await readFile(go.calls, 'utf8')).trim().split('\n');
  const settings = 'CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOTOOLCHAIN=local';
  expect(controlPlane).toMatch(
    new RegExp(
      `binaries/controlplane ${settings} build -v -trimpath -gcflags=all=-dwarf=false .*-l -ldflags -s -w -X .*` +
        'version\\.gitMinor=\\d+ .* -o \\S+/ go.etcd.io/etcd/server/v3 k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kubectl$',
    ),
  );
  expect(prometheus).toMatch(/binaries\/prometheus .* -tags remove_all_sd -ldflags /);
  expect(others).toEqual([]);
});

test('a program may be used while another is still on its way', async () => {
  const go = await fakeGo(
    `case $program in */prometheus) read line < "$PROMETHEUS_MAY_COME";; esac; ${builds}`,
  );
  const gate = join(go.folder, 'gate');
  await promisify(execFile)('mkfifo', [gate]);
  const env = await environment({
    STOA_MIRROR: 'http://127.0.0.1:1',
    PATH: go.folder,
    PROMETHEUS_MAY_COME: gate,
  });
  const { paths, ended } = supplyBinaries({
    names: ['etcd', 'prometheus'],
    progress: recordedProgress(),
    env,
  });
  expect(await readFile(await paths.etcd, 'utf8')).toBe('built\n');
  expect(await Promise.race([paths.prometheus, 'not yet'])).toBe('not yet');
  await writeFile(gate, 'now\n');
  expect(await readFile(await paths.prometheus, 'utf8')).toBe('built\n');
  await ended;
  expect(await contents(cacheRoot(env))).not.toContain('.lock');
});

test('Traefik is built as its module is published, and kept and used as that until the release is there', async () => {
  const built = { ...asBuilt(CATALOGUE.traefik), version: versionsOfAll.traefikModule };
  expect(asBuilt(CATALOGUE.traefik)).toEqual(built);
  const go = await fakeGo(builds);
  const env = await environment({ STOA_MIRROR: 'http://127.0.0.1:1', PATH: go.folder });
  const progress = recordedProgress();
  const ensure = () => ensureBinaries({ names: ['traefik'], progress, env });
  const path = join(cacheFolder(built, currentPlatform(), env), 'traefik');
  expect(await ensure()).toEqual({ traefik: path });
  expect(await ensure()).toEqual({ traefik: path });
  expect(progress.lines.at(-1)).toBe(`done: Building traefik ${built.version} with Go`);
  expect((await readFile(go.calls, 'utf8')).trim().split('\n')).toEqual([
    expect.stringMatching(`/version\\.Version=${built.version} -overlay \\S+ -o `),
  ]);
  const release = await script(join(cacheOf('traefik', env), 'traefik'), 'the release');
  expect(await ensure()).toEqual({ traefik: release });
});

test('a module that Go cannot fetch for a build is told', async () => {
  const folder = await temporaryFolder();
  const answer = '{ "Error": "lego@v5.4.1: 403 Forbidden\\nmore" }';
  await script(
    join(folder, 'go'),
    `[ "$1" = version ] && { echo "go version go1.26.1 linux/amd64"; exit 0; }\nprintf %s '${answer}'; exit 1`,
  );
  const env = await environment({ STOA_MIRROR: 'http://127.0.0.1:1', PATH: folder });
  const message = await failure(ensureBinaries({ names: ['traefik'], progress: recordedProgress(), env }));
  const log = buildLog('traefik', env);
  expect(message).toContain(`go build failed: lego@v5.4.1: 403 Forbidden (log: ${log})`);
  expect(await contents(cacheRoot(env))).toEqual(['traefik-build.log']);
});

test('a failed build is told with its last line and its log', async () => {
  const go = await fakeGo('echo "# some/package" >&2; echo "x.go:1:2: undefined: y" >&2; echo >&2; exit 1');
  const env = await environment({ STOA_MIRROR: 'http://127.0.0.1:1', PATH: go.folder });
  const message = await failure(ensureBinaries({ names: ['etcd'], progress: recordedProgress(), env }));
  const log = buildLog('controlplane', env);
  expect(message).toContain(`go build failed: x.go:1:2: undefined: y (log: ${log})`);
  expect(await readFile(log, 'utf8')).toContain('# some/package');
  expect(await contents(cacheRoot(env))).toEqual(['controlplane-build.log']);
});

test('a full disk is told with its folder, and no further way is tried', async () => {
  const go = await fakeGo(
    'echo "compile: write /some/tmp/b001/_pkg_.a: no space left on device" >&2; exit 1',
  );
  const env = await environment({ STOA_MIRROR: 'http://127.0.0.1:1', PATH: go.folder });
  const message = await failure(ensureBinaries({ names: ['etcd'], progress: recordedProgress(), env }));
  expect(message).toBe(
    'UserError: no space left on the disk of /some/tmp/b001: free some there and start again',
  );
});

test('with no way the error names what to install, and why each way failed', async () => {
  const env = await environment({ STOA_MIRROR: 'http://127.0.0.1:1' });
  const names = ['etcd', 'kubectl'] as const;
  const message = await failure(ensureBinaries({ names, progress: recordedProgress(), env }));
  expect(message).toBe(
    `UserError: cannot get etcd ${versions.etcd} ` +
      `(not on PATH; 127.0.0.1:1 cannot be reached (ECONNREFUSED); no Go on PATH): install Go >= 1.26, ` +
      `or put etcd ${series(versions.etcd)}, kubectl ${series(versions.kubectl)} on PATH or in the folder KUBEBUILDER_ASSETS, ` +
      'or set STOA_MIRROR to a mirror of the release hosts',
  );
});

test('a Go that is too old is told', async () => {
  const go = await fakeGo('exit 1', 'go1.25.9');
  const env = await environment({ STOA_MIRROR: 'http://127.0.0.1:1', PATH: go.folder });
  const message = await failure(ensureBinaries({ names: ['etcd'], progress: recordedProgress(), env }));
  expect(message).toContain(`${go.folder}/go is go1.25.9, older than 1.26`);
});

test('a mirror that is no URL is told', async () => {
  const env = await environment({ STOA_MIRROR: 'mirror.example' });
  const message = await failure(ensureBinaries({ names: ['etcd'], progress: recordedProgress(), env }));
  expect(message).toBe('UserError: STOA_MIRROR is "mirror.example": it must be a http(s) base URL');
});

describe('on a machine that no program is published for', () => {
  beforeEach(() => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    return () => vi.restoreAllMocks();
  });

  test('what is installed is enough', async () => {
    const program = `echo "etcd Version: ${versions.etcd}"`;
    const path = await script(join(await temporaryFolder(), 'etcd'), program);
    const env = await environment({ PATH: join(path, '..') });
    const found = await ensureBinaries({ names: ['etcd'], progress: recordedProgress(), env });
    expect(found).toEqual({ etcd: path });
  });

  test('what is missing is refused at once, with the way out', async () => {
    const env = await environment({});
    const asked = ensureBinaries({ names: ['etcd'], progress: recordedProgress(), env });
    await expect(asked).rejects.toThrow('use a cluster of your own by --cluster=current');
  });
});
