import type { NamedMatch } from '../objects/anyroute.ts';

/** A name and a value. */
export type Pair = Pick<NamedMatch, 'name' | 'value'>;

/** A request as routes see it. */
export interface AskedRequest {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** Host without its port, in lower case. */
  readonly host: string;
  /** Port of the Gateway. */
  readonly port: number;
  /** Path in which engines have resolved dots, slashes in a row and needless escapes. */
  readonly path: string;
  readonly query: readonly Pair[];
  /** Headers with names in lower case. */
  readonly headers: readonly Pair[];
}

/** Parts of a request: its method, a URL, and headers of which `Host` goes before the host of the URL. */
interface Wording {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly Pair[];
}

const PORTS = { http: 80, https: 443 };

/** The request for a URL whose scheme is http or https. */
export function askedRequest({ method, url, headers }: Wording): AskedRequest {
  const named = headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  const host = named.find(({ name }) => name === 'host')?.value ?? url.host;
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  return {
    method,
    scheme,
    host: host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase(),
    port: url.port === '' ? PORTS[scheme] : Number(url.port),
    path: resolvedPath(url.pathname),
    query: [...url.searchParams].map(([name, value]) => ({ name, value })),
    headers: named.filter(({ name }) => name !== 'host'),
  };
}

/** Characters that mean something in a path, and stay escaped. */
const RESERVED = ":/?#[]@!$&'()*+,;=%";

/** A path with slashes in a row as one, and no escapes for characters that need none; a URL has resolved the dots. */
function resolvedPath(path: string): string {
  return path
    .replace(/%([2-7][0-9a-f])/gi, (escaped, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16));
      return RESERVED.includes(character) || code.toLowerCase() === '7f' ? escaped : character;
    })
    .replace(/\/{2,}/g, '/');
}
