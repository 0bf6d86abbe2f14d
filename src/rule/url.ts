import type { TcpRule } from '../api/gatewayrule.ts';
import { shownPath } from './address.ts';
import type { EffectiveHttp } from './effective.ts';

/** Ports of the gateway of rules. */
export interface GatewayPorts {
  readonly http: { readonly port: number };
  readonly https: {
    readonly port: number;
    /** Port at which clients find it, where that is another one. */
    readonly publicPort?: number | undefined;
  };
}

/** Port at which clients find a gateway. Pure. */
export function publicPort(scheme: 'http' | 'https', { http, https }: GatewayPorts): number {
  return scheme === 'http' ? http.port : (https.publicPort ?? https.port);
}

const USUAL_PORTS = { http: 80, https: 443 } as const;

/** URL at which a gateway serves the host and path of a rule, without a port that is the usual one. Pure. */
export function ruleUrl(
  rule: Pick<EffectiveHttp, 'host' | 'path' | 'exactPath'>,
  scheme: 'http' | 'https',
  ports: GatewayPorts,
): string {
  const port = publicPort(scheme, ports);
  const shownPort = port === USUAL_PORTS[scheme] ? '' : `:${port}`;
  return `${scheme}://${rule.host}${shownPort}${shownPath(rule)}`;
}

/** Whether an address stands for all of the gateway, so that nobody can connect to it. */
export function isEveryAddress(ip: string): boolean {
  return ip === '0.0.0.0' || ip === '::';
}

/**
 * End point of a TCP rule that clients can connect to, where `address` is known and the rule has every address; as it is
 * written otherwise. Pure.
 */
export function shownEndPoint({ ip, port }: TcpRule['endPoint'], address: string | undefined): string {
  const host = address !== undefined && isEveryAddress(ip) ? address : ip;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
