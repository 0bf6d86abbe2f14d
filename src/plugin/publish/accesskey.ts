import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { credentialOf } from '../../registry/credential.ts';
import type { OciPlace } from '../../registry/ociplace.ts';
import { Refused } from '../failure.ts';

/** Parts of a Docker configuration that name programs with credentials. */
const helpers = z.object({
  credsStore: z.string().optional(),
  credHelpers: z.record(z.string(), z.string()).optional(),
});

const answer = z.object({ Username: z.string(), Secret: z.string() });

/** Files with credentials for registries, as docker and podman write them, the first one first. Pure. */
export function configurationFiles(env: NodeJS.ProcessEnv, home: string): readonly string[] {
  const { DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR } = env;
  return [
    join(DOCKER_CONFIG ?? join(home, '.docker'), 'config.json'),
    ...(REGISTRY_AUTH_FILE === undefined ? [] : [REGISTRY_AUTH_FILE]),
    ...(XDG_RUNTIME_DIR === undefined ? [] : [join(XDG_RUNTIME_DIR, 'containers', 'auth.json')]),
  ];
}

/** Access key for a place that the files of this user have; undefined where none has one. Throws Refused. */
export async function accessKeyFor(
  { host, repository }: OciPlace,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  for (const file of configurationFiles(env, homedir())) {
    const configuration = await readFile(file, 'utf8').catch(() => undefined);
    const helper = configuration === undefined ? undefined : helperFor(configuration, host);
    if (helper !== undefined) {
      return await askHelper(helper, host, env);
    }
    if (configuration !== undefined && credentialOf(configuration, `${host}/${repository}`) !== undefined) {
      return configuration;
    }
  }
  return undefined;
}

/** Name of the program that has the credential for a host; undefined where a configuration names none. Pure. */
export function helperFor(configuration: string, host: string): string | undefined {
  const { credHelpers = {}, credsStore } = helpers.safeParse(jsonOf(configuration)).data ?? {};
  return Object.hasOwn(credHelpers, host) ? credHelpers[host] : credsStore;
}

/** Asks a program as docker does; undefined where it has nothing for the host. Throws Refused. */
async function askHelper(helper: string, host: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const program = `docker-credential-${helper}`;
  const child = spawn(program, ['get'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  // One that does not read ends with its code.
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'close');
  exited.catch(() => undefined);
  child.stdin.end(host);
  try {
    const [printed, [code]] = await Promise.all([text(child.stdout), exited]);
    const { data } = answer.safeParse(jsonOf(printed));
    return code === 0 && data !== undefined ? `${data.Username}:${data.Secret}` : undefined;
  } catch (error) {
    throw new Refused(`${program}, which your Docker configuration names, does not run: ${String(error)}`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
