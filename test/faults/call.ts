/** Effect of a request, in terms of Kubernetes authorization; `rehearse` is a dry-run write. */
export type Verb = 'list' | 'watch' | 'get' | 'rehearse' | 'create' | 'update' | 'patch' | 'delete';

/** One request to the API server. */
export interface Call {
  readonly verb: Verb;
  /** Plural name; empty for a path of no resource. */
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Parses method and path, with the query, of a request. */
export function parseCall(method: string, url: string): Call {
  const { pathname, searchParams } = new URL(url, 'http://none');
  const parts = pathname.split('/').filter((part) => part !== '');
  const rest = parts[0] === 'api' ? parts.slice(2) : parts[0] === 'apis' ? parts.slice(3) : [];
  const namespaced = rest[0] === 'namespaces' && rest.length > 2;
  const [resource = '', name, subresource] = namespaced ? rest.slice(2) : rest;
  return {
    verb: searchParams.has('dryRun')
      ? 'rehearse'
      : verbOf(method, name !== undefined, searchParams.has('watch')),
    resource,
    ...(namespaced && rest[1] !== undefined ? { namespace: rest[1] } : {}),
    ...(name === undefined ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource }),
  };
}

function verbOf(method: string, named: boolean, watch: boolean): Verb {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return 'delete';
    default:
      return watch ? 'watch' : named ? 'get' : 'list';
  }
}

/** Class of a call: verb, resource and subresource. Calls of one class are numbered together. */
export function classOf({ verb, resource, subresource }: Call): string {
  return [verb, resource, subresource].filter((part) => part !== undefined).join('.');
}

/** Whether a call changes a user-visible object; leases, reviews and Events do not count. */
export function isWrite({ verb, resource }: Call): boolean {
  const writes = ['create', 'update', 'patch', 'delete'].includes(verb);
  return writes && !['leases', 'events'].includes(resource) && !resource.endsWith('reviews');
}

/** Cluster-wide kinds: lists and watches of all others are restricted to one namespace. */
const CLUSTER_WIDE = ['namespaces', 'gatewayclasses', 'storageclasses'];

/**
 * URL to forward for `url`, so that an operator sees one namespace as if it were the whole cluster: plans run
 * concurrently on one API server, and each has its own operator, rules and leases.
 */
export function narrowed(method: string, url: string, namespace: string): string {
  const { verb, resource, namespace: given } = parseCall(method, url);
  const { pathname, searchParams } = new URL(url, 'http://none');
  const all = (verb === 'list' || verb === 'watch') && given === undefined && resource !== '';
  if (all && resource === 'namespaces') {
    searchParams.set('fieldSelector', `metadata.name=${namespace}`);
    return `${pathname}?${searchParams}`;
  }
  if (all && !CLUSTER_WIDE.includes(resource)) {
    return url.replace(`/${resource}`, `/namespaces/${namespace}/${resource}`);
  }
  return resource === 'leases' && given !== undefined
    ? url.replace(`/namespaces/${given}/`, `/namespaces/${namespace}/`)
    : url;
}
