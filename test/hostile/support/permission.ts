import { BlockList } from 'node:net';
import { posix } from 'node:path';
import { holdsCookies } from '../../../src/engines/cookies.ts';
import { byPrecision } from '../../../src/rule/conditions.ts';
import type { EffectiveHttp } from '../../../src/rule/effective.ts';
import type { Seen } from './rawrequest.ts';

/** Permission of a component to have a request, by the rules of a case: always, a limited number of times, or never. */
export type Permission = 'permitted' | 'limited' | 'forbidden';

/**
 * Permission of a request without credentials, as its component got it. The component may read its path as it stands, or
 * without parameters and with each slash that is hidden in it, and decode it before or after: for each, the rule of its
 * resource counts.
 */
export function permissionOf(seen: Seen, host: string, rules: readonly EffectiveHttp[]): Permission {
  const own = rules.filter(
    (rule) => rule.target.type === 'component' && rule.target.id === seen.component && isHostOf(rule, host),
  );
  const [path = '/', search = ''] = seen.path.split('?');
  const decoding = own.map((rule) => ({ ...rule, path: decoded(rule.path), ...exactly(rule) }));
  const readings = [
    ...[posix.normalize(path), carelessly(path)].map((read) => ({ read, rules: own })),
    ...[carelessly(decoded(path)), decoded(carelessly(path))].map((read) => ({ read, rules: decoding })),
  ];
  const permissions = readings.map(({ read, rules: readSo }) => {
    const governing = readSo
      .filter((rule) => isFor(rule, read, seen, new URLSearchParams(search)))
      .toSorted((a, b) => prefixOf(b).length - prefixOf(a).length || byPrecision(a, b))[0];
    return governing === undefined ? 'forbidden' : permissionBy(governing);
  });
  return (['forbidden', 'limited'] as const).find((each) => permissions.includes(each)) ?? 'permitted';
}

/** A path without its escapes, byte by byte. */
function decoded(path: string): string {
  return path.replaceAll(/%[0-9A-Fa-f]{2}/g, (sign) =>
    String.fromCharCode(Number.parseInt(sign.slice(1), 16)),
  );
}

/** The whole path of a rule without its escapes. */
function exactly({ exactPath }: EffectiveHttp): Partial<EffectiveHttp> {
  return exactPath === undefined ? {} : { exactPath: decoded(exactPath) };
}

/** The path as a careless component reads it. */
function carelessly(path: string): string {
  const segments = path.split('/').flatMap((segment) => (segment.split(';')[0] ?? '').split(/%2f|%5c|\\/i));
  return posix.normalize(segments.join('/') || '/');
}

function isHostOf({ host }: EffectiveHttp, asked: string): boolean {
  const name = asked.toLowerCase().replace(/[.]?(:[0-9]*)?$/, '');
  return host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host;
}

/** Beginning of the paths that the component gets by a rule. */
function prefixOf({ path, policy: { rewrite } }: EffectiveHttp): string {
  return rewrite?.path?.prefix ?? rewrite?.path?.full ?? path;
}

function isFor(
  rule: EffectiveHttp,
  path: string,
  { method, headers }: Seen,
  query: URLSearchParams,
): boolean {
  const prefix = prefixOf(rule);
  return (
    (rule.exactPath === undefined || rule.exactPath === path) &&
    `${path}/`.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`) &&
    (rule.methods.length === 0 || rule.methods.some((each) => each === method)) &&
    Object.entries(rule.headers).every(([name, value]) => headers[name.toLowerCase()] === value) &&
    holdsCookies(headers.cookie ?? '', rule.cookies) &&
    Object.entries(rule.query).every(([name, value]) => query.get(name) === value)
  );
}

/** Permission by the guards of a rule for a client on this machine that knows no password. */
function permissionBy({ policy }: EffectiveHttp): Permission {
  const { allow, deny, basicAuth, externalAuth, rateLimit } = policy;
  const isKeptOut = (allow !== undefined && !holdsUs(allow)) || holdsUs(deny ?? []);
  if (isKeptOut || basicAuth !== undefined || externalAuth !== undefined) {
    return 'forbidden';
  }
  return rateLimit === undefined ? 'permitted' : 'limited';
}

/** Whether addresses of this machine are in one of the blocks. */
function holdsUs(blocks: readonly string[]): boolean {
  const list = new BlockList();
  for (const [address = '', bits = ''] of blocks.map((block) => block.split('/'))) {
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list.check('127.0.0.1');
}
