import type { HttpRule, TcpRule } from '../../src/api/gatewayrule.ts';
import type { TlsRule } from '../../src/api/tlsrule.ts';
import type { UsableCertificate } from '../../src/content/certificate.ts';
import type { Service, TlsSecret } from '../../src/objects/core.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';
import { type Candidate, candidatesOf } from '../../src/rule/candidate.ts';
import type { EffectiveRule } from '../../src/rule/effective.ts';

/** The rules that compete, where all namespaces belong to teams. */
export function competing(rules: readonly GatewayRule[]): Candidate<EffectiveRule>[] {
  return candidatesOf(rules, () => true);
}

/** A stored http rule with defaults for all other fields, which opens no port by itself. */
export function ruleOf(
  http: Partial<HttpRule> = {},
  metadata: Partial<GatewayRule['metadata']> = {},
): GatewayRule {
  const name = metadata.name ?? 'rule';
  return {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'GatewayRule',
    metadata: {
      name,
      namespace: 'team',
      uid: `uid-${name}`,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...metadata,
    },
    spec: {
      appId: 1,
      protocol: 'http',
      http: {
        serviceId: 'web',
        containerPort: 8080,
        domainName: 'shop.example.com',
        whetherOpen: false,
        ...http,
      },
    },
  };
}

/** A Service of a component that opens its port 8080 without a rule. */
export function openServiceOf(component: string, namespace = 'team'): Service {
  const service = serviceOf(component, [{ port: 8080 }]);
  const annotations = { 'stoa.dev/outer-ports': '8080' };
  return { ...service, metadata: { ...service.metadata, namespace, annotations } };
}

/** A stored TCP rule with defaults for all other fields. */
export function tcpRuleOf(
  tcp: Partial<TcpRule> = {},
  metadata: Partial<GatewayRule['metadata']> = {},
): GatewayRule {
  const endPoint = { ip: '0.0.0.0', port: 30000 };
  const spec = { serviceId: 'web', containerPort: 8080, endPoint, ...tcp };
  return { ...ruleOf({}, metadata), spec: { appId: 1, protocol: 'tcp', tcp: spec } };
}

/** A stored TLS rule with defaults for all other fields. */
export function tlsRuleOf(
  tls: Partial<TlsRule> = {},
  metadata: Partial<GatewayRule['metadata']> = {},
): GatewayRule {
  const spec = { serviceId: 'web', containerPort: 8080, domainName: 'shop.example.com', ...tls };
  return { ...ruleOf({}, metadata), spec: { appId: 1, protocol: 'tls', tls: spec } };
}

/** Properties of the certificate in a Secret that are not as usual. */
interface SecretContent {
  readonly expires?: Date;
  readonly fingerprint?: string;
  readonly certificate?: Partial<UsableCertificate>;
}

/** A certificate that is valid for long, and that all engines and clients accept. */
export const GOOD_CERTIFICATE: UsableCertificate = {
  type: 'usable',
  names: [],
  alsoFor: [],
  fingerprint: '',
  starts: new Date('2020-01-01'),
  expires: new Date('2100-01-01'),
  key: { type: 'P-256' },
  forServers: true,
  wantsStaple: false,
  issuers: [],
};

/** A Secret with a certificate, in Stoa's format. */
export function secretOf(
  id: number | string,
  names: readonly string[],
  {
    certificate = {},
    expires = new Date('2100-01-01'),
    fingerprint = `${names}`,
    ...metadata
  }: Partial<TlsSecret['metadata']> & SecretContent = {},
): TlsSecret {
  const name = metadata.name ?? `cert-${id}`;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace: 'team',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { 'stoa.dev/certificate-id': String(id) },
      ...metadata,
    },
    tls: { ...GOOD_CERTIFICATE, names, fingerprint, expires, ...certificate },
  };
}

/** A Service of a component. */
export function serviceOf(component: string, ports: Service['spec']['ports'], name = component): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name,
      namespace: 'team',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': component },
    },
    spec: { ports: ports ?? [] },
  };
}
