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
  const accepted = async (port: number) => {
    const { metadata } = await apply(port);
    return eventually(async () => {
      const found = conditionOf((await client.get(GATEWAY_RULES, metadata)).status, 'Accepted');
      expect(found?.observedGeneration).toBe(metadata.generation);
      return found;
    });
  };
  let port = inject('cluster').gatewayTcpPorts[index] ?? 0;
  for (;;) {
    // Another file, or a neighbour in this one, may take the port that was free a moment ago.
    const offered = /port (\d+) is free/.exec((await accepted(port))?.message ?? '')?.[1];
    if (offered === undefined) {
      return port;
    }
    port = Number(offered);
  }
}
