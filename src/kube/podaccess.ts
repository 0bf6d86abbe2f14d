import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { ClusterAccess } from './transport.ts';

/** Folder in a pod with its token and the CA of the API server. */
const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** URL of the API server from a pod's environment; undefined outside of pods. */
export function podServer(env: NodeJS.ProcessEnv): string | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port) {
    return undefined;
  }
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Namespace of a pod. */
export function podNamespace(env: NodeJS.ProcessEnv, folder = FOLDER): string {
  if (env.POD_NAMESPACE) {
    return env.POD_NAMESPACE;
  }
  try {
    return readFileSync(join(folder, 'namespace'), 'utf8').trim();
  } catch {
    return '';
  }
}

/** Values in place of the files of a pod. */
interface InPlace {
  readonly folder?: string | undefined;
  readonly token?: string | undefined;
  /** Path of the file with the authorities. */
  readonly authority?: string | undefined;
}

/** Access as the ServiceAccount of the pod. Each request for credentials reads token and CA again. */
export function podAccess(
  server: string,
  { folder = FOLDER, token: given, authority = join(folder, 'ca.crt') }: InPlace = {},
): ClusterAccess {
  return {
    server,
    credentials: async () => {
      const [token, ca] = await Promise.all([
        given || readFile(join(folder, 'token'), 'utf8'),
        readFile(authority, 'utf8'),
      ]);
      return { ca, headers: { Authorization: `Bearer ${token.trim()}` } };
    },
  };
}
