import type { Gateway, GatewayListener } from '../../objects/gatewayapi.ts';
import { digest } from '../../rule/groupname.ts';

const PREFIX = 'stoa-';

/** Name of the listener that ends TLS for a host name, which may be a wildcard. */
export function httpsListenerName(hostname: string): string {
  return `${PREFIX}https-${digest(hostname)}`;
}

/** Name of the listener at a port of the Gateway. */
export function portListenerName(protocol: 'TCP' | 'UDP', port: number): string {
  return `${PREFIX}${protocol.toLowerCase()}-${port}`;
}

/** Whether a listener is Stoa's; the other listeners of a Gateway are never touched. */
export function isOwnListener({ name }: { readonly name: string }): boolean {
  return name.startsWith(PREFIX);
}

/** Listeners for HTTPS that Stoa has on the Gateway itself. */
export function secureListenersOf(gateway: Gateway | undefined): readonly GatewayListener[] {
  return (gateway?.spec.listeners ?? []).filter((each) => isOwnListener(each) && each.protocol === 'HTTPS');
}
