import { BlockList, isIP } from 'node:net';
import type { SignaturePolicy } from './signature/policy.ts';

/** Entry of the allow-list of the configuration: an address at which a store may be. */
export type Allowed =
  /** Any public address, over https. */
  | { readonly type: 'public' }
  /** Any address of a range, over http too. */
  | ({ readonly type: 'range' } & AddressRange)
  /** An origin, such as `http://store.market.svc:8080`, whatever its name resolves to. */
  | { readonly type: 'origin'; readonly origin: string }
  /**
   * A registry or a path in it, such as `registry.example.com/team`, over HTTPS; what is below it must be signed. Only
   * requests about such a repository get there by it.
   */
  | { readonly type: 'registry'; readonly place: string; readonly policy: SignaturePolicy };

/** Range of IP addresses, such as 10.20.0.0/16. */
export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
}

/** Whether a request to a URL may be sent to an IP address. */
export type Guard = (url: URL, address: string) => boolean;

/**
 * Guard of an allow-list; addresses of the ranges `inner` are not public, whatever their form. Registries whose content
 * must be signed are not in it, as most requests verify nothing. Pure.
 */
export function createGuard(allowed: readonly Allowed[], inner: readonly AddressRange[] = []): Guard {
  const listed = listOf(allowed.filter((entry) => entry.type === 'range'));
  const notPublic = listOf(inner);
  const origins = new Set(allowed.flatMap((entry) => (entry.type === 'origin' ? [entry.origin] : [])));
  const anyPublic = allowed.some(({ type }) => type === 'public');
  return (url, address) =>
    origins.has(url.origin) ||
    isListed(listed, address) ||
    (anyPublic && url.protocol === 'https:' && isPublic(address) && !isListed(notPublic, address));
}

/** Predicate of the addresses of ranges. */
export function withinRanges(ranges: readonly AddressRange[]): (address: string) => boolean {
  const listed = listOf(ranges);
  return (address) => isListed(listed, address);
}

type Family = 'ipv4' | 'ipv6';

function familyOf(address: string): Family {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** Whether an address is globally reachable. */
export function isPublic(address: string): boolean {
  const text = withoutZone(address);
  return familyOf(text) === 'ipv4'
    ? !SPECIAL_IPV4.check(text, 'ipv4')
    : GLOBAL_IPV6.check(text, 'ipv6') && !SPECIAL_IPV6.check(text, 'ipv6');
}

/** Lists of the addresses of ranges, by family. */
function listOf(entries: readonly AddressRange[]): Readonly<Record<Family, BlockList>> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefix } of entries) {
    const family = familyOf(address);
    lists[family].addSubnet(address, prefix, family);
  }
  return lists;
}

/** Whether an address is in one of the lists; BlockList treats an IPv4-mapped IPv6 address as the IPv4 address. */
function isListed({ ipv4, ipv6 }: Readonly<Record<Family, BlockList>>, address: string): boolean {
  const text = withoutZone(address);
  const family = familyOf(text);
  // A BlockList takes IPv4 addresses for parts of IPv6 ranges, so `::/0` alone would mean every address.
  return ipv4.check(text, family) || (family === 'ipv6' && ipv6.check(text, family));
}

function withoutZone(address: string): string {
  return address.replace(/%.*/, '');
}

function ranges(family: Family, texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', prefix] = text.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** IPv4 ranges that are not globally reachable, by the IANA registry of special-purpose addresses (RFC 6890 ff.). */
const SPECIAL_IPV4 = ranges('ipv4', [
  '0.0.0.0/8', // this network; 0.0.0.0 itself reaches the local host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; the metadata service of one cloud
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; the metadata service of one cloud
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '168.63.129.16/32', // the platform service of one cloud, public in form only
]);

/** Global unicast IPv6; loopback, mapped, NAT64, local and multicast addresses lie outside. */
const GLOBAL_IPV6 = ranges('ipv6', ['2000::/3']);

/** Ranges of it that are not globally reachable. */
const SPECIAL_IPV6 = ranges('ipv6', [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which has an IPv4 address inside
  '3fff::/20', // documentation
]);
