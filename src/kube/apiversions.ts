import type { KubeClient } from './client.ts';

/** Version of a cluster and what it serves, as templates of charts ask for it. */
export interface ApiVersions {
  /** Version of Kubernetes, such as `v1.36.4`. */
  readonly kubeVersion: string;
  /** API versions, and kinds with their API version: `apps/v1`, `apps/v1/Deployment`. */
  readonly apiVersions: readonly string[];
}

/** Group of the aggregated discovery document, reduced to the fields in use; the core group has no name. */
interface DiscoveredGroup {
  readonly metadata: { readonly name?: string };
  readonly versions?: readonly {
    readonly version: string;
    readonly resources?: readonly { readonly responseKind?: { readonly kind?: string } }[];
  }[];
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Version and API versions of a cluster, in order. Throws KubeError. */
export async function readApiVersions(client: KubeClient, signal?: AbortSignal): Promise<ApiVersions> {
  const read = (path: string) =>
    client.read<{ readonly items: readonly DiscoveredGroup[] }>(path, { accept: AGGREGATED, signal });
  const [{ gitVersion }, core, groups] = await Promise.all([
    client.read<{ readonly gitVersion: string }>('/version', { accept: 'application/json', signal }),
    read('/api'),
    read('/apis'),
  ]);
  const served = [...core.items, ...groups.items].flatMap(versionsOf);
  return { kubeVersion: gitVersion, apiVersions: [...new Set(served)].toSorted() };
}

function versionsOf({ metadata: { name = '' }, versions = [] }: DiscoveredGroup): string[] {
  return versions.flatMap(({ version, resources = [] }) => {
    const apiVersion = name === '' ? version : `${name}/${version}`;
    return [apiVersion, ...resources.flatMap(({ responseKind }) => kindOf(apiVersion, responseKind?.kind))];
  });
}

function kindOf(apiVersion: string, kind: string | undefined): string[] {
  return kind === undefined || kind === '' ? [] : [`${apiVersion}/${kind}`];
}
