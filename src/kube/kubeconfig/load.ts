import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { type Cluster, decodeKubeconfig, type Kubeconfig, type User } from './decode.ts';

/** Content of no kubeconfig. */
const EMPTY: Kubeconfig = { clusters: new Map(), users: new Map(), contexts: new Map(), currentContext: '' };

/**
 * Content of the kubeconfigs that kubectl reads: of the file `explicit`, else of those in KUBECONFIG, else of
 * ~/.kube/config. Missing files of KUBECONFIG are left out, and so is a missing ~/.kube/config. Of a name in several
 * files, and of the current context, the first one counts; paths are relative to the file that has them. Throws an Error
 * where a file cannot be read.
 */
export function loadKubeconfig(explicit: string | undefined, env: NodeJS.ProcessEnv): Kubeconfig {
  if (explicit) {
    return decoded(explicit, readFileSync(explicit, 'utf8'));
  }
  const found = filesOf(env).flatMap((file) => {
    const content = contentOf(file);
    return content === undefined ? [] : [decoded(file, content)];
  });
  return found.reduceRight((later, earlier) => merged(earlier, later), EMPTY);
}

/** Whether there is a kubeconfig without naming one, be it empty. */
export function hasKubeconfig(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.KUBECONFIG) || filesOf(env).some((file) => existsSync(file));
}

function filesOf({ KUBECONFIG: list, HOME: home = homedir() }: NodeJS.ProcessEnv): readonly string[] {
  return list ? list.split(delimiter).filter((file) => file !== '') : [join(home, '.kube', 'config')];
}

/** Content of a file; undefined where there is none. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

function decoded(file: string, content: string): Kubeconfig {
  try {
    const { clusters, users, ...rest } = decodeKubeconfig(content);
    const folder = resolve(dirname(file));
    return {
      ...rest,
      clusters: new Map([...clusters].map(([name, cluster]) => [name, clusterFrom(folder, cluster)])),
      users: new Map([...users].map(([name, user]) => [name, { ...userFrom(folder, user), origin: file }])),
    };
  } catch (error) {
    throw new Error(`the kubeconfig ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function clusterFrom(folder: string, cluster: Cluster): Cluster {
  return { ...cluster, authority: pathFrom(folder, cluster.authority) };
}

function userFrom(folder: string, user: User): User {
  const { exec } = user;
  // A command without a slash is one on PATH.
  const isPath = exec?.command.includes(sep) ?? false;
  return {
    ...user,
    certificate: pathFrom(folder, user.certificate),
    key: pathFrom(folder, user.key),
    tokenFile: pathFrom(folder, user.tokenFile),
    exec: exec && isPath ? { ...exec, command: pathFrom(folder, exec.command) } : exec,
  };
}

function pathFrom(folder: string, path: string): string {
  return path === '' || isAbsolute(path) ? path : join(folder, path);
}

function merged(first: Kubeconfig, second: Kubeconfig): Kubeconfig {
  return {
    clusters: new Map([...second.clusters, ...first.clusters]),
    users: new Map([...second.users, ...first.users]),
    contexts: new Map([...second.contexts, ...first.contexts]),
    currentContext: first.currentContext || second.currentContext,
  };
}
