import { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { pathOf, type Resource } from '../../../src/kube/resource.ts';
import { createTransport, type Transport } from '../../../src/kube/transport.ts';
import { SERVICE_ACCOUNTS } from '../../../src/objects/core.ts';
import { UserError } from '../errors.ts';

/** Address of an API server, and the client certificate of its administrator; PEM texts. */
export interface AdminAccess {
  readonly server: string;
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** Client of an API server as its administrator, and the transport below it. */
export interface AdminClient {
  readonly client: KubeClient;
  readonly transport: Transport;
}

/** Lifetime of the tokens of Stoa and of the example's owner. */
const TOKEN_SECONDS = 30 * 24 * 3600;

/** Opens the administrator's client; the caller closes its transport. `present` is the access at each request. */
export async function openAdminClient(access: AdminAccess, present = () => access): Promise<AdminClient> {
  const transport = await createTransport({
    server: access.server,
    credentials: async () => {
      const { ca, certificate, key } = present();
      return { ca, cert: certificate, key };
    },
  });
  return { client: new KubeClient(transport), transport };
}

/** Whether the start-up hooks of the API server have run. Throws KubeError where they have not. */
export async function isServerReady({ transport }: AdminClient): Promise<boolean> {
  // The answer is plain text, which a call would not parse.
  await Array.fromAsync(await transport.open({ method: 'GET', path: '/readyz' }));
  return true;
}

/** Result of a server-side apply of the YAML of one object as it stands, as kubectl does it. Throws KubeError. */
export async function applyManifest<T extends KubeObject>(
  { transport }: AdminClient,
  resource: Resource<T>,
  name: string,
  manifest: string,
): Promise<T> {
  const applied = await transport.call({
    method: 'PATCH',
    path: pathOf(resource, { name }),
    query: { fieldManager: 'kubectl', force: 'true', fieldValidation: 'Strict' },
    contentType: 'application/apply-patch+yaml',
    body: Buffer.from(manifest),
  });
  return applied as T;
}

/** Token of a ServiceAccount for the default audience. Throws a UserError where it is refused. */
export async function createToken({ client }: AdminClient, namespace: string, name: string): Promise<string> {
  const path = pathOf(SERVICE_ACCOUNTS, { namespace, name, subresource: 'token' });
  try {
    const { status } = await client.post<{ readonly status: { readonly token: string } }>(path, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: TOKEN_SECONDS },
    });
    return status.token;
  } catch (error) {
    if (error instanceof KubeError) {
      throw new UserError(`no token for ServiceAccount ${namespace}/${name}: ${error.message}`);
    }
    throw error;
  }
}
