import { isOffered, rangesText } from '../rule/ports.ts';
import { LISTENER_PREFIX } from './name.ts';
import type { GatewayView } from './observed.ts';

/** Why a rule may not have a port of the Gateway. */
export type PortRefusal =
  | { readonly type: 'not-offered'; readonly offered: string }
  /** A listener that is not Stoa's has it. */
  | { readonly type: 'reserved'; readonly listener: string };

/** Whether a TCP or UDP rule may have a port; undefined where it may. */
export function portRefusal(port: number, { config, object }: GatewayView): PortRefusal | undefined {
  const { http, https, tcp } = config;
  const holder = object?.spec.listeners.find(
    (listener) => listener.port === port && !listener.name.startsWith(LISTENER_PREFIX),
  );
  if (holder !== undefined || port === http.port || port === https.port) {
    return { type: 'reserved', listener: holder?.name ?? (port === http.port ? http.listener : 'for HTTPS') };
  }
  return isOffered(port, tcp.ports) ? undefined : { type: 'not-offered', offered: rangesText(tcp.ports) };
}
