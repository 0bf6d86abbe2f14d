/** A range of ports, both ends included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Whether a port is among those that a gateway offers to TCP and UDP rules. */
export function isOffered(port: number, ranges: readonly PortRange[]): boolean {
  return ranges.some(({ from, to }) => from <= port && port <= to);
}

/** The lowest offered port above one that is free, else the lowest free one of all; undefined where all are taken. */
export function freePort(
  above: number,
  ranges: readonly PortRange[],
  isTaken: (port: number) => boolean,
): number | undefined {
  return firstFree(ranges, above + 1, isTaken) ?? firstFree(ranges, 1, isTaken);
}

function firstFree(
  ranges: readonly PortRange[],
  least: number,
  isTaken: (port: number) => boolean,
): number | undefined {
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    for (let port = Math.max(from, least); port <= to; port += 1) {
      if (!isTaken(port)) {
        return port;
      }
    }
  }
  return undefined;
}

/** Ranges as text: `30000-30099, 31000`; `none` where there are none. */
export function rangesText(ranges: readonly PortRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ') || 'none';
}
