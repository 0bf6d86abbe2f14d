import type { TcpRule } from '../../../api/gatewayrule.ts';

/** Address and port of a TCP rule. */
export type EndPoint = TcpRule['endPoint'];

/** Address of a rule that the gateway serves at all of its addresses. */
const EVERY = ['0.0.0.0', '::'];

/**
 * End point of a TCP rule as records show it: one that clients can connect to, where `address` is known and the rule
 * has every address. Pure.
 */
export function shownEndPoint({ ip, port }: EndPoint, address: string | undefined): string {
  const host = address !== undefined && EVERY.includes(ip) ? address : ip;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * End point as it is stored, where a client may send the one of a record: `address` is every address, as the rule had it
 * before. Pure.
 */
export function storedEndPoint(
  endPoint: EndPoint,
  address: string | undefined,
  before: EndPoint | undefined,
): EndPoint {
  if (endPoint.ip !== address) {
    return endPoint;
  }
  const ip = before !== undefined && EVERY.includes(before.ip) ? before.ip : '0.0.0.0';
  return { ...endPoint, ip };
}
