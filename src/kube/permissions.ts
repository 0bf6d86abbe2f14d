import type { KubeClient } from './client.ts';

/** What somebody must be allowed to do with one resource. */
export interface Permission {
  /** API group; empty for the core group. */
  readonly group: string;
  /** Plural name; of a subresource `plural/subresource`. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Where; in all namespaces where nothing is said. */
  readonly namespace?: string;
}

/** Questions under way at the same time: all at once, each on a connection of its own, would delay the first lists. */
const AT_A_TIME = 4;

/** Answer of the API server to "may I?" (authorization.k8s.io/v1 SelfSubjectAccessReview). */
interface Review {
  readonly status?: { readonly allowed?: boolean };
}

/**
 * What of `needed` the client may not do, in its order: `verb resource.group`, with ` in namespace` where one
 * was given; empty where nothing is missing. Throws KubeError where the API server does not tell.
 */
export async function missingPermissions(
  client: KubeClient,
  needed: readonly Permission[],
): Promise<string[]> {
  const each = needed.flatMap(({ verbs, ...rest }) => verbs.map((verb) => ({ ...rest, verb })));
  const allowed: boolean[] = [];
  for (let start = 0; start < each.length; start += AT_A_TIME) {
    const asked = each.slice(start, start + AT_A_TIME).map((permission) => isAllowed(client, permission));
    allowed.push(...(await Promise.all(asked)));
  }
  return each.filter((_, index) => !allowed[index]).map(nameOf);
}

type OneVerb = Omit<Permission, 'verbs'> & { readonly verb: string };

async function isAllowed(
  client: KubeClient,
  { verb, group, resource, namespace }: OneVerb,
): Promise<boolean> {
  const [plural, subresource] = resource.split('/');
  const review = await client.post<Review>('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb, group, resource: plural, subresource, namespace } },
  });
  return review.status?.allowed === true;
}

function nameOf({ verb, group, resource, namespace }: OneVerb): string {
  const what = `${verb} ${group === '' ? resource : `${resource}.${group}`}`;
  return namespace === undefined ? what : `${what} in ${namespace}`;
}
