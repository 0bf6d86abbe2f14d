import { Registry } from 'prom-client';
import { expect, inject, it } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { LEASES } from '../../src/controller/lease.ts';
import { loadAccess } from '../../src/kube/access.ts';
import type { ClusterAccess } from '../../src/kube/transport.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { eventually } from '../support/eventually.ts';
import { connect } from './support/world.ts';

/** Access as a ServiceAccount of Stoa's own namespace. */
async function accessAs(account: string): Promise<ClusterAccess> {
  const client = await connect();
  const admin = loadAccess();
  const path = `/api/v1/namespaces/stoa-system/serviceaccounts/${account}/token`;
  const type = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
  const { status } = await client.post<{ status: { token: string } }>(path, { ...type, spec: {} });
  const { ca } = await admin.credentials();
  const credentials = async () => ({ ca, headers: { authorization: `Bearer ${status.token}` } });
  return { server: admin.server, credentials };
}

it('the shipped operator leads, is ready with exactly its shipped permissions, and reports both', async () => {
  const client = await connect();
  const { operatorMetricsUrl } = inject('cluster');
  const lease = await client.get(LEASES, { namespace: 'stoa-system', name: 'stoa-operator' });
  expect(lease.spec).toMatchObject({
    holderIdentity: expect.stringMatching(/.+_.+/),
    leaseDurationSeconds: 15,
  });
  const ready = await fetch(new URL('/readyz', operatorMetricsUrl));
  expect([ready.status, await ready.text()]).toEqual([200, 'ok\n']);
  const metrics = await (await fetch(operatorMetricsUrl)).text();
  expect(metrics).toContain('leader_election_master_status{name="stoa-operator"} 1');
  expect(metrics).toMatch(/rest_client_requests_total\{code="200",method="PUT",host="[^"]+"\} [1-9]/);
  expect(metrics).toMatch(
    /controller_runtime_reconcile_total\{controller="gatewayrule",result="success"\} [1-9]/,
  );
});

it('an operator without its permissions is not ready, and names them', async () => {
  const stop = new AbortController();
  const operator = createOperator({
    access: await accessAs('stoa-rest'),
    config: parseConfig('gateway: { namespace: stoa-system, name: stoa }', 'test'),
    log: createLog('silent'),
    registry: new Registry(),
  });
  const ended = operator.run(stop.signal);
  await eventually(() =>
    expect(operator.unready()).toEqual(
      expect.arrayContaining([
        'no list of secrets yet',
        'may not patch gatewayrules/status.stoa.dev',
        'may not delete httproutes.gateway.networking.k8s.io',
        'may not update leases.coordination.k8s.io named stoa-operator in stoa-system',
      ]),
    ),
  );
  stop.abort();
  await ended;
  expect(operator.unready()).toContain('stopping');
});
