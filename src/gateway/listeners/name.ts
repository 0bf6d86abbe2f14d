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

/** Name of the listener that passes TLS connections to a host on. */
export function passthroughListenerName(host: string): string {
  return `${PREFIX}tls-${digest(host)}`;
}

/** Whether a listener is for one host, or the hosts below a wildcard; the others are for a port. */
export function isForHost({ protocol }: Pick<GatewayListener, 'protocol'>): boolean {
  return protocol === 'HTTPS' || protocol === 'TLS';
}

/** Whether a listener is Stoa's; the other listeners of a Gateway are never touched. */
export function isOwnListener({ name }: { readonly name: string }): boolean {
  return name.startsWith(PREFIX);
}

/** Listeners for hosts that Stoa has on the Gateway itself. */
export function hostListenersOf(gateway: Gateway | undefined): readonly GatewayListener[] {
  return (gateway?.spec.listeners ?? []).filter((each) => isOwnListener(each) && isForHost(each));
}
