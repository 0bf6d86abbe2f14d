import {
  type Cluster,
  type Context,
  type Kubeconfig,
  NO_CLUSTER,
  NO_CONTEXT,
  NO_USER,
  type User,
} from './decode.ts';
import type { Overrides } from './overrides.ts';

/** Cluster, user and namespace that a kubeconfig and a command line choose. */
export interface Choice {
  /** Name of the context; empty for none. */
  readonly context: string;
  readonly clusterName: string;
  readonly userName: string;
  readonly cluster: Cluster;
  readonly user: User;
  /** Empty where nothing names one. */
  readonly namespace: string;
}

/**
 * Choice of kubectl, or undefined where nothing names a server. A user, or the cluster of a context, that is not there has no
 * fields; one that the command line names must be there. Throws an Error. Pure.
 */
export function chosenBy(
  kubeconfig: Kubeconfig,
  overrides: Overrides,
  { KUBERNETES_MASTER: master }: NodeJS.ProcessEnv,
): Choice | undefined {
  const name = overrides.context || kubeconfig.currentContext;
  const written = kubeconfig.contexts.get(name);
  if (written === undefined && name !== '') {
    throw new Error(`the kubeconfig has no context ${name}${among(kubeconfig.contexts)}`);
  }
  const context = contextOf(written ?? NO_CONTEXT, overrides);
  const user = kubeconfig.users.get(context.user);
  const cluster = kubeconfig.clusters.get(context.cluster);
  if (user === undefined && overrides.user) {
    throw new Error(`the kubeconfig has no user ${overrides.user}${among(kubeconfig.users)}`);
  }
  if (cluster === undefined && overrides.cluster) {
    throw new Error(`the kubeconfig has no cluster ${overrides.cluster}${among(kubeconfig.clusters)}`);
  }
  const chosen = clusterOf(cluster ?? NO_CLUSTER, overrides);
  const server = chosen.server || master;
  return server
    ? {
        context: name,
        clusterName: context.cluster,
        userName: context.user,
        cluster: { ...chosen, server },
        user: userOf(user ?? NO_USER, overrides),
        namespace: context.namespace,
      }
    : undefined;
}

function among(entries: ReadonlyMap<string, unknown>): string {
  return entries.size === 0 ? '' : `; it has ${[...entries.keys()].join(', ')}`;
}

function contextOf(context: Context, { cluster, user, namespace }: Overrides): Context {
  return {
    ...context,
    cluster: cluster || context.cluster,
    user: user || context.user,
    namespace: namespace || context.namespace,
  };
}

/**
 * Cluster with what the command line says. Authorities and the leave to skip them replace each other, and another server has
 * another name in its certificate.
 */
function clusterOf(cluster: Cluster, overrides: Overrides): Cluster {
  const { server, tlsServerName = '', authority = '', insecure = false } = overrides;
  const own: Cluster = {
    ...cluster,
    server: server || cluster.server,
    tlsServerName: server || tlsServerName ? tlsServerName : cluster.tlsServerName,
  };
  return insecure || authority ? { ...own, insecure, authority, authorityData: '' } : own;
}

function userOf(user: User, overrides: Overrides): User {
  const { certificate, key } = overrides;
  const extra = extraOf(overrides.asExtra ?? []);
  return {
    ...user,
    ...(certificate ? { certificate, certificateData: '' } : {}),
    ...(key ? { key, keyData: '' } : {}),
    token: overrides.token || user.token,
    as: overrides.as || user.as,
    asUid: overrides.asUid || user.asUid,
    asGroups: overrides.asGroups?.length ? overrides.asGroups : user.asGroups,
    asExtra: new Map([...user.asExtra, ...extra]),
  };
}

function extraOf(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const extra = new Map<string, string[]>();
  for (const pair of pairs) {
    const [, key, value] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    if (key !== undefined && value !== undefined) {
      extra.set(key, [...(extra.get(key) ?? []), value]);
    }
  }
  return extra;
}
