/** Host of a URL, where an address of IPv6 has no brackets. Pure. */
export function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
