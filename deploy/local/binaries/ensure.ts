import { join } from 'node:path';
import { UserError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { goVersion } from './build.ts';
import { cacheFolder } from './cache.ts';
import { type Binary, type BinaryName, catalogue, series } from './catalogue.ts';
import { Downloads } from './download.ts';
import { findInstalled, isProgram } from './found.ts';
import { type Outcome, obtain, type Run } from './obtain.ts';
import { currentPlatform } from './platform.ts';

/** What to get, and whom to tell. */
export interface EnsureOptions<N extends BinaryName = BinaryName> {
  readonly names: readonly N[];
  readonly progress: Progress;
  /** Instead of the process's own environment. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/**
 * Absolute paths of the named programs: installed ones that fit, else from the cache, else downloaded,
 * else built with Go. Throws a UserError that says what to install, or the signal's reason.
 */
export async function ensureBinaries<N extends BinaryName>(
  options: EnsureOptions<N>,
): Promise<Record<N, string>> {
  const { names, progress, env = process.env, signal } = options;
  await using downloads = new Downloads(env);
  const run: Run = { progress, env, signal, platform: currentPlatform(), downloads };
  const located = await Promise.all(names.map((name) => locate(catalogue[name], run)));
  const paths: Record<string, string> = {};
  const missing: { binary: Binary; reasons: readonly string[] }[] = [];
  for (const [index, name] of names.entries()) {
    const outcome = located[index];
    if (outcome?.kind === 'ready') paths[name] = outcome.path;
    else missing.push({ binary: catalogue[name], reasons: outcome?.reasons ?? [] });
  }
  for (const [index, { binary, reasons }] of missing.entries()) {
    const outcome = await obtain(binary, run, `${index + 1} of ${missing.length}`);
    if (outcome.kind === 'failed') {
      const others = missing.slice(index).map((each) => each.binary);
      throw noWay(binary, [...reasons, ...outcome.reasons], others);
    }
    paths[binary.name] = outcome.path;
  }
  return paths;
}

/** The program as the machine or the cache has it. */
async function locate(binary: Binary, run: Run): Promise<Outcome> {
  const finding = await findInstalled(binary, run.env, run.signal);
  if (finding.kind === 'found') {
    run.progress.info(`Using ${finding.path} (${finding.version})`);
    return { kind: 'ready', path: finding.path };
  }
  const path = join(cacheFolder(binary, run.platform, run.env), binary.name);
  if (await isProgram(path)) return { kind: 'ready', path };
  return { kind: 'failed', reasons: [finding.reason] };
}

function noWay(binary: Binary, reasons: readonly string[], missing: readonly Binary[]): UserError {
  const wanted = missing.map(({ name, version }) => `${name} ${series(version)}`).join(', ');
  return new UserError(
    `cannot get ${binary.name} ${binary.version} (${reasons.join('; ')}): install Go >= ${goVersion}, ` +
      `or put ${wanted} on PATH or in the folder KUBEBUILDER_ASSETS, ` +
      'or set STOA_MIRROR to a mirror of the release hosts',
  );
}
