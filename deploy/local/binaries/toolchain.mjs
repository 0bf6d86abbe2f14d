// @ts-check
/**
 * Cache folders, and the Go command with its flags and environment, for the supply of programs and for
 * `bin/early.mjs`, which begins the build of the control plane before any package is installed. Plain JavaScript
 * for Node >= 20 without packages.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { availableParallelism, freemem, homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Oldest Go version that builds every wrapper module. */
export const GO_VERSION = '1.26';

/**
 * Flags of every build, so that packages of several programs are compiled once. Half of the control plane's code is
 * clients and tables of Kubernetes, where inlining gains little and takes a third of the compiler's time.
 */
export const SHARED_FLAGS = [
  '-trimpath',
  '-gcflags=all=-dwarf=false',
  '-gcflags=k8s.io/kubernetes/...=-dwarf=false -l',
  '-gcflags=k8s.io/client-go/...=-dwarf=false -l',
];

/** Wrapper module of the control plane, and the packages of its programs. */
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
 * Folder of programs between runs: `$XDG_CACHE_HOME/stoa/bin`, by default below `~/.cache`.
 * @param {NodeJS.ProcessEnv} env
 */
export function cacheRoot(env) {
  const set = env.XDG_CACHE_HOME;
  // The XDG specification demands that relative paths are ignored.
  const base = set && isAbsolute(set) ? set : join(env.HOME || homedir(), '.cache');
  return join(base, 'stoa', 'bin');
}

/**
 * Folder of the programs of one version.
 * @param {string} version
 * @param {{ os: string, arch: string }} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function versionFolder(version, { os, arch }, env) {
  return join(cacheRoot(env), version, `${os}-${arch}`);
}

/**
 * Log file of the builds of a wrapper module.
 * @param {string} module
 * @param {NodeJS.ProcessEnv} env
 */
export function buildLog(module, env) {
  return join(cacheRoot(env), `${module.replace('/', '-')}-build.log`);
}

/**
 * Go command that is new enough, with the environment of its builds, or why there is none.
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
 * Absolute path of the first executable with this name on `PATH`.
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
    // Without this, Go would download a newer version that go.mod names instead of failing.
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    ...collectorSettings(),
  };
}

const MIN_HEAP_BYTES = 1.5 * 1024 ** 3;

/** Settings of the garbage collector: without collection, compilers take a third less time where memory suffices. */
function collectorSettings() {
  const bytes = Math.floor((availableMemory() * 0.6) / availableParallelism());
  return bytes < MIN_HEAP_BYTES ? {} : { GOGC: 'off', GOMEMLIMIT: `${Math.min(bytes, 4 * 1024 ** 3)}` };
}

/** Memory (bytes) that is available without swapping; `freemem` counts the page cache of Linux as used. */
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
