import { isIPv6 } from 'node:net';

/**
 * Network of an address, for rate limits: an IPv4 address itself, and the /64 of an IPv6 address, within which a
 * host may choose any address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = groupsIn(head);
  const after = groupsIn(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0);
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}

/** Groups without leading zeros; an IPv4 address or zone at the end is in the host's half and does not matter. */
function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+/, '') || '0');
}
