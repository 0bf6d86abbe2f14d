import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { lastErrorLine } from '../binaries/failure.ts';
import { type GatewayApi, gatewayApiOf } from '../binaries/minor.ts';
import { findGo } from '../binaries/toolchain.mjs';
import versions from '../binaries/versions.json' with { type: 'json' };
import { UserError } from '../errors.ts';
import { repository } from '../repository.ts';

const run = promisify(execFile);

const downloadSchema = z.object({ Dir: z.string() });

/**
 * Files of the CRDs of the Gateway API, of its experimental channel unless the environment says otherwise, for an API server of a version: copies of this
 * repository, or those of the module of the version that the server needs, or that the environment chooses. Throws a
 * UserError where that version cannot be had.
 */
export async function gatewayApiFiles(
  kubernetes: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const wanted = gatewayApiOf(kubernetes, env);
  const isVendored = wanted.version === versions.gatewayApi && wanted.channel === 'experimental';
  const folder = isVendored ? repository.gatewayApiCrds : await moduleFolder(wanted, env, signal);
  return readdirSync(folder)
    .filter((name) => /^gateway\.networking\.k8s\.io_[a-z]+\.yaml$/.test(name))
    .map((name) => join(folder, name));
}

async function moduleFolder(
  { version, channel }: GatewayApi,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const go = await findGo(env);
  if ('reason' in go) {
    throw new UserError(`cannot get the Gateway API ${version}: ${go.reason}`);
  }
  const args = ['mod', 'download', '-json', `sigs.k8s.io/gateway-api@v${version}`];
  try {
    const { stdout } = await run(go.path, args, { cwd: tmpdir(), env: go.env, signal });
    return join(downloadSchema.parse(JSON.parse(stdout)).Dir, 'config', 'crd', channel);
  } catch (error) {
    throw new UserError(`cannot get the Gateway API ${version}: ${lastErrorLine(error)}`);
  }
}
