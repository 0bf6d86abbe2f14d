/** What a request does, in the words of Kubernetes' authorization; a write that is only tried is a rehearsal. */
export type Verb = 'list' | 'watch' | 'get' | 'rehearse' | 'create' | 'update' | 'patch' | 'delete';

/** One request to the API server. */
export interface Call {
  readonly verb: Verb;
  /** Plural name; empty for a path that is no resource's. */
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Reads method and path, with the query, of a request. */
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

/** Calls of one class are numbered together: verb, resource and subresource. */
export function classOf({ verb, resource, subresource }: Call): string {
  return [verb, resource, subresource].filter((part) => part !== undefined).join('.');
}

/** Whether a call is there to change an object; leases, reviews and Events change nothing that anybody asked for. */
export function isWrite({ verb, resource }: Call): boolean {
  const writes = ['create', 'update', 'patch', 'delete'].includes(verb);
  return writes && !['leases', 'events'].includes(resource) && !resource.endsWith('reviews');
}

/** What is in no namespace: lists and watches of everything else are narrowed to one. */
const CLUSTER_WIDE = ['namespaces', 'gatewayclasses', 'storageclasses'];

/**
 * The URL to forward for `url`, so that an operator sees one namespace as if it were the whole cluster:
 * plans run side by side on one API server, and each has its operator, rules and leases to itself.
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
