import type { GatewayRuleSpec, HttpRule } from '../../../src/api/gatewayrule.ts';
import type { Protocol } from './client.ts';
import type { Behavior } from './component.ts';
import type { Pair } from './pair.ts';

/** Endpoints of a Service: one that is ready, none, one that is not ready, or one at a port of another name. */
export type Endpoints = 'ready' | 'none' | 'not-ready' | 'other-port';

/** A rule whose component cannot answer, and what mends it. */
export interface Row {
  readonly protocol: Protocol;
  readonly cause: string;
  readonly endpoints: Endpoints;
  readonly first: Behavior;
  readonly mended: Behavior;
  /** Whether gateways may send requests to the component all the same, as Envoy does where no endpoint is ready. */
  readonly mayAnswer: boolean;
  readonly http: Partial<HttpRule>;
}

/** Name in a certificate of components, and the ConfigMap with the authority that rules trust. */
export const NAME = 'vault.internal.example.com';
export const AUTHORITY = 'authority';

/** Pairs of components: by the authority that rules trust, and by another one. */
export interface Pairs {
  readonly trusted: Pair;
  readonly other: Pair;
}

/** All rows of the matrix. */
export function rowsFor({ trusted, other }: Pairs): readonly Row[] {
  const protocols: readonly Protocol[] = ['http', 'https', 'grpc', 'tls', 'tcp', 'udp'];
  return protocols.flatMap((protocol) => {
    const good: Behavior = protocol === 'tls' ? { type: 'https', pair: trusted } : goodOf(protocol);
    const row = (cause: string, more: Partial<Row>): Row => {
      return {
        protocol,
        cause,
        endpoints: 'ready',
        first: good,
        mended: good,
        mayAnswer: false,
        http: {},
        ...more,
      };
    };
    const byEndpoints = [
      row('no pods', { endpoints: 'none' }),
      row('not ready', { endpoints: 'not-ready', mayAnswer: true }),
      row('other port', { endpoints: 'other-port' }),
    ];
    if (protocol === 'udp') {
      return byEndpoints;
    }
    const byConnections = [
      row('refused', { first: { type: 'refused' } }),
      // A client of TCP waits for the first word of the component.
      row('reset', { first: { type: protocol === 'tcp' ? 'reset-at-once' : 'reset' } }),
    ];
    const timeout = { policy: { timeouts: { backendRequest: '1s' } } };
    const byAnswers = [
      row('slow', { first: { type: 'late' }, http: timeout }),
      row('TLS behind plain', { first: { type: 'https', pair: trusted } }),
    ];
    const policy = { backend: { protocol: 'https', serverName: NAME, caConfigMapName: AUTHORITY } } as const;
    const byTls = { mended: { type: 'https', pair: trusted }, http: { policy } } as const;
    const secured = [
      row('plain behind TLS', { ...byTls, first: { type: 'http' } }),
      row('wrong CA', { ...byTls, first: { type: 'https', pair: other } }),
    ];
    return [
      ...byEndpoints,
      ...byConnections,
      ...(protocol === 'tls' || protocol === 'tcp' ? [] : byAnswers),
      ...(protocol === 'http' || protocol === 'https' ? secured : []),
    ];
  });
}

function goodOf(protocol: Exclude<Protocol, 'tls'>): Behavior {
  return { type: protocol === 'https' ? 'http' : protocol };
}

/** Rule of a row, for a Service and a place at the gateway. */
export function specOf(
  { protocol, http }: Row,
  target: { readonly serviceName: string; readonly containerPort: number },
  { host, port }: { readonly host: string; readonly port: number },
): GatewayRuleSpec {
  switch (protocol) {
    case 'tcp':
    case 'udp': {
      const transport = protocol === 'udp' ? 'UDP' : 'TCP';
      return { tcp: { ...target, transport, endPoint: { ip: '0.0.0.0', port } } };
    }
    case 'tls':
      return { tls: { ...target, domainName: host } };
    default: {
      const calls = protocol === 'grpc' ? { policy: { match: { grpc: {} }, ...http.policy } } : {};
      const secure = protocol === 'https' ? { certificateId: 1 } : {};
      return { http: { ...target, domainName: host, ...http, ...calls, ...secure } };
    }
  }
}
