import { LISTENER_PREFIX } from './name.ts';
import type { GatewayView, PortRange } from './view.ts';

/** Why a rule may not have a port of the Gateway. */
export type PortRefusal =
  | { readonly type: 'none-offered' }
  | { readonly type: 'not-offered'; readonly offered: string }
  /** A listener that is not Stoa's has it. */
  | { readonly type: 'reserved'; readonly listener: string };

/** Whether a TCP or UDP rule may have a port; undefined where it may. */
export function portListenerRefusal(port: number, { config, object }: GatewayView): PortRefusal | undefined {
  const { ports } = config.tcp;
  const holder = (object?.spec.listeners ?? []).find(
    (listener) => listener.port === port && !listener.name.startsWith(LISTENER_PREFIX),
  );
  if (holder !== undefined) {
    return { type: 'reserved', listener: holder.name };
  }
  if (port === config.http.port || port === config.https.port) {
    return { type: 'reserved', listener: port === config.http.port ? 'HTTP' : 'HTTPS' };
  }
  if (ports.length === 0) {
    return { type: 'none-offered' };
  }
  return ports.some(({ from, to }) => from <= port && port <= to)
    ? undefined
    : { type: 'not-offered', offered: rangesText(ports) };
}

/** The lowest offered port above one that nobody has, else the lowest of all; undefined where all are taken. */
export function freePort(
  above: number,
  ports: readonly PortRange[],
  isTaken: (port: number) => boolean,
): number | undefined {
  return firstFree(ports, above + 1, isTaken) ?? firstFree(ports, 1, isTaken);
}

function firstFree(
  ports: readonly PortRange[],
  least: number,
  isTaken: (port: number) => boolean,
): number | undefined {
  for (const { from, to } of ports.toSorted((a, b) => a.from - b.from)) {
    for (let port = Math.max(from, least); port <= to; port += 1) {
      if (!isTaken(port)) {
        return port;
      }
    }
  }
  return undefined;
}

/** Ranges as people write them: `30000-30099, 31000`. */
export function rangesText(ports: readonly PortRange[]): string {
  return ports.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
