import { expect, inject } from 'vitest';
import { conditionOf } from '../../../src/api/condition.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { eventually } from '../../support/eventually.ts';
import { TESTER, type Team } from './world.ts';

/** Port of a Service of a team that gets the connections of a rule. */
interface Served {
  readonly serviceName: string;
  readonly containerPort: number;
}

/**
 * Port of the gateway that a rule with the name of a Service opens to it: the one with an index, or the first above it that
 * the operator offers, since ports stay with teams of other tests for a while. Other tests have the first one and the last
 * three.
 */
export async function openPort(client: KubeClient, team: Team, served: Served, index = 1): Promise<number> {
  const metadata = { name: served.serviceName, namespace: team.namespace };
  const apply = (port: number) => {
    const tcp = { ...served, endPoint: { ip: '0.0.0.0', port } };
    const spec = { appId: 1, protocol: 'tcp', tcp };
    return client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec }, TESTER);
  };
  const first = inject('cluster').gatewayTcpPorts[index] ?? 0;
  await apply(first);
  const accepted = await eventually(async () => {
    const { status } = await client.get(GATEWAY_RULES, metadata);
    const found = conditionOf(status, 'Accepted');
    expect(found?.status).toMatch(/True|False/);
    return found;
  });
  const offered = /port (\d+) is free/.exec(accepted?.message ?? '')?.[1];
  if (offered === undefined) {
    return first;
  }
  await apply(Number(offered));
  return Number(offered);
}
