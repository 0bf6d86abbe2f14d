import type { KubeClient } from './client.ts';

/** Verbs that a process needs on one resource. */
export interface Permission {
  /** API group; empty for the core group. */
  readonly group: string;
  /** Plural name, or `plural/subresource`; a subresource may contain slashes. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** Namespace of the objects; all namespaces by default. */
  readonly namespace?: string;
  /** Name of the one object; all objects by default. */
  readonly name?: string;
}

/** Verbs of a list and watch. */
export const WATCH: readonly string[] = ['list', 'watch'];

/** Permission with a single verb. */
export type Right = Omit<Permission, 'verbs'> & { readonly verb: string };

/** Concurrent reviews. More would occupy connections that the first lists need. */
const CONCURRENT_REVIEWS = 4;

/** Invalid name of a namespace. A permission in it is one in all namespaces. */
const NO_NAMESPACE = '-';

/** Response to authorization.k8s.io/v1 SelfSubjectAccessReview. */
interface AccessReview {
  readonly status?: { readonly allowed?: boolean };
}

/** Response to authorization.k8s.io/v1 SelfSubjectRulesReview. */
interface RulesReview {
  readonly status?: { readonly resourceRules?: readonly ResourceRule[] };
}

/** Rule that grants verbs on resources; `*` is a wildcard. */
interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  /** Plural names, `plural/subresource`, or `*` + `/subresource` for a subresource of all resources. */
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

/**
 * Permissions among `needed` that the client lacks, in order, each as `verb resource.group`, with
 * `named <name>` and `in <namespace>` where the permission has them. Throws KubeError.
 */
export async function missingPermissions(
  client: KubeClient,
  needed: readonly Permission[],
): Promise<string[]> {
  return (await missingRights(client, needed)).map(nameOf);
}

/** Permissions among `needed` that the client lacks, one per verb. Throws KubeError. */
export async function missingRights(client: KubeClient, needed: readonly Permission[]): Promise<Right[]> {
  const rules = await allowedIn(client, [
    ...new Set(needed.map(({ namespace = NO_NAMESPACE }) => namespace)),
  ]);
  // Rules may be incomplete, so a review checks each permission that they do not grant.
  const unconfirmed = needed
    .flatMap(({ verbs, ...rest }) => verbs.map((verb) => ({ ...rest, verb })))
    .filter(
      (permission) =>
        !rules.get(permission.namespace ?? NO_NAMESPACE)?.some((rule) => covers(rule, permission)),
    );
  return deniedRights(client, unconfirmed);
}

/** Rights that the client lacks, each by a review of its own. Throws KubeError. */
export async function deniedRights(client: KubeClient, rights: readonly Right[]): Promise<Right[]> {
  const allowed: boolean[] = [];
  for (let start = 0; start < rights.length; start += CONCURRENT_REVIEWS) {
    const reviews = rights.slice(start, start + CONCURRENT_REVIEWS).map((right) => isAllowed(client, right));
    allowed.push(...(await Promise.all(reviews)));
  }
  return rights.filter((_, index) => !allowed[index]);
}

/** Granted rules by namespace. */
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

function covers(rule: ResourceRule, { verb, group, resource, name = '' }: Right): boolean {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  const plurals = [
    '*',
    resource,
    ...(resource.includes('/') ? [`*${resource.slice(resource.indexOf('/'))}`] : []),
  ];
  return (
    (resourceNames.length === 0 || resourceNames.includes(name)) &&
    ['*', verb].some((each) => verbs.includes(each)) &&
    ['*', group].some((each) => apiGroups.includes(each)) &&
    plurals.some((each) => resources.includes(each))
  );
}

async function isAllowed(client: KubeClient, right: Right): Promise<boolean> {
  const { resource, ...rest } = right;
  const [plural] = resource.split('/', 1);
  const subresource = resource.slice((plural ?? '').length + 1) || undefined;
  const review = await client.post<AccessReview>('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { ...rest, resource: plural, subresource } },
  });
  return review.status?.allowed === true;
}

function nameOf({ verb, group, resource, namespace, name }: Right): string {
  const objects = `${verb} ${group === '' ? resource : `${resource}.${group}`}`;
  const permission = name === undefined ? objects : `${objects} named ${name}`;
  return namespace === undefined ? permission : `${permission} in ${namespace}`;
}
