import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SHARED_FLAGS } from '../../deploy/local/binaries/toolchain.mjs';

/** Reading by client-go of kubeconfigs, an environment and options of kubectl. */
export interface ClientGoReading {
  readonly error?: string;
  /** Base URL of the API server. */
  readonly server?: string;
  readonly proxy?: string;
  readonly namespace?: string;
  readonly timeoutMs?: number;
  /** Statuses of the responses to its requests; 0 for none. */
  readonly statuses: readonly number[];
  /** Error of the last request. */
  readonly failure?: string;
}

const run = promisify(execFile);

/** Program that reads like client-go; it comes from `kubeconfigs` beside this file. */
export async function buildClientGo(): Promise<string> {
  const program = join(await mkdtemp(join(tmpdir(), 'stoa-clientgo-')), 'clientgo');
  await run('go', ['build', ...SHARED_FLAGS, '-o', program, '.'], {
    cwd: join(import.meta.dirname, 'kubeconfigs'),
    env: { ...process.env, GOFLAGS: '-buildvcs=false -mod=readonly', GOWORK: 'off' },
  });
  return program;
}

/** Reading of client-go, which sends `requests` requests for /version. */
export async function readByClientGo(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { requests, cwd }: { readonly requests: number; readonly cwd: string },
): Promise<ClientGoReading> {
  const { stdout } = await run(program, args, { env: { ...env, REQUESTS: String(requests) }, cwd });
  return JSON.parse(stdout) as ClientGoReading;
}
