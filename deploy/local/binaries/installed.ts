import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Binary, series } from './catalogue.ts';

const run = promisify(execFile);
const ANSWER_TIMEOUT_MS = 5_000;

/** Result of a search on the machine: a program that fits, or why none does. */
export type SearchResult =
  | { readonly kind: 'found'; readonly path: string; readonly version: string }
  | { readonly kind: 'none'; readonly reason: string };

/** Searches a program of the same series in `KUBEBUILDER_ASSETS`, then on `PATH`. */
export async function findInstalled(
  binary: Binary,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const assets = env.KUBEBUILDER_ASSETS ? [resolve(env.KUBEBUILDER_ASSETS)] : [];
  const misfits: string[] = [];
  for (const path of await executables(binary.name, [...assets, ...pathFolders(env)])) {
    const version = await versionOf(path, binary, env, signal);
    if (version !== undefined && series(version) === series(binary.version)) {
      return { kind: 'found', path, version };
    }
    misfits.push(version === undefined ? `${path} does not tell its version` : `${path} is ${version}`);
  }
  return { kind: 'none', reason: misfits.join(', ') || 'not on PATH' };
}

/** Whether the path is an executable file. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function pathFolders(env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
}

async function executables(name: string, folders: readonly string[]): Promise<string[]> {
  const paths = [...new Set(folders)].map((folder) => join(folder, name));
  const runnable = await Promise.all(paths.map(isProgram));
  return paths.filter((_, index) => runnable[index]);
}

/** Version that a program prints; undefined where it fails, hangs or prints something else. */
async function versionOf(
  path: string,
  binary: Binary,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const answer = run(path, binary.versionArgs, {
    env,
    timeout: ANSWER_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  answer.child.stdin?.end();
  try {
    const { stdout, stderr } = await answer;
    return binary.versionPattern.exec(`${stdout}\n${stderr}`)?.[1];
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
