import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { UserError } from '../errors.ts';
import type { Binary } from './catalogue.ts';
import { onPath } from './found.ts';
import { diskFull, errorCode, WayFailed } from './way.ts';

const run = promisify(execFile);

/** The Go command and what it needs to know for a build. */
export interface Go {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The Go version (`1.26`) that every wrapper module can be built with. */
export const goVersion = '1.26';

/** Finds a Go that is new enough; WayFailed says what there is instead. */
export async function findGo(env: NodeJS.ProcessEnv): Promise<Go> {
  const path = await onPath('go', env);
  if (path === undefined) throw new WayFailed('no Go on PATH');
  // A newer Go that go.mod names would be fetched on its own: the build must fail plainly instead.
  const buildEnv = {
    ...env,
    CGO_ENABLED: '0',
    GOFLAGS: '-buildvcs=false',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
  };
  const { stdout } = await run(path, ['version'], { env: buildEnv }).catch((error) => {
    throw new WayFailed(`${path} version fails (${errorCode(error)})`);
  });
  const version = /go(\d+\.\d+)\S*/.exec(stdout);
  if (isAtLeast(version?.[1] ?? '0.0', goVersion)) return { path, env: buildEnv };
  throw new WayFailed(`${path} is ${version?.[0] ?? 'of no known version'}, older than ${goVersion}`);
}

/** Builds the program into the work folder, Go's words going to `log`; returns its path or WayFailed. */
export async function buildWithGo(
  binary: Binary,
  go: Go,
  work: string,
  log: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const output = join(work, binary.name);
  const { build } = binary;
  const args = ['build', '-trimpath', ...build.flags, '-o', output, build.package];
  const handle = await open(log, 'w');
  const child = spawn(go.path, args, {
    cwd: join(import.meta.dirname, build.folder),
    env: go.env,
    stdio: ['ignore', handle.fd, handle.fd],
  });
  // On an interrupt Go removes its own temporary files, which is waited for.
  const interrupt = (): boolean => child.kill('SIGINT');
  signal?.addEventListener('abort', interrupt);
  try {
    const [code] = await once(child, 'exit');
    if (code === 0) return output;
  } catch (error) {
    throw new WayFailed(`go build of ${binary.name} cannot start (${errorCode(error)})`);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await handle.close();
  }
  throw buildFailure(await readFile(log, 'utf8'), log);
}

/** The one line to show of Go's output; a full disk is named with the folder that Go wrote to. */
function buildFailure(text: string, log: string): WayFailed | UserError {
  const full = /^.*(?:no space left on device|disk quota exceeded)/im.exec(text)?.[0];
  if (full !== undefined) {
    const file = /\b(?:write|open|mkdir|create|copy) (\/\S+):/.exec(full)?.[1] ?? log;
    return diskFull(dirname(file));
  }
  const lines = text.split('\n').map((line) => line.trim());
  const last = lines.findLast((line) => line !== '' && !line.startsWith('#')) ?? 'no message';
  return new WayFailed(`go build failed: ${last.slice(0, 300)} (log: ${log})`);
}

function isAtLeast(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
