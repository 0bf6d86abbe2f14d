import type { RequestOptions } from 'node:https';
import { delimiter } from 'node:path';
import { KubeConfig } from './kubeconfig.ts';
import type { ClusterAccess } from './transport.ts';

/** Access by a kubeconfig. */
interface KubeconfigAccess extends ClusterAccess {
  /** Namespace of the context. */
  readonly namespace?: string | undefined;
}

/**
 * Access by kubectl's rules: the files in KUBECONFIG, ~/.kube/config, or the ServiceAccount of the pod. `context`
 * selects a context, `files` replaces KUBECONFIG. Each request for credentials reads the files again; the server stays
 * the first one. Throws an Error if there is no configuration.
 */
export function loadAccess(context?: string, files = process.env.KUBECONFIG): KubeconfigAccess {
  let loaded = load(files, context);
  return {
    server: loaded.server,
    namespace: loaded.namespace,
    credentials: async () => {
      loaded = keepingToken(loaded, load(files, context));
      const options: RequestOptions = {};
      await loaded.config.applyToHTTPSOptions(options);
      return options;
    },
  };
}

interface LoadedConfig {
  readonly config: KubeConfig;
  readonly server: string;
  readonly namespace: string | undefined;
  /** Serialized configuration, for comparison. */
  readonly text: string;
}

/**
 * Configuration to use after a reload. An unchanged one is kept, because a KubeConfig caches the token of an exec
 * plugin or OIDC issuer until it expires. A pod's is replaced, because it caches the token file for a minute.
 */
function keepingToken(old: LoadedConfig, fresh: LoadedConfig): LoadedConfig {
  const isPod = fresh.config.getCurrentUser()?.authProvider?.name === 'tokenFile';
  return fresh.text === old.text && !isPod ? old : fresh;
}

function load(files: string | undefined, context: string | undefined): LoadedConfig {
  const config = configOf(files);
  if (context !== undefined) {
    if (config.getContextObject(context) === null) {
      throw new Error(`the kubeconfig has no context ${context}`);
    }
    config.setCurrentContext(context);
  }
  const cluster = config.getCurrentCluster();
  if (!cluster || config.getCurrentContext() === FALLBACK_CONTEXT) {
    throw new Error('no Kubernetes cluster is configured: set KUBECONFIG to a kubeconfig file');
  }
  const { namespace } = config.getContextObject(config.getCurrentContext()) ?? {};
  return { config, server: cluster.server, namespace, text: config.exportConfig() };
}

/** Name of the context for localhost:8080 that `loadFromDefault` falls back to. */
const FALLBACK_CONTEXT = 'loaded-context';

/** Configuration of `files`, or of `loadFromDefault` if there are none. */
function configOf(files: string | undefined): KubeConfig {
  const config = new KubeConfig();
  const [first, ...more] = (files ?? '').split(delimiter).filter((file) => file !== '');
  if (first === undefined) {
    config.loadFromDefault();
    return config;
  }
  config.loadFromFile(first);
  for (const file of more) {
    const other = new KubeConfig();
    other.loadFromFile(file);
    config.mergeConfig(other);
  }
  return config;
}
