import { loadAccess } from '../kube/access.ts';
import { KubeClient } from '../kube/client.ts';
import { createTransport, type Transport } from '../kube/transport.ts';
import type { Place } from './options.ts';

/** A cluster, as the user of a kubeconfig. */
export interface Connection {
  readonly client: KubeClient;
  /** Where to look when the user names no namespace. */
  readonly namespace: string;
  /** The user's token now; undefined where they prove by something else who they are. */
  token(): Promise<string | undefined>;
  /** Asks for what is no object of the cluster's; answers its JSON. Throws KubeError. */
  call: Transport['call'];
  close(): Promise<void>;
}

/** Connects as kubectl would. Throws where no kubeconfig gives access. */
export async function connect({ kubeconfig, context, namespace }: Place): Promise<Connection> {
  const access = loadAccess(context, kubeconfig ?? process.env.KUBECONFIG);
  const transport = await createTransport(access);
  return {
    client: new KubeClient(transport),
    namespace: namespace ?? access.namespace ?? 'default',
    token: async () => {
      const { headers } = await access.credentials();
      const authorization = new Headers(headers as Record<string, string>).get('authorization');
      return /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    },
    call: (request) => transport.call(request),
    close: () => transport.close(),
  };
}
