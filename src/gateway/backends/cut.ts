import type { BackendChoice } from '../../api/backend.ts';
import { areTrusted, type NamedAuthorities } from '../authorities/named.ts';
import type { GatewayView } from '../observed.ts';
import type { StatedPort } from './stated.ts';

/** Why no request may reach a port by TLS on this gateway; undefined where it may. */
function whyNoTls({ served, dialect, claims }: GatewayView): string | undefined {
  if (served.backendTls === undefined) {
    return 'the cluster does not serve the kind BackendTLSPolicy of the Gateway API: install it';
  }
  const support = dialect.support['http.policy.backend[protocol: https]'];
  if (support.level === 'none') {
    return support.how;
  }
  return dialect.evidence === 'claims' && claims.type === 'listed' && !claims.names.has('BackendTLSPolicy')
    ? `${claims.engine} does not claim BackendTLSPolicy`
    : undefined;
}

/** Why no request may reach a port. */
export type Cut =
  | { readonly type: 'no-tls'; readonly why: string }
  /** Its authorities cannot be read. */
  | { readonly type: 'untrusted'; readonly authorities: NamedAuthorities }
  /** An older rule has its requests go in plain text, and this one wants them encrypted. */
  | { readonly type: 'disputed' };

/** Why no request may reach a port by the protocol that rules state for it, if `wanted` wants that; undefined where it may. */
export function cutOf(
  stated: StatedPort | undefined,
  wanted: BackendChoice | undefined,
  gateway: GatewayView,
): Cut | undefined {
  if (stated === undefined) {
    return undefined;
  }
  const { choice, authorities } = stated;
  if (choice.protocol !== 'https') {
    return wanted?.protocol === 'https' ? { type: 'disputed' } : undefined;
  }
  const why = whyNoTls(gateway);
  if (why !== undefined) {
    return { type: 'no-tls', why };
  }
  return authorities === undefined || areTrusted(authorities)
    ? undefined
    : { type: 'untrusted', authorities };
}
