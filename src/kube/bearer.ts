import { KubeClient } from './client.ts';
import type { ClusterAccess, Transport } from './transport.ts';

/**
 * Access to the same API server without credentials: a call through it carries only the token that its sender adds.
 * A client certificate would authenticate the connection, whatever the token says.
 */
export function withoutCredentials({ server, proxy, timeoutMs, credentials }: ClusterAccess): ClusterAccess {
  return {
    server,
    proxy,
    timeoutMs,
    credentials: async () => {
      const { ca, rejectUnauthorized, servername } = await credentials();
      return { ca, rejectUnauthorized, servername };
    },
  };
}

/** Client that authenticates each call with a token, over a transport `withoutCredentials`. */
export function bearerClient(transport: Transport, token: string): KubeClient {
  return new KubeClient(transport, [['authorization', `Bearer ${token}`]]);
}
