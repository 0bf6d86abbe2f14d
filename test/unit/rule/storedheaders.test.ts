import { describe, expect, it } from 'vitest';
import { type GatewayRuleSpec, gatewayRuleSpecSchema } from '../../../src/api/gatewayrule.ts';
import { type EffectiveHttp, parseRule } from '../../../src/rule/effective.ts';
import { inertHeaders } from '../../../src/rule/inert.ts';

describe('a stored rule with headers of connections, which an older schema took', () => {
  const spec = (keys: readonly string[]) =>
    ({
      appId: 1,
      protocol: 'http',
      http: {
        serviceId: 'web',
        containerPort: 80,
        domainName: 'a.example.com',
        configuration: { proxyBodySize: 1, setHeaders: keys.map((key) => ({ key, value: 'x' })) },
      },
    }) as unknown as GatewayRuleSpec;

  it('goes on without them, and tells so', () => {
    const { rule } = parseRule({ spec: spec(['Connection', 'X-A', 'te']) }) as { rule: EffectiveHttp };
    expect(rule).toMatchObject({
      settings: { proxyBodySize: 1, setHeaders: [{ key: 'X-A', value: 'x' }] },
      ofConnections: ['Connection', 'te'],
    });
    expect(inertHeaders(rule)).toBe(
      'Connection, te: the proxy decides on them; leave out what has no effect',
    );
    expect(gatewayRuleSpecSchema.safeParse(spec(['te'])).success).toBe(false);
  });

  it('has no remark where there are none', () => {
    const { rule } = parseRule({ spec: spec(['X-A', 'Host']) }) as { rule: EffectiveHttp };
    expect(rule).not.toHaveProperty('ofConnections');
    expect(inertHeaders(rule)).toBeUndefined();
  });
});
