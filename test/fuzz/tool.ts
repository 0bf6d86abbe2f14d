import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheRoot } from '../../deploy/local/binaries/toolchain.mjs';
import { UserError } from '../../deploy/local/errors.ts';

/** Pinned versions of all packages of the tool. */
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/**
 * Path of schemathesis in a virtual environment below the cache folder, which is created if necessary. Throws a
 * UserError if Python cannot create it.
 */
export async function ensureSchemathesis(env: NodeJS.ProcessEnv): Promise<string> {
  const digest = createHash('sha256')
    .update(await readFile(REQUIREMENTS))
    .digest('hex')
    .slice(0, 12);
  const folder = join(dirname(cacheRoot(env)), 'python', digest);
  const [program, complete] = [join(folder, 'bin', 'schemathesis'), join(folder, 'complete')];
  if (
    await access(complete).then(
      () => true,
      () => false,
    )
  ) {
    return program;
  }
  await rm(folder, { recursive: true, force: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS];
  const made =
    (await runTool('python3', { env }, ['-m', 'venv', folder])) &&
    (await runTool(join(folder, 'bin', 'python'), { env }, pip));
  if (!made) {
    throw new UserError('cannot install schemathesis: it needs Python 3.10 or newer with venv, and PyPI');
  }
  await writeFile(complete, '');
  return program;
}

/**
 * Runs a program with its output on the terminal; returns whether it succeeded. Throws a UserError if it cannot be
 * started, or is stopped.
 */
export async function runTool(
  program: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string; readonly signal?: AbortSignal },
  args: readonly string[],
): Promise<boolean> {
  const child = spawn(program, args, { ...options, stdio: 'inherit' });
  const [code] = (await once(child, 'close').catch((error: Error) => {
    throw new UserError(`cannot run ${program}: ${error.message}`);
  })) as [number | null];
  return code === 0;
}
