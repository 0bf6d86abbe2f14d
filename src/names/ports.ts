/** A range of ports, both ends included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Ports for rules where the configuration names none and the engine opens the ports of listeners by itself: none that
 * a node, a NodePort, a client's end of a connection, or a gateway engine itself uses by default.
 */
export const DEFAULT_PORTS: readonly PortRange[] = [{ from: 20_000, to: 20_999 }];

/**
 * Standing of a namespace to a port of the gateway: a rule of it has the port, a rule of it asks for the port and may
 * have it, it may have the port with a new rule, or it may not.
 */
export type PortStanding = 'held' | 'wanted' | 'free' | 'refused';

const PARTS = /^\d{1,5}([ \t\r\n]*-[ \t\r\n]*\d{1,5})?$/;

/** Reading of ports and ranges as text: `30000-30099, 31000`; empty text has none. */
export type PortsReading =
  | { readonly type: 'valid'; readonly ranges: readonly PortRange[] }
  | { readonly type: 'invalid'; readonly message: string };

/** Reads ports and ranges. */
export function readPorts(text: string): PortsReading {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (!parts.every((part) => PARTS.test(part))) {
    return { type: 'invalid', message: 'must be ports and ranges such as 30000-30099, 31000' };
  }
  const ranges = parts.map((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return { from, to };
  });
  return ranges.every(({ from, to }) => from >= 1 && from <= to && to <= 65_535)
    ? { type: 'valid', ranges }
    : { type: 'invalid', message: 'must be ports from 1 to 65535, the lower one first' };
}

/** Whether a port is among those that a gateway offers to TCP and UDP rules, or a team has. */
export function isOffered(port: number, ranges: readonly PortRange[]): boolean {
  return ranges.some(({ from, to }) => from <= port && port <= to);
}

/** Ranges without the ports of others. */
export function withoutPorts(
  ranges: readonly PortRange[],
  others: readonly PortRange[],
): readonly PortRange[] {
  return others.reduce<readonly PortRange[]>(
    (left, { from, to }) =>
      left.flatMap((range) =>
        [
          { from: range.from, to: Math.min(range.to, from - 1) },
          { from: Math.max(range.from, to + 1), to: range.to },
        ].filter((part) => part.from <= part.to),
      ),
    ranges,
  );
}

/** Ranges as text: `30000-30099, 31000`; `none` where there are none. */
export function rangesText(ranges: readonly PortRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ') || 'none';
}
