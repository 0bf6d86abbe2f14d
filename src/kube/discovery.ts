import type { KubeClient } from './client.ts';
import type { Resource } from './resource.ts';

/** Group of the aggregated discovery document (apidiscovery.k8s.io/v2), reduced to the fields in use; the core group has no name. */
export interface DiscoveredGroup {
  readonly metadata: { readonly name?: string };
  readonly versions?: readonly {
    readonly version: string;
    readonly resources?: readonly {
      readonly resource: string;
      readonly responseKind?: { readonly kind?: string };
    }[];
  }[];
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Resources that an API server serves outside the core group. */
export class Discovery {
  readonly #served: ReadonlySet<string>;

  constructor(served: ReadonlySet<string>) {
    this.#served = served;
  }

  /** Discovery of the resources in the given groups only. */
  within(groups: ReadonlySet<string>): Discovery {
    const inside = (name: string) => groups.has(name.slice(0, name.indexOf('/')));
    return new Discovery(new Set([...this.#served].filter(inside)));
  }

  /** Whether two discoveries found the same resources. */
  equals(other: Discovery): boolean {
    return (
      this.#served.size === other.#served.size && [...this.#served].every((each) => other.#served.has(each))
    );
  }

  /** Whether the API server serves the resource in its version. */
  serves({ group, version, plural }: Resource): boolean {
    return this.#served.has(`${group}/${version}/${plural}`);
  }
}

/** Discovery of the served resources, by one request. Throws KubeError. */
export async function discover(client: KubeClient, signal?: AbortSignal): Promise<Discovery> {
  const groups = await readGroups(client, '/apis', signal);
  const served = groups.flatMap(({ metadata, versions = [] }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.map(({ resource }) => `${metadata.name}/${version}/${resource}`),
    ),
  );
  return new Discovery(new Set(served));
}

/** Groups that the API server serves at a path: the core group at `/api`, all others at `/apis`. Throws KubeError. */
export async function readGroups(
  client: KubeClient,
  path: '/api' | '/apis',
  signal?: AbortSignal,
): Promise<readonly DiscoveredGroup[]> {
  const { items } = await client.read<{ readonly items: readonly DiscoveredGroup[] }>(path, {
    accept: AGGREGATED,
    signal,
  });
  return items;
}
