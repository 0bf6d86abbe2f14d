// @ts-check
/**
 * Where programs are kept, and how Go is found and what it is told: what getting programs shares with
 * `bin/stoa.mjs`, which begins the build of the control plane before any package is installed. Plain JavaScript
 * for Node >= 20 with nothing installed.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { availableParallelism, freemem, homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Go version (`1.26`) that every wrapper module can be built with. */
export const GO_VERSION = '1.26';

/**
 * What every build is told: packages that two programs share are compiled alike, and so once. Half of the control plane's
 * code is clients and tables of Kubernetes in which inlining gains little and takes a third of the compiler's time.
 */
export const SHARED_FLAGS = [
  '-trimpath',
  '-gcflags=all=-dwarf=false',
  '-gcflags=k8s.io/kubernetes/...=-dwarf=false -l',
  '-gcflags=k8s.io/client-go/...=-dwarf=false -l',
];

/** The wrapper module of the control plane, and the package of each of its programs. */
export const CONTROL_PLANE = {
  folder: 'controlplane',
  packages: {
    etcd: 'go.etcd.io/etcd/server/v3',
    'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
    'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
    kubectl: 'k8s.io/kubernetes/cmd/kubectl',
  },
};

/**
 * Where programs are kept between runs: `$XDG_CACHE_HOME/stoa/bin`, by default under `~/.cache`.
 * @param {NodeJS.ProcessEnv} env
 */
export function cacheRoot(env) {
  const set = env.XDG_CACHE_HOME;
  // The XDG specification has relative paths ignored.
  const base = set && isAbsolute(set) ? set : join(env.HOME || homedir(), '.cache');
  return join(base, 'stoa', 'bin');
}

/**
 * The folder of programs of one version.
 * @param {string} version
 * @param {{ os: string, arch: string }} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function versionFolder(version, { os, arch }, env) {
  return join(cacheRoot(env), version, `${os}-${arch}`);
}

/**
 * The file that gets Go's words of a wrapper module's builds, one after the other.
 * @param {string} module
 * @param {NodeJS.ProcessEnv} env
 */
export function buildLog(module, env) {
  return join(cacheRoot(env), `${module}-build.log`);
}

/**
 * A Go that is new enough with the environment of its builds, or why there is none.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ path: string, env: NodeJS.ProcessEnv } | { reason: string }>}
 */
export async function findGo(env) {
  const path = onPath('go', env);
  if (path === undefined) {
    return { reason: 'no Go on PATH' };
  }
  const buildEnv = buildEnvironment(env);
  try {
    const { stdout } = await run(path, ['version'], { env: buildEnv });
    const version = /go(\d+\.\d+)\S*/.exec(stdout);
    if (isAtLeast(version?.[1] ?? '0.0', GO_VERSION)) {
      return { path, env: buildEnv };
    }
    return { reason: `${path} is ${version?.[0] ?? 'of no known version'}, older than ${GO_VERSION}` };
  } catch (error) {
    return { reason: `${path} version fails (${codeOf(error)})` };
  }
}

/**
 * The first executable of that name on `PATH`, as an absolute path.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
export function onPath(name, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  return folders.map((folder) => join(folder, name)).find(isRunnable);
}

/** @param {string} path */
function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function buildEnvironment(env) {
  return {
    ...env,
    CGO_ENABLED: '0',
    GOFLAGS: '-buildvcs=false',
    // A newer Go that go.mod names would be fetched on its own: the build must fail plainly instead.
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    ...collectorSettings(),
  };
}

const MIN_HEAP_BYTES = 1.5 * 1024 ** 3;

/** Compilers that never collect garbage take a third less time, where each of them finds the memory for it. */
function collectorSettings() {
  const bytes = Math.floor((availableMemory() * 0.6) / availableParallelism());
  return bytes < MIN_HEAP_BYTES ? {} : { GOGC: 'off', GOMEMLIMIT: `${Math.min(bytes, 4 * 1024 ** 3)}` };
}

/** What programs can get without swapping, in bytes: Linux counts the page cache as used in `freemem`. */
function availableMemory() {
  try {
    const kib = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return kib === undefined ? freemem() : Number(kib) * 1024;
  } catch {
    return freemem();
  }
}

/**
 * @param {string} version
 * @param {string} wanted
 */
function isAtLeast(version, wanted) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
