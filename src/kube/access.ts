import type { RequestOptions } from 'node:https';
import { delimiter } from 'node:path';
import { KubeConfig } from './kubeconfig.ts';
import type { ClusterAccess } from './transport.ts';

/** Access as a kubeconfig gives it. */
interface KubeconfigAccess extends ClusterAccess {
  /** The namespace that the context names. */
  readonly namespace?: string | undefined;
}

/**
 * Access by the usual rules: the file that KUBECONFIG names, ~/.kube/config, or the ServiceAccount of the
 * pod; `context` chooses one of the file, `files` names others. Throws where there is none. All but the
 * server's address is read again whenever credentials are asked for.
 */
export function loadAccess(context?: string, files = process.env.KUBECONFIG): KubeconfigAccess {
  let loaded = load(files, context);
  return {
    server: loaded.server,
    namespace: loaded.namespace,
    credentials: async () => {
      loaded = newer(loaded, load(files, context));
      const options: RequestOptions = {};
      await loaded.config.applyToHTTPSOptions(options);
      return options;
    },
  };
}

interface Loaded {
  readonly config: KubeConfig;
  readonly server: string;
  readonly namespace: string | undefined;
  /** What was read, for comparison. */
  readonly text: string;
}

/**
 * A KubeConfig remembers the token that a plugin or an OIDC issuer gave until it expires, so the old one
 * stays while nothing changed. That of a pod remembers its token file for a minute, and is replaced.
 */
function newer(old: Loaded, fresh: Loaded): Loaded {
  const ofPod = fresh.config.getCurrentUser()?.authProvider?.name === 'tokenFile';
  return fresh.text === old.text && !ofPod ? old : fresh;
}

function load(files: string | undefined, context: string | undefined): Loaded {
  const config = configOf(files);
  if (context !== undefined) {
    if (config.getContextObject(context) === null) {
      throw new Error(`the kubeconfig has no context ${context}`);
    }
    config.setCurrentContext(context);
  }
  const cluster = config.getCurrentCluster();
  if (!cluster || config.getCurrentContext() === NOTHING_FOUND) {
    throw new Error('no Kubernetes cluster is configured: set KUBECONFIG to a kubeconfig file');
  }
  const { namespace } = config.getContextObject(config.getCurrentContext()) ?? {};
  return { config, server: cluster.server, namespace, text: config.exportConfig() };
}

/** Name of the context, of a server on localhost:8080, that `loadFromDefault` falls back to. */
const NOTHING_FOUND = 'loaded-context';

/** As `loadFromDefault`, but of the files that KUBECONFIG named at first, whatever it names by now. */
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
