import { loadAccess } from '../kube/access.ts';
import { KubeClient } from '../kube/client.ts';
import { type ClusterAccess, createTransport, type Transport } from '../kube/transport.ts';
import { Refused } from './failure.ts';
import { namespaceProblem } from './name.ts';
import type { Place } from './options.ts';

/** Access to a cluster as the user of a kubeconfig. */
export interface Connection {
  readonly client: KubeClient;
  /** Namespace that the user names, else that of the context. */
  readonly namespace: string;
  /** The user's current token; undefined for a user with other credentials. */
  token(): Promise<string | undefined>;
  /** Sends a request for what is no object, such as a proxied path; resolves to its JSON. Throws KubeError. */
  call: Transport['call'];
  /** Opens the stream of a response. Throws KubeError. */
  open: Transport['open'];
}

/** Connects as kubectl does, and disconnects after `work`. Throws where no kubeconfig gives access. */
export async function withConnection<Result>(
  place: Place,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const access = loadAccess(place);
  const where = access.namespace || 'default';
  const problem = namespaceProblem(where);
  if (problem !== undefined) {
    throw new Refused(`the namespace of the context of your kubeconfig: ${problem}: name another by -n`);
  }
  const transport = await createTransport(access);
  try {
    return await work({
      client: new KubeClient(transport),
      namespace: where,
      token: () => tokenOf(access),
      call: (request) => transport.call(request),
      open: (request) => transport.open(request),
    });
  } finally {
    await transport.close();
  }
}

async function tokenOf(access: ClusterAccess): Promise<string | undefined> {
  const { headers } = await access.credentials();
  const authorization = new Headers(headers as Record<string, string>).get('authorization');
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
}
