import { isIPv6 } from 'node:net';

/**
 * Whom an address stands for: an IPv4 address for itself, one of IPv6 for its /64, within which a host has as
 * many addresses as it likes.
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

/** The groups without leading zeros; what comes after them, an IPv4 address or a zone, is in the host's half. */
function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}
