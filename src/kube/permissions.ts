import type { KubeClient } from './client.ts';

/** What somebody must be allowed to do with one resource. */
export interface Permission {
  /** API group; empty for the core group. */
  readonly group: string;
  /** Plural name; of a subresource `plural/subresource`, which may have slashes of its own. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Where; in all namespaces where nothing is said. */
  readonly namespace?: string;
}

/** One verb of it. */
type Right = Omit<Permission, 'verbs'> & { readonly verb: string };

/** Questions under way at the same time: all at once, each on a connection of its own, would delay the first lists. */
const AT_A_TIME = 4;

/** What no namespace can be called: who may do something there may do it in all of them. */
const NOWHERE = '-';

/** Answer of the API server to "may I?" (authorization.k8s.io/v1 SelfSubjectAccessReview). */
interface AccessReview {
  readonly status?: { readonly allowed?: boolean };
}

/** Answer of the API server to "what may I?" (authorization.k8s.io/v1 SelfSubjectRulesReview). */
interface RulesReview {
  readonly status?: { readonly resourceRules?: readonly ResourceRule[] };
}

/** Something that is allowed; `*` stands for everything. */
interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  /** Plural names, `plural/subresource` or, for a subresource of everything, `*` and its name. */
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/**
 * What of `needed` the client may not do, in its order: `verb resource.group`, with ` in namespace` where one
 * was given; empty where nothing is missing. Throws KubeError where the API server does not tell.
 */
export async function missingPermissions(
  client: KubeClient,
  needed: readonly Permission[],
): Promise<string[]> {
  return (await missingRights(client, needed)).map(nameOf);
}

/** What of `needed` the client may not do, verb by verb. Throws KubeError where the API server does not tell. */
export async function missingRights(client: KubeClient, needed: readonly Permission[]): Promise<Right[]> {
  const rules = await allowedIn(client, [...new Set(needed.map(({ namespace = NOWHERE }) => namespace))]);
  // The rules may be incomplete.
  const doubtful = needed
    .flatMap(({ verbs, ...rest }) => verbs.map((verb) => ({ ...rest, verb })))
    .filter(
      (permission) => !rules.get(permission.namespace ?? NOWHERE)?.some((rule) => covers(rule, permission)),
    );
  const allowed: boolean[] = [];
  for (let start = 0; start < doubtful.length; start += AT_A_TIME) {
    const asked = doubtful.slice(start, start + AT_A_TIME).map((permission) => isAllowed(client, permission));
    allowed.push(...(await Promise.all(asked)));
  }
  return doubtful.filter((_, index) => !allowed[index]);
}

/** What is allowed, by namespace. */
async function allowedIn(
  client: KubeClient,
  namespaces: readonly string[],
): Promise<ReadonlyMap<string, readonly ResourceRule[]>> {
  const rules = namespaces.map(async (namespace) => {
    const review = await client.post<RulesReview>('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    });
    return [namespace, review.status?.resourceRules ?? []] as const;
  });
  return new Map(await Promise.all(rules));
}

function covers(rule: ResourceRule, { verb, group, resource }: Right): boolean {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  const names = [
    '*',
    resource,
    ...(resource.includes('/') ? [`*${resource.slice(resource.indexOf('/'))}`] : []),
  ];
  return (
    resourceNames.length === 0 &&
    ['*', verb].some((each) => verbs.includes(each)) &&
    ['*', group].some((each) => apiGroups.includes(each)) &&
    names.some((each) => resources.includes(each))
  );
}

async function isAllowed(client: KubeClient, { verb, group, resource, namespace }: Right): Promise<boolean> {
  const [plural] = resource.split('/', 1);
  const subresource = resource.slice((plural ?? '').length + 1) || undefined;
  const review = await client.post<AccessReview>('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb, group, resource: plural, subresource, namespace } },
  });
  return review.status?.allowed === true;
}

function nameOf({ verb, group, resource, namespace }: Right): string {
  const what = `${verb} ${group === '' ? resource : `${resource}.${group}`}`;
  return namespace === undefined ? what : `${what} in ${namespace}`;
}
