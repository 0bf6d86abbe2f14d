import type { Gateway } from '../objects/gatewayapi.ts';
import type { GatewayView } from './observed.ts';

/** Demand of the owner of a Gateway for certificates of clients at a port. */
export type Demand = 'required' | 'optional';

/** The demand at a port of a Gateway for HTTPS, of all hosts there; undefined where it has none. Pure. */
export function demandAt(gateway: Gateway | undefined, port: number): Demand | undefined {
  const { default: all, perPort = [] } = gateway?.spec.tls?.frontend ?? {};
  const own = perPort.find((each) => each.port === port);
  const { validation } = (own === undefined ? all : own.tls) ?? {};
  if (validation === undefined) {
    return undefined;
  }
  return validation.mode === 'AllowInsecureFallback' ? 'optional' : 'required';
}

/** Why the engine of a Gateway asks no client for a certificate; undefined where it does, or does not tell. Pure. */
export function whyNotAsked({ dialect, claims }: GatewayView): string | undefined {
  const { level, how } = dialect.clientCertificates;
  if (level === 'none') {
    return how;
  }
  return dialect.evidence === 'claims' && claims.type === 'listed' && !claims.names.has(CLAIM)
    ? `${claims.engine} does not claim ${CLAIM}`
    : undefined;
}

const CLAIM = 'GatewayFrontendClientCertificateValidation';
