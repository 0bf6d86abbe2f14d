import { isDeepStrictEqual } from 'node:util';
import { problemsOfChoice } from './kubeconfig/check.ts';
import { type Choice, chosenBy } from './kubeconfig/choose.ts';
import { Identity } from './kubeconfig/identity.ts';
import { loadKubeconfig } from './kubeconfig/load.ts';
import type { Overrides } from './kubeconfig/overrides.ts';
import { proxyByEnvironment, proxyOf } from './kubeconfig/proxy.ts';
import { serverUrl } from './kubeconfig/server.ts';
import { timeoutMs } from './kubeconfig/timeout.ts';
import { podAccess, podNamespace, podServer } from './podaccess.ts';
import type { ClusterAccess } from './transport.ts';

/** Access by a kubeconfig. */
interface KubeconfigAccess extends ClusterAccess {
  /** Namespace of the command line, else of the context. */
  readonly namespace?: string | undefined;
}

/**
 * Access by kubectl's rules: what the command line says, then the kubeconfigs, else the ServiceAccount of the pod. Each
 * request for credentials reads the files again; the context and the server stay the first ones. Throws an Error if there
 * is no configuration, or an invalid one.
 */
export function loadAccess(
  overrides: Overrides = {},
  { ...env }: NodeJS.ProcessEnv = process.env,
): KubeconfigAccess {
  const first = load(overrides, env);
  const timeout = overrides.requestTimeout ? timeoutMs(overrides.requestTimeout) : undefined;
  if (first === undefined) {
    return ofPod(overrides, timeout, env);
  }
  const pinned = { ...overrides, context: first.choice.context };
  let current = first;
  return {
    server: addressOf(first.server),
    proxy: first.proxy,
    timeoutMs: timeout,
    namespace: first.choice.namespace,
    async credentials() {
      current = following(current, load(pinned, env));
      return await current.identity.options();
    },
    refused: (credentials) => current.identity.refused(credentials),
  };
}

/** Address without a user, whom its identity has, and without a slash at its end. */
function addressOf({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/$/, '');
}

interface Loaded {
  readonly choice: Choice;
  readonly server: URL;
  readonly proxy: URL | undefined;
  readonly identity: Identity;
}

/** Choice of kubeconfigs and a command line; undefined where they name no server. */
function load(overrides: Overrides, env: NodeJS.ProcessEnv): Loaded | undefined {
  const choice = chosenBy(loadKubeconfig(overrides.kubeconfig, env), overrides, env);
  if (choice === undefined) {
    return undefined;
  }
  const server = serverUrl(choice.cluster.server);
  const problems = problemsOfChoice(choice, server.protocol === 'https:');
  if (problems.length > 0) {
    throw new Error(`invalid kubeconfig: ${problems.join('; ')}`);
  }
  const { proxyUrl } = choice.cluster;
  const proxy = proxyUrl === '' ? proxyByEnvironment(server, env) : proxyOf(proxyUrl);
  return { choice, server, proxy, identity: new Identity({ choice, server, env }) };
}

/**
 * Choice after a reload. An unchanged one is kept, because an identity keeps credentials until they expire; one for
 * another server would send these there.
 */
function following(old: Loaded, fresh: Loaded | undefined): Loaded {
  if (fresh?.server.href !== old.server.href) {
    throw new Error('the kubeconfig names another server by now: start again');
  }
  return isDeepStrictEqual(fresh.choice, old.choice) ? old : fresh;
}

function ofPod(
  { namespace, token, authority }: Overrides,
  timeout: number | undefined,
  env: NodeJS.ProcessEnv,
): KubeconfigAccess {
  const server = podServer(env);
  if (server === undefined) {
    throw new Error('no Kubernetes cluster is configured: set KUBECONFIG to a kubeconfig file');
  }
  return {
    ...podAccess(server, { token, authority }),
    proxy: proxyByEnvironment(new URL(server), env),
    timeoutMs: timeout,
    namespace: namespace || podNamespace(env),
  };
}
