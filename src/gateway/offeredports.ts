import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_PORTS, type PortRange, rangesText, withoutPorts } from '../names/ports.ts';
import type { GatewayView } from './observed.ts';

/** The part of a view that the offered ports depend on. */
type PortView = Pick<GatewayView, 'config' | 'object' | 'ports'>;

/**
 * Ports that the gateway offers to TCP and UDP rules: those of the configuration, else the default ones where its engine
 * opens ports by itself, without those of the engine itself. While there is no Gateway, and so no engine, nothing is
 * taken from rules that have a port.
 */
export function offeredPorts({ config, object, ports }: PortView): readonly PortRange[] {
  const opensThem = object === undefined || ports.opened.level === 'full';
  const offered = config.tcp.ports ?? (opensThem ? DEFAULT_PORTS : []);
  return object === undefined ? offered : withoutPorts(offered, ports.own);
}

/** Offered ports as a part of a sentence, with what offers others. */
export function offeredText(view: PortView): string {
  const offered = offeredPorts(view);
  if (view.config.tcp.ports !== undefined) {
    const own = isDeepStrictEqual(offered, view.config.tcp.ports)
      ? ''
      : `; its engine has ${rangesText(view.ports.own)} for itself`;
    return `offers (gateway.tcp.ports of the configuration): ${rangesText(offered)}${own}`;
  }
  return offered.length > 0
    ? `offers by default: ${rangesText(offered)}; gateway.tcp.ports of the configuration offers others`
    : `offers: ${view.ports.opened.how}; open ports there, then list them in gateway.tcp.ports of the configuration`;
}
