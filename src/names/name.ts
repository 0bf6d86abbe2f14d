/**
 * A name of the gateway that a team may have: a host, `shop.example.com` or `*.example.com`, or a port of TCP and
 * UDP rules, `port 30000`. It is the value of `status.name` of a rule.
 */
export type Name = string;

/** A host as a name. */
export function hostName(host: string): Name {
  return host;
}

/** A port of the gateway as a name. */
export function portName(port: number): Name {
  return `${PORT}${port}`;
}

/** Start of the names of ports; no host has a space. */
const PORT = 'port ';

/** The port that a name stands for; undefined for a host. */
export function portOf(name: Name): number | undefined {
  return name.startsWith(PORT) ? Number(name.slice(PORT.length)) : undefined;
}

/** The part below which a wildcard covers every name, at any depth: `example.com` for `*.example.com`. */
export function wildcardParent(name: Name): string | undefined {
  return name.startsWith('*.') ? name.slice('*.'.length) : undefined;
}

/** Whether a name, perhaps a wildcard, covers all of another one, as hostnames of the Gateway API do. */
export function covers(name: Name, other: Name): boolean {
  const parent = wildcardParent(name);
  return name === other || (parent !== undefined && other.endsWith(`.${parent}`));
}

/** Whether there is a request that two names are both for. */
export function overlaps(a: Name, b: Name): boolean {
  return covers(a, b) || covers(b, a);
}
