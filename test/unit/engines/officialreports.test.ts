import { describe, expect, it } from 'vitest';
import { API_USES, FEATURES, type Feature } from '../../../src/engines/fields.ts';
import { ENGINES } from '../../../src/engines/index.ts';

/** Features of the Gateway API that Stoa uses, by the conformance report which the engine has published. */
interface OfficialReport {
  /** Directory and version of the report in `conformance/reports` of kubernetes-sigs/gateway-api. */
  readonly report: string;
  readonly supported: readonly string[];
  readonly unsupported: readonly string[];
}

const BY_ALL = [
  'BackendTLSPolicy',
  'GRPCRoute',
  'HTTPRouteBackendProtocolH2C',
  'HTTPRouteBackendProtocolWebSocket',
  'HTTPRouteHostRewrite',
  'HTTPRouteMethodMatching',
  'HTTPRoutePathRewrite',
  'HTTPRouteQueryParamMatching',
  'HTTPRouteResponseHeaderModification',
];
const CLIENTS = 'GatewayFrontendClientCertificateValidation';
const TIMEOUTS = ['HTTPRouteBackendTimeout', 'HTTPRouteRequestTimeout'];

const REPORTS: Readonly<Record<string, OfficialReport>> = {
  'envoy-gateway': {
    report: 'v1.6/envoy-gateway 1.9.0',
    supported: [
      ...BY_ALL,
      ...TIMEOUTS,
      CLIENTS,
      'HTTPRouteCORS',
      'HTTPRouteRequestMirror',
      'HTTPRouteRetry',
      'ListenerSet',
      'TLSRoute',
    ],
    unsupported: [],
  },
  'nginx-gateway-fabric': {
    report: 'v1.6/nginx-nginx-gateway-fabric 2.7.0-pre-release',
    supported: [
      ...BY_ALL,
      CLIENTS,
      'HTTPRouteCORS',
      'HTTPRouteRequestMirror',
      'ListenerSet',
      'TCPRoute',
      'TLSRoute',
      'UDPRoute',
    ],
    unsupported: [...TIMEOUTS, 'HTTPRouteRetry'],
  },
  traefik: {
    report: 'v1.6/traefik-traefik 3.7.10',
    supported: [...BY_ALL, 'TLSRoute'],
    unsupported: [
      ...TIMEOUTS,
      CLIENTS,
      'HTTPRouteCORS',
      'HTTPRouteRequestMirror',
      'HTTPRouteRetry',
      'ListenerSet',
    ],
  },
};

/** Fields for which Stoa and a report differ on purpose, and why. */
const DIFFERENCES: Readonly<Record<string, Partial<Record<Feature, string>>>> = {
  traefik: {
    'http.policy.cors': 'a Middleware has it',
    'http.policy.mirror': 'a TraefikService has it',
    'http.policy.retry': 'a Middleware has it',
    'http.policy.timeouts.backendRequest': 'a ServersTransport has it, until the answer begins',
  },
};

function namesOf(feature: Feature): readonly string[] {
  return API_USES[feature].flatMap((use) =>
    use.type === 'named' && use.only === undefined ? use.names : [],
  );
}

describe.each(Object.entries(REPORTS))(
  'what Stoa knows of %s',
  (name, { report, supported, unsupported }) => {
    const engine = ENGINES.find((each) => each.name === name);

    it(`is what its report says (${report})`, () => {
      const differences = FEATURES.flatMap((feature) => {
        const names = namesOf(feature);
        const [yes, no] = [supported, unsupported].map((each) => names.some((one) => each.includes(one)));
        const serves = engine?.support[feature].level !== 'none';
        return (yes && !serves) || (no && serves) ? [feature] : [];
      });
      expect(differences.toSorted()).toEqual(Object.keys(DIFFERENCES[name] ?? {}).toSorted());
    });

    it('is what its report says of ListenerSets', () => {
      expect(supported.includes('ListenerSet')).toBe(engine?.listenerSets.level !== 'none');
    });

    it('is what its report says of certificates of clients', () => {
      expect(supported.includes(CLIENTS)).toBe(engine?.clientCertificates.level !== 'none');
    });

    it('is what its report says of TLSRoutes', () => {
      expect(supported.includes('TLSRoute')).toBe(engine?.passthrough.level !== 'none');
    });

    it('has a word on each part of the Gateway API that a field needs', () => {
      const needed = FEATURES.flatMap(namesOf).filter((each) => each !== 'HTTPRouteRetryCodes');
      expect(needed.filter((each) => ![...supported, ...unsupported].includes(each))).toEqual([]);
    });
  },
);
