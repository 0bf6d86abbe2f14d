import type { HttpRule } from '../../src/api/gatewayrule.ts';
import type { Service } from '../../src/objects/core.ts';
import type { Gateway } from '../../src/objects/gatewayapi.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';

/** A stored http rule with whatever the test does not care about filled in. */
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
      http: { serviceId: 'web', containerPort: 8080, domainName: 'shop.example.com', ...http },
    },
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

/** The Gateway as an engine leaves it. */
export function gatewayOf(programmed: 'True' | 'False' = 'True'): Gateway {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: {
      name: 'stoa',
      namespace: 'stoa-system',
      uid: 'uid-gateway',
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    status: {
      conditions: [
        {
          type: 'Programmed',
          status: programmed,
          reason: 'X',
          message: 'from the engine',
          lastTransitionTime: 't',
        },
      ],
    },
  };
}
