import { cookiePath } from '../cookies.ts';
import type { ListenerGroup } from '../group.ts';

const SOURCE = { type: 'SourceIP' } as const;

/** Variables of nginx whose value Envoy has under another name. */
const KNOWN: Readonly<Record<string, object>> = {
  $remote_addr: SOURCE,
  $binary_remote_addr: SOURCE,
  $request_uri: byHeader(':path'),
  $host: byHeader(':authority'),
  $http_host: byHeader(':authority'),
};

/** The consistent hash by which Envoy Gateway chooses a pod; undefined where none is requested, or it has none. */
export function consistentHash({ balancing, path, scheme }: ListenerGroup): object | undefined {
  switch (balancing.type) {
    case 'round-robin':
      return undefined;
    case 'cookie': {
      // With a time to live, Envoy sets a cookie that is missing; 0 is as long as the browser runs.
      const attributes = { Path: cookiePath(path), ...(scheme === 'https' ? { Secure: '' } : {}) };
      return { type: 'Cookie', cookie: { name: balancing.cookie, ttl: '0s', attributes } };
    }
    case 'hash':
      return KNOWN[balancing.variable] ?? byFamily(balancing.variable);
  }
}

/** Variables that nginx has for every header, cookie and parameter of a request. */
function byFamily(variable: string): object | undefined {
  const [, family, name = ''] = /^\$(http|cookie|arg)_(.+)$/.exec(variable) ?? [];
  switch (family) {
    case 'http':
      return byHeader(name.replaceAll('_', '-'));
    case 'cookie':
      return { type: 'Cookie', cookie: { name } };
    case 'arg':
      return { type: 'QueryParams', queryParams: [{ name }] };
    default:
      return undefined;
  }
}

function byHeader(name: string): object {
  return { type: 'Headers', headers: [{ name }] };
}
