import type { PortRange } from '../names/ports.ts';

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
